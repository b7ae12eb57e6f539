// Reads .npy files: a header that is a Python literal, then the elements.
#include "formats/npy.h"

#include "base/scratch.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

#include "numerics/permute.h"

namespace hr {
namespace {

constexpr std::string_view kMagic("\x93NUMPY", 6);
constexpr int64_t kFirst = 256;         // size of the first read: nearly every header fits
constexpr int64_t kLongest = 1 << 20;   // longest accepted header
constexpr int64_t kGap = 8192;          // reading a gap of this size is cheaper than seeking
constexpr int64_t kGroup = 256 * 1024;  // bytes per read if gaps are small
constexpr int kSlot = 1;                // scratch slot: decoders use slot 0

[[noreturn]] void bad(const std::string& why) {
  fail(ErrorKind::decode, "no .npy file, or a damaged one: " + why);
}

// ---- headers ------------------------------------------------------------------------------------

// Parser of a header: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
struct Literal {
  std::string_view left;

  void blanks() {
    while (!left.empty() &&
           (left[0] == ' ' || left[0] == '\t' || left[0] == '\n' || left[0] == '\r'))
      left.remove_prefix(1);
  }
  bool take(std::string_view word) {
    blanks();
    if (!left.starts_with(word)) return false;
    left.remove_prefix(word.size());
    return true;
  }
  void need(std::string_view word) {
    if (!take(word))
      bad("its header has " + near() + " where \"" + std::string(word) + "\" belongs");
  }
  std::string near() {
    blanks();
    return left.empty() ? "its end" : "\"" + std::string(left.substr(0, 20)) + "\"";
  }
  std::string text() {
    blanks();
    if (left.empty() || (left[0] != '\'' && left[0] != '"'))
      bad("its header has " + near() + " where a text belongs");
    const size_t end = left.find(left[0], 1);
    if (end == std::string_view::npos) bad("a text in its header does not end");
    std::string r(left.substr(1, end - 1));
    left.remove_prefix(end + 1);
    return r;
  }
  int64_t number() {
    blanks();
    int64_t v = 0;
    const auto [end, error] = std::from_chars(left.data(), left.data() + left.size(), v);
    if (error != std::errc() || v < 0)
      bad("its header has " + near() + " where the length of an axis belongs");
    left.remove_prefix(static_cast<size_t>(end - left.data()));
    take("L");  // suffix written by Python 2
    return v;
  }
};

// '<f4': byte order, kind, size.
void set_type(NpyHeader& h, const std::string& descr) {
  std::string_view t = descr;
  bool big = false;
  if (!t.empty() && std::string_view("<>=|").find(t[0]) != std::string_view::npos) {
    big = t[0] == '>';
    t.remove_prefix(1);
  }
  constexpr std::pair<std::string_view, DType> kTypes[] = {
      {"u1", DType::u8},  {"u2", DType::u16}, {"u4", DType::u32}, {"u8", DType::u64},
      {"i1", DType::i8},  {"i2", DType::i16}, {"i4", DType::i32}, {"i8", DType::i64},
      {"f2", DType::f16}, {"f4", DType::f32}, {"f8", DType::f64}, {"b1", DType::b8}};
  for (const auto& [name, dtype] : kTypes) {
    if (t != name) continue;
    h.dtype = dtype;
    h.swapped = itemsize(dtype) > 1 && big != (std::endian::native == std::endian::big);
    return;
  }
  fail(ErrorKind::type, "its elements are of NumPy's type '" + descr +
                            "': only integers, floats of up to 64 bits and booleans can be read");
}

void set_shape(NpyHeader& h, Literal& l) {
  l.need("(");
  int64_t volume = 1;
  while (!l.take(")")) {
    const int64_t n = l.number();
    h.shape.push(n);
    // Count axes of length 0 as 1: every partial product must fit.
    if (__builtin_mul_overflow(volume, std::max<int64_t>(n, 1), &volume) || volume > INT64_MAX / 16)
      bad("its shape has too many elements");
    if (!l.take(",")) {
      l.need(")");
      break;
    }
  }
}

NpyHeader parse(std::string_view text) {
  NpyHeader h;
  Literal l{text};
  bool descr = false, order = false, shape = false;
  l.need("{");
  while (!l.take("}")) {
    const std::string key = l.text();
    l.need(":");
    if (key == "descr" && !std::exchange(descr, true)) {
      if (l.take("["))
        fail(ErrorKind::type,
             "it holds records of several fields: only plain elements can be read");
      set_type(h, l.text());
    } else if (key == "fortran_order" && !std::exchange(order, true)) {
      h.fortran = l.take("True");
      if (!h.fortran) l.need("False");
    } else if (key == "shape" && !std::exchange(shape, true)) {
      set_shape(h, l);
    } else {
      bad("its header has a key '" + key + "' that does not belong there");
    }
    if (!l.take(",")) {
      l.need("}");
      break;
    }
  }
  if (!descr || !order || !shape) bad("its header lacks descr, fortran_order or shape");
  l.blanks();
  if (!l.left.empty()) bad("its header goes on after its end");
  return h;
}

}  // namespace

NpyHeader read_npy_header(const ReadBytes& read, int64_t size) {
  uint8_t first[kFirst];
  const int64_t got = std::min(size, kFirst);
  read(0, got, first);
  if (got < 10 || std::memcmp(first, kMagic.data(), kMagic.size()) != 0)
    bad("it does not start with the magic bytes");
  const int version = first[6];
  if (version < 1 || version > 3) bad("version " + std::to_string(version) + " of the format");
  const int64_t start = version == 1 ? 10 : 12;
  if (got < start) bad("it ends within its header");
  int64_t length = first[8] | first[9] << 8;
  if (version > 1) length |= int64_t{first[10]} << 16 | int64_t{first[11]} << 24;
  if (length > kLongest) bad("a header of " + std::to_string(length) + " bytes");
  if (length > size - start) bad("it ends within its header");
  NpyHeader h;
  if (start + length <= got) {
    h = parse({reinterpret_cast<const char*>(first) + start, static_cast<size_t>(length)});
  } else {
    std::string text(static_cast<size_t>(length), '\0');
    read(start, length, reinterpret_cast<uint8_t*>(text.data()));
    h = parse(text);
  }
  h.offset = start + length;
  if (h.bytes() > size - h.offset)
    bad("its shape " + h.shape.str() + " of " + name(h.dtype) + " needs " +
        std::to_string(h.bytes()) + " bytes, there are " + std::to_string(size - h.offset));
  return h;
}

// ---- elements -----------------------------------------------------------------------------------

namespace {

// Note [Boxes]. A box of an array consists of runs: contiguous bytes at regular strides along the
// axes above them. If the gaps between runs are small, many are read at once into a buffer and
// copied from there. If they are large, each run is read directly to its destination.
struct BoxReader {
  const ReadBytes& read;
  int axes = 0;  // axes above the runs, outermost first
  int64_t count[kMaxDims], stride[kMaxDims];
  int64_t span[kMaxDims];  // bytes from the first to the last of one index of the axis
  int64_t run = 0;

