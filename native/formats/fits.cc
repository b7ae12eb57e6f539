// Reads FITS: finds images by walking the header units, and converts their values.
#include "formats/fits.h"

#include "base/scratch.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <map>
#include <string_view>

namespace hr {
namespace {

constexpr int64_t kBlock = 2880, kCard = 80;
constexpr int64_t kMostBlocks = 10000;  // per header
constexpr int kMostAxes = 999;
constexpr int64_t kChunk = 8192;  // elements per conversion step

[[noreturn]] void bad(const std::string& why) {
  fail(ErrorKind::decode, "no FITS file, or a damaged one: " + why);
}

std::string_view trimmed(std::string_view s) {
  const size_t from = s.find_first_not_of(' ');
  if (from == std::string_view::npos) return {};
  return s.substr(from, s.find_last_not_of(' ') - from + 1);
}

// Cards of one header that have values, as text.
class Cards {
 public:
  // Returns the end of the header.
  int64_t read(const ReadBytes& read, int64_t at, int64_t size) {
    char block[kBlock];
    for (int64_t n = 0; n < kMostBlocks; n++, at += kBlock) {
      if (size - at < kBlock) bad("it ends within a header");
      read(at, kBlock, reinterpret_cast<uint8_t*>(block));
      for (int64_t i = 0; i < kBlock; i += kCard) {
        const std::string_view card(block + i, kCard);
        const std::string_view key = trimmed(card.substr(0, 8));
        if (n == 0 && i == 0 && key != "SIMPLE" && key != "XTENSION")
          bad("the unit at byte " + std::to_string(at) + " does not start with SIMPLE or XTENSION");
        if (key == "END") return at + kBlock;
        if (card.substr(8, 2) == "= ") values_.emplace(key, value(card.substr(10)));
      }
    }
    bad("a header does not end");
  }

  bool has(const std::string& key) const { return values_.contains(key); }
  std::string text(const std::string& key) const {
    const auto it = values_.find(key);
    return it == values_.end() ? "" : it->second;
  }
  int64_t integer(const std::string& key, std::optional<int64_t> other = {}) const {
    if (!has(key) && other) return *other;
    const std::string t = text(key);
    int64_t v = 0;
    const char* from = t.data() + (t.starts_with('+') ? 1 : 0);
    const auto [end, error] = std::from_chars(from, t.data() + t.size(), v);
    if (error != std::errc() || end != t.data() + t.size())
      bad("the keyword " + key + " needs an integer, got \"" + t + "\"");
    return v;
  }
  double number(const std::string& key, double other) const {
    if (!has(key)) return other;
    std::string t = text(key);
    std::replace(t.begin(), t.end(), 'D', 'E');  // FORTRAN notation of double precision
    double v = 0;
    const char* from = t.data() + (t.starts_with('+') ? 1 : 0);
    const auto [end, error] = std::from_chars(from, t.data() + t.size(), v);
    if (error != std::errc() || end != t.data() + t.size())
      bad("the keyword " + key + " needs a number, got \"" + t + "\"");
    return v;
  }

 private:
  // Value without quotes and comment.
  static std::string value(std::string_view card) {
    std::string_view v = trimmed(card);
    if (!v.starts_with('\'')) return std::string(trimmed(v.substr(0, v.find('/'))));
    return std::string(trimmed(v.substr(1, v.find('\'', 1) - 1)));
  }

  std::map<std::string, std::string, std::less<>> values_;
};

// Axes of a unit in file order; their product does not overflow.
std::vector<int64_t> axes_of(const Cards& cards, const std::string& prefix) {
  const int64_t n = cards.integer(prefix + "NAXIS");
  if (n < 0 || n > kMostAxes) bad(std::to_string(n) + " axes");
  std::vector<int64_t> axes;
  int64_t volume = 1;
  for (int64_t k = 1; k <= n; k++) {
    const int64_t length = cards.integer(prefix + "NAXIS" + std::to_string(k));
    if (length < 0 || __builtin_mul_overflow(volume, std::max<int64_t>(length, 1), &volume) ||
        volume > INT64_MAX / 64)
      bad("its axes make no sense");
    axes.push_back(length);
  }
  return axes;
}

int bitpix_of(const Cards& cards, const std::string& key) {
  const int64_t b = cards.integer(key);
  if (b != 8 && b != 16 && b != 32 && b != 64 && b != -32 && b != -64)
    bad(key + " is " + std::to_string(b));
  return static_cast<int>(b);
}

// Size of a unit's data in bytes: elements, and for tables the heap that follows.
int64_t data_bytes(const Cards& cards) {
  const std::vector<int64_t> axes = axes_of(cards, "");
  int64_t volume = axes.empty() ? 0 : 1;
  const bool groups = cards.text("GROUPS") == "T" && axes.size() > 1 && axes[0] == 0;
  for (size_t k = groups ? 1 : 0; k < axes.size(); k++) volume *= axes[k];
  const int64_t more = cards.integer("PCOUNT", 0), times = cards.integer("GCOUNT", 1);
  int64_t bytes = 0;
  if (more < 0 || times < 0 || __builtin_add_overflow(volume, more, &bytes) ||
      __builtin_mul_overflow(bytes, times, &bytes) ||
      __builtin_mul_overflow(bytes, std::abs(bitpix_of(cards, "BITPIX")) / 8, &bytes) ||
      bytes > INT64_MAX / 4)
    bad("the size of its data makes no sense");
  return bytes;
}

FitsImage image_of(const Cards& cards, int64_t unit, int64_t data) {
  const std::string which = "unit (HDU) " + std::to_string(unit);
  FitsImage image;
  image.compressed = cards.text("XTENSION") == "BINTABLE" && cards.text("ZIMAGE") == "T";
  const bool plain = cards.has("SIMPLE") || cards.text("XTENSION") == "IMAGE";
  if (!plain && !image.compressed)
    fail(ErrorKind::decode, which + " is a table (" + cards.text("XTENSION") + "), no image");
  const std::string prefix = image.compressed ? "Z" : "";
  const std::vector<int64_t> axes = axes_of(cards, prefix);
  if (axes.empty()) fail(ErrorKind::decode, which + " holds no image: it has no axes");
  for (auto it = axes.rbegin(); it != axes.rend(); ++it) image.shape.push(*it);
  image.bitpix = bitpix_of(cards, prefix + "BITPIX");
  image.scale = cards.number("BSCALE", 1.0);
  image.zero = cards.number("BZERO", 0.0);
  if (cards.has("BLANK") && image.bitpix > 0) image.blank = cards.integer("BLANK");
  image.offset = data;
  return image;
}

}  // namespace

DType FitsImage::stored() const {
  switch (bitpix) {
    case 8:
      return DType::u8;
    case 16:
      return DType::i16;
    case 32:
      return DType::i32;
    case 64:
      return DType::i64;
    case -32:
      return DType::f32;
    default:
      return DType::f64;
  }
}

DType FitsImage::natural() const {
  if (scale == 1.0 && bitpix > 0) {
    if (bitpix == 8 && zero == -128) return DType::i8;
    if (bitpix == 16 && zero == 32768) return DType::u16;
    if (bitpix == 32 && zero == 2147483648.0) return DType::u32;
    if (bitpix == 64 && zero == 9223372036854775808.0) return DType::u64;
    if (zero == 0 && !blank) return stored();
  }
  if (bitpix < 0) return stored();
  return bitpix > 16 ? DType::f64 : DType::f32;
}

std::vector<FitsImage> find_fits_images(const ReadBytes& read, int64_t size,
                                        const std::vector<int64_t>& units) {
  std::vector<FitsImage> found(units.size());
  if (units.empty()) return found;
  if (const int64_t first = *std::min_element(units.begin(), units.end()); first < 1)
    fail(ErrorKind::decode,
         "there is no unit (HDU) " + std::to_string(first) + ": they count from 1");
  const int64_t last = *std::max_element(units.begin(), units.end());
  int64_t at = 0;
  for (int64_t unit = 1; unit <= last; unit++) {
    if (at >= size && unit > 1)
      fail(ErrorKind::decode, "there is no unit (HDU) " + std::to_string(last) + ": the file has " +
                                  std::to_string(unit - 1));
    Cards cards;
    const int64_t data = cards.read(read, at, size), bytes = data_bytes(cards);
    if (bytes > size - data)
      bad("unit (HDU) " + std::to_string(unit) + " has " + std::to_string(bytes) +
          " bytes of data, the file only " + std::to_string(size - data) +
          " more: it is truncated");
    for (size_t k = 0; k < units.size(); k++) {
      if (units[k] != unit) continue;
      found[k] = image_of(cards, unit, data);
      const FitsImage& image = found[k];
      if (!image.compressed && image.shape.volume() * itemsize(image.stored()) > bytes)
        bad("the size of its data makes no sense");
    }
    at = data + (bytes + kBlock - 1) / kBlock * kBlock;
  }
  return found;
}

// ---- values -------------------------------------------------------------------------------------

namespace {

template <class T>
T big_endian(const uint8_t* p) {
  using U = std::conditional_t<
      sizeof(T) == 1, uint8_t,
      std::conditional_t<sizeof(T) == 2, uint16_t,
                         std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;
  U v = 0;
  for (size_t i = 0; i < sizeof(T); i++) v = static_cast<U>(v << (sizeof(T) > 1 ? 8 : 0) | p[i]);
  return std::bit_cast<T>(v);
}

// Converts stored values: unchanged, to the other signedness, or scaled.
template <class From, class To, class F>
void convert_all(const uint8_t* in, int64_t n, uint8_t* out, F value) {
  for (int64_t i = 0; i < n; i++) {
    const To v = convert<To>(value(big_endian<From>(in + i * static_cast<int64_t>(sizeof(From)))));
    std::memcpy(out + i * static_cast<int64_t>(sizeof(To)), &v, sizeof(To));
  }
}

template <class From, class To>
void convert_values(const FitsImage& image, const uint8_t* in, int64_t n, uint8_t* out) {
  if constexpr (std::is_integral_v<From>) {
    const DType natural = image.natural();
    if (natural != image.stored() && natural != DType::f32 && natural != DType::f64) {
      // A zero point of half the range: flip the sign bit.
      using Other = std::conditional_t<std::is_signed_v<From>, std::make_unsigned_t<From>, int8_t>;
      constexpr From kFirstBit = static_cast<From>(From(1) << (8 * sizeof(From) - 1));
      return convert_all<From, To>(
          in, n, out, [](From v) { return static_cast<Other>(static_cast<From>(v ^ kFirstBit)); });
    }
    if (natural != image.stored()) {
      const bool any = image.blank.has_value();
      const int64_t blank = image.blank.value_or(0);
      return convert_all<From, To>(in, n, out, [&](From v) {
        if (any && static_cast<int64_t>(v) == blank)
          return std::numeric_limits<double>::quiet_NaN();
        return static_cast<double>(v) * image.scale + image.zero;
      });
    }
  } else if (image.scale != 1.0 || image.zero != 0.0) {
    return convert_all<From, To>(
        in, n, out, [&](From v) { return static_cast<double>(v) * image.scale + image.zero; });
  }
  convert_all<From, To>(in, n, out, [](From v) { return v; });
}

}  // namespace

void read_fits_image(const ReadBytes& read, const FitsImage& image, DType dtype, uint8_t* out) {
  const DType stored = image.stored();
  const int64_t item = itemsize(stored), n = image.shape.volume();
  uint8_t* chunk = scratch(static_cast<size_t>(kChunk * item));
  for (int64_t i = 0; i < n; i += kChunk) {
    const int64_t count = std::min(kChunk, n - i);
    read(image.offset + i * item, count * item, chunk);
    dispatch(stored, [&](auto from) {
      dispatch(dtype, [&](auto to) {
        using From = typename decltype(from)::type;
        using To = typename decltype(to)::type;
        if constexpr (std::is_arithmetic_v<From> && !std::is_same_v<From, bool>)
          convert_values<From, To>(image, chunk, count, out + i * itemsize(dtype));
      });
    });
  }
}

}  // namespace hr