  // Copies the box's elements of axes `a` … from memory; returns the end of the written data.
  uint8_t* pick(int a, const uint8_t* from, uint8_t* out) const {
    if (a == axes) {
      std::memcpy(out, from, static_cast<size_t>(run));
      return out + run;
    }
    for (int64_t i = 0; i < count[a]; i++) out = pick(a + 1, from + i * stride[a], out);
    return out;
  }

  uint8_t* fetch(int a, int64_t at, uint8_t* out) {
    if (a == axes) {
      read(at, run, out);
      return out + run;
    }
    const int64_t one = span[a];
    const bool together = stride[a] - one <= kGap && one <= kGroup / 2;
    const int64_t most = together ? std::max<int64_t>((kGroup - one) / stride[a] + 1, 1) : 1;
    for (int64_t i = 0; i < count[a]; i += most) {
      const int64_t n = std::min(most, count[a] - i);
      if (n == 1 && !together) {
        out = fetch(a + 1, at + i * stride[a], out);
        continue;
      }
      const int64_t bytes = (n - 1) * stride[a] + one;
      uint8_t* buffer = scratch(static_cast<size_t>(std::max<int64_t>(bytes, kGroup)), kSlot);
      read(at + i * stride[a], bytes, buffer);
      for (int64_t k = 0; k < n; k++) out = pick(a + 1, buffer + k * stride[a], out);
    }
    return out;
  }
};

// Axes in file order, innermost last; an axis that is read completely merges with the next.
void read_box(const ReadBytes& read, const NpyHeader& h, const int64_t* start, const int64_t* count,
              uint8_t* out) {
  struct Axis {
    int64_t count, stride;
  };
  std::vector<Axis> axes;  // axes above the runs, innermost first
  const int n = h.shape.ndim;
  int64_t at = h.offset, stride = itemsize(h.dtype), run = stride;
  bool in_run = true, whole = true;  // whole: the axis below is read completely
  for (int k = n - 1; k >= 0; k--) {
    const int d = h.fortran ? n - 1 - k : k;
    at += start[d] * stride;
    if (in_run && whole) {
      run *= count[d];
    } else if (!in_run && whole) {
      axes.back().count *= count[d];
    } else {
      axes.push_back({count[d], stride});
      in_run = false;
    }
    whole = count[d] == h.shape[d];
    stride *= h.shape[d];
  }
  BoxReader box{read};
  box.axes = static_cast<int>(axes.size());
  box.run = run;
  int64_t span = run;
  for (int a = box.axes - 1; a >= 0; a--) {
    const Axis& axis = axes[static_cast<size_t>(box.axes - 1 - a)];
    box.count[a] = axis.count;
    box.stride[a] = axis.stride;
    box.span[a] = span;
    span += (axis.count - 1) * axis.stride;
  }
  box.fetch(0, at, out);
}

template <class T>
void swap_bytes(uint8_t* data, int64_t n) {
  for (int64_t i = 0; i < n; i++) {
    T v;
    std::memcpy(&v, data + i * static_cast<int64_t>(sizeof(T)), sizeof(T));
    if constexpr (sizeof(T) == 2) v = __builtin_bswap16(v);
    if constexpr (sizeof(T) == 4) v = __builtin_bswap32(v);
    if constexpr (sizeof(T) == 8) v = __builtin_bswap64(v);
    std::memcpy(data + i * static_cast<int64_t>(sizeof(T)), &v, sizeof(T));
  }
}

}  // namespace

void read_npy_box(const ReadBytes& read, const NpyHeader& h, const int64_t* start,
                  const int64_t* count, uint8_t* out) {
  const int n = h.shape.ndim, item = itemsize(h.dtype);
  Shape box;
  for (int d = 0; d < n; d++) box.push(count[d]);
  const int64_t elements = box.volume();
  if (elements == 0) return;
  if (h.fortran && n > 1) {
    BufferRef stored = allocate(static_cast<size_t>(elements * item));
    read_box(read, h, start, count, stored->data);
    Shape backwards;
    int perm[kMaxDims];
    for (int d = 0; d < n; d++) {
      backwards.push(count[n - 1 - d]);
      perm[d] = n - 1 - d;
    }
    permute_axes(stored->data, backwards, perm, item, out);
  } else {
    read_box(read, h, start, count, out);
  }
  if (h.swapped)
    dispatch_width(h.dtype,
                   [&](auto tag) { swap_bytes<typename decltype(tag)::type>(out, elements); });
  if (h.dtype == DType::b8)  // normalise: files may hold any byte, a bool is 0 or 1
    for (int64_t i = 0; i < elements; i++) out[i] = out[i] != 0;
}

NpyHeader NpyFiles::header(int64_t i, const ReadBytes& read, int64_t size) const {
  if (!remember_) return read_npy_header(read, size);
  {
    std::lock_guard lock(mutex_);
    if (auto it = known_.find(i); it != known_.end() && it->second.first == size)
      return it->second.second;
  }
  NpyHeader h = read_npy_header(read, size);
  std::lock_guard lock(mutex_);
  known_[i] = {size, h};
  return h;
}

}  // namespace hr
