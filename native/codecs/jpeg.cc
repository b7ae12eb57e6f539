// Decodes JPEG with libjpeg-turbo, whole images or regions.
//
// Note [libjpeg and exceptions]: libjpeg reports errors through a function that must not return,
// and a C++ exception cannot unwind C frames. So all code that calls libjpeg runs inside of
// State::guard, which catches a longjmp. Code in there has only trivially destructible objects on
// its stack and allocates nothing. Exceptions are thrown outside of it.
//
// Note [Region decode]: libjpeg-turbo can skip the inverse transform and colour conversion of rows
// above a region and of iMCU columns beside it; entropy decoding is still needed up to the region's
// last row. At a cut, libjpeg smooths chroma as if the image ended there, which affects two
// columns: decoding two more on both sides gives the pixels of the whole image. Block smoothing,
// used for progressive files without their last scans, reaches further: then no columns are
// skipped.
#include "codecs/jpeg.h"

#include <algorithm>
#include <csetjmp>
#include <cstdio>  // before jpeglib.h, which uses FILE
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <jerror.h>
#include <jpeglib.h>

#include "base/error.h"
#include "codecs/orientation.h"

namespace hr::jpeg {

using codecs::Orientation;
using codecs::Target;

namespace {

constexpr int kMargin = 2;      // Note [Region decode]
constexpr int kRowsAtOnce = 8;  // rows per libjpeg call
// A normal progressive file has about ten scans, a hostile one thousands. A scan of a few bytes
// still processes the whole picture, so the limit is lower for large pictures.
constexpr int64_t kMaxScans = 500, kScansOfAny = 50, kScannedPixels = kMaxScans << 20;

constexpr uint8_t kEoi[] = {0xFF, 0xD9};  // end-of-image marker

[[noreturn]] void fail(const std::string& reason) { throw Error(ErrorKind::decode, reason); }

// Searches for an EOI marker; nearly always it is the last two bytes.
bool has_eoi(const uint8_t* p, size_t n) {
  for (size_t i = n; i >= 2; i--) {
    if (p[i - 2] == kEoi[0] && p[i - 1] == kEoi[1]) return true;
  }
  return false;
}

// ---- libjpeg's callbacks -------------------------------------------------------------------

struct ErrorManager : jpeg_error_mgr {
  std::jmp_buf jump;
  bool many_scans;  // error raised by on_progress, not by libjpeg
};

[[noreturn]] void on_error(j_common_ptr c) {
  std::longjmp(static_cast<ErrorManager*>(c->err)->jump, 1);
}
void on_message(j_common_ptr c, int level) {
  if (level < 0) c->err->num_warnings++;
}
void on_output(j_common_ptr) {}

int64_t most_scans(const jpeg_decompress_struct& c) {
  const int64_t pixels = std::max<int64_t>(1, int64_t{c.image_width} * c.image_height);
  return std::clamp(kScannedPixels / pixels, kScansOfAny, kMaxScans);
}

void on_progress(j_common_ptr c) {
  const auto* decoder = reinterpret_cast<j_decompress_ptr>(c);
  if (decoder->input_scan_number <= most_scans(*decoder)) return;
  static_cast<ErrorManager*>(c->err)->many_scans = true;
  on_error(c);
}

struct Source : jpeg_source_mgr {
  bool exhausted;  // libjpeg read past the end of the data
};

// At the end of the data libjpeg gets EOI markers, which stop it.
boolean fill_source(j_decompress_ptr c) {
  static_cast<Source*>(c->src)->exhausted = true;
  WARNMS(c, JWRN_JPEG_EOF);
  c->src->next_input_byte = kEoi;
  c->src->bytes_in_buffer = sizeof kEoi;
  return TRUE;
}

void skip_source(j_decompress_ptr c, long bytes) {  // NOLINT: libjpeg's type
  if (bytes <= 0) return;
  if (static_cast<size_t>(bytes) > c->src->bytes_in_buffer) {
    fill_source(c);
    return;
  }
  c->src->next_input_byte += bytes;
  c->src->bytes_in_buffer -= static_cast<size_t>(bytes);
}

void ignore(j_decompress_ptr) {}

// ---- colour conversion of rows in place ----------------------------------------------------
// Bit-exact with DALI 2.4.0, which truncates gray from CMYK.

void cmyk_to_rgb(uint8_t* row, int64_t width, bool inverted) {
  const int flip = inverted ? 0 : 255;  // Adobe programs store 255 - ink
  const uint8_t* in = row;
  for (int64_t i = 0; i < width; i++, in += 4, row += 3) {
    const int k = in[3] ^ flip;
    for (int c = 0; c < 3; c++) row[c] = static_cast<uint8_t>((in[c] ^ flip) * k / 255);
  }
}

void rgb_to_bgr(uint8_t* row, int64_t width) {
  for (int64_t i = 0; i < width; i++) std::swap(row[3 * i], row[3 * i + 2]);
}

void rgb_to_gray(uint8_t* row, int64_t width) {
  for (int64_t i = 0; i < width; i++) {
    const float r = row[3 * i], g = row[3 * i + 1], b = row[3 * i + 2];
    row[i] = static_cast<uint8_t>(0.299f * r + 0.587f * g + 0.114f * b);
  }
}

void rgb_to_ycbcr(uint8_t* row, int64_t width) {
  for (int64_t i = 0; i < width; i++, row += 3) {
    const float r = row[0], g = row[1], b = row[2];
    // Between 16 and 240: no saturation needed. Keep the order of additions, for bit-exact results.
    const float y = 0.25678823529f * r + 0.50412941176f * g + 0.09790588235f * b + 16.f;
    const float cb = -0.14822289945f * r - 0.29099278682f * g + 0.43921568627f * b + 128.f;
    const float cr = 0.43921568627f * r - 0.36778831435f * g - 0.07142737192f * b + 128.f;
    row[0] = static_cast<uint8_t>(y + 0.5f);
    row[1] = static_cast<uint8_t>(cb + 0.5f);
    row[2] = static_cast<uint8_t>(cr + 0.5f);
  }
}

// One decode, in stored coordinates.
struct Job {
  const uint8_t* data;
  size_t size;
  const Info& info;
  const Options& options;
  Color color;  // never `any`
  Box region;
  Target target;
};

}  // namespace

struct Decoder::State {
  jpeg_decompress_struct cinfo{};
  ErrorManager errors{};
  Source source{};
  jpeg_progress_mgr progress{};
  std::vector<uint8_t> scratch;  // kRowsAtOnce rows

  State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  template <typename Body>
  bool guard(Body body);
  void open(const Job& job);
  void read_region(const Job& job);
  [[noreturn]] void raise();
};

// Runs `body`; false if libjpeg raised an error. See Note [libjpeg and exceptions].
template <typename Body>
bool Decoder::State::guard(Body body) {
  static_assert(std::is_trivially_destructible_v<Body>);
  if (setjmp(errors.jump) != 0) return false;
  body();
  return true;
}

Decoder::State::State() {
  cinfo.err = jpeg_std_error(&errors);
  errors.error_exit = on_error;
  errors.emit_message = on_message;
  errors.output_message = on_output;
  source.init_source = ignore;
  source.fill_input_buffer = fill_source;
  source.skip_input_data = skip_source;
  source.resync_to_restart = jpeg_resync_to_restart;
  source.term_source = ignore;
  progress.progress_monitor = on_progress;
}

void Decoder::State::raise() {
  if (errors.many_scans)
    fail("corrupt JPEG: it has more than " + std::to_string(most_scans(cinfo)) + " scans");
  char reason[JMSG_LENGTH_MAX];
  errors.format_message(reinterpret_cast<j_common_ptr>(&cinfo), reason);
  const bool memory = errors.msg_code == JERR_OUT_OF_MEMORY;
  throw Error(memory ? ErrorKind::memory : ErrorKind::decode,
              std::string("corrupt JPEG: ") + reason);
}

// Reads the header and sets the decoding parameters.
void Decoder::State::open(const Job& job) {
  source.next_input_byte = job.data;
  source.bytes_in_buffer = job.size;
  source.exhausted = false;
  errors.num_warnings = 0;
  errors.many_scans = false;
  // A new decompressor per image: libjpeg would reuse old tables for an image that lacks its own.
  jpeg_create_decompress(&cinfo);
  cinfo.src = &source;
  cinfo.progress = &progress;
  jpeg_read_header(&cinfo, TRUE);
  if (job.info.components == 4) {
    cinfo.out_color_space = JCS_CMYK;
  } else if (job.color == Color::gray) {
    cinfo.out_color_space = JCS_GRAYSCALE;
  } else {
    cinfo.out_color_space = job.color == Color::bgr ? JCS_EXT_BGR : JCS_RGB;
  }
  cinfo.scale_num = 1;
  cinfo.scale_denom = static_cast<unsigned>(job.options.reduce);
  cinfo.dct_method = job.options.fast_idct ? JDCT_IFAST : JDCT_ISLOW;
  cinfo.do_fancy_upsampling = job.options.fancy_upsampling;
}

// True if libjpeg will smooth blocks: if some AC coefficients are not known to full precision.
bool smooths_blocks(const jpeg_decompress_struct& c) {
  if (!c.progressive_mode || !c.coef_bits) return false;
  for (int i = 0; i < c.num_components; i++) {
    for (int k = 1; k < DCTSIZE2; k++) {
      if (c.coef_bits[i][k] != 0) return true;
    }
  }
  return false;
}

void Decoder::State::read_region(const Job& job) {
  const Box& region = job.region;
  const int64_t width = region.x1 - region.x0, height = region.y1 - region.y0;
  jpeg_start_decompress(&cinfo);
  JDIMENSION left = 0;
  const int64_t image_width = cinfo.output_width;
  if (width < image_width && !smooths_blocks(cinfo)) {
    const int64_t margin = cinfo.max_h_samp_factor > 1 ? kMargin : 0;
    const int64_t x0 = std::max<int64_t>(0, region.x0 - margin);
    const int64_t x1 = std::min<int64_t>(image_width, region.x1 + margin);
    left = static_cast<JDIMENSION>(x0);
    JDIMENSION columns = static_cast<JDIMENSION>(x1 - x0);
    jpeg_crop_scanline(&cinfo, &left, &columns);
  }
  if (region.y0 > 0) jpeg_skip_scanlines(&cinfo, static_cast<JDIMENSION>(region.y0));

  const bool cmyk = cinfo.out_color_space == JCS_CMYK;
  const ptrdiff_t pixel = cinfo.output_components;
  const ptrdiff_t bytes = pixel * static_cast<ptrdiff_t>(cinfo.output_width);
  const Target& target = job.target;
  // Rows that need no cropping, rotation or conversion are decoded directly to the output.
  const bool direct = cinfo.output_width == width && target.straight() && target.pixel == pixel;
  for (int64_t y = 0; y < height;) {
    JSAMPROW rows[kRowsAtOnce];
    const int wanted = static_cast<int>(std::min<int64_t>(kRowsAtOnce, height - y));
    for (int i = 0; i < wanted; i++) {
      rows[i] = direct ? target.origin + (y + i) * target.row_step : scratch.data() + i * bytes;
    }
    const int got = static_cast<int>(jpeg_read_scanlines(&cinfo, rows, wanted));
    if (got <= 0) ERREXIT(&cinfo, JERR_CANT_SUSPEND);
    for (int i = 0; i < got; i++) {
      uint8_t* row = rows[i] += (region.x0 - left) * pixel;
      if (cmyk) {
        cmyk_to_rgb(row, width, cinfo.saw_Adobe_marker);
        if (job.color == Color::bgr) rgb_to_bgr(row, width);
        if (job.color == Color::gray) rgb_to_gray(row, width);
      }
      if (job.color == Color::ycbcr) rgb_to_ycbcr(row, width);
    }
    if (!direct) target.put(y, got, rows, width);
    y += got;
  }
}

Decoder::Decoder() : state_(std::make_unique<State>()) {}
Decoder::~Decoder() = default;
Decoder::Decoder(Decoder&&) noexcept = default;
Decoder& Decoder::operator=(Decoder&&) noexcept = default;

Stats Decoder::decode(const uint8_t* data, size_t size, const Info& info, const Options& options,
                      const Box* box, uint8_t* out, ptrdiff_t pitch) {
  const int64_t pixels = int64_t{info.width} * info.height;
  if (pixels > options.max_pixels) {
    fail("too large a JPEG: " + std::to_string(info.width) + "×" + std::to_string(info.height) +
         " is more than the limit of " + std::to_string(options.max_pixels) + " pixels");
  }
  const Shape shape = output_shape(info, options);
  const Box whole{0, 0, shape.height, shape.width}, wanted = box ? *box : whole;
  if (wanted.y0 < 0 || wanted.x0 < 0 || wanted.y1 < wanted.y0 || wanted.x1 < wanted.x0 ||
      wanted.y1 > shape.height || wanted.x1 > shape.width) {
    throw Error(ErrorKind::value, "the region to decode lies outside of the image");
  }
  const Orientation turn(options.adjust_orientation ? info.orientation : 1);
  const Box region =
      codecs::to_stored(wanted, turn, options.reduced(info.height), options.reduced(info.width));
  const int channels = static_cast<int>(shape.channels);
  const bool gray = channels == 1;
  const Color color =
      options.color == Color::any ? (gray ? Color::gray : Color::rgb) : options.color;
  const bool empty = region.y0 == region.y1 || region.x0 == region.x1;
  const Target target = empty ? Target{} : Target::make(region, turn, channels, out, pitch);
  const Job job{data, size, info, options, color, region, target};

  State& s = *state_;
  struct Release {
    jpeg_decompress_struct* cinfo;
    ~Release() { jpeg_destroy_decompress(cinfo); }
  } release{&s.cinfo};
  if (!s.guard([&] { s.open(job); })) {
    if (s.source.exhausted) fail("truncated JPEG: it ends inside of the header");
    s.raise();
  }
  const size_t header = size - s.source.bytes_in_buffer;
  if (s.source.exhausted || !has_eoi(data + header, size - header)) {
    fail("truncated JPEG: there is no end-of-image marker");
  }
  if (static_cast<int>(s.cinfo.image_width) != info.width ||
      static_cast<int>(s.cinfo.image_height) != info.height ||
      s.cinfo.num_components != info.components) {
    throw Error(ErrorKind::value, "the JPEG header is of another image");
  }
  if (empty) return {static_cast<int>(s.errors.num_warnings)};
  // Room for any crop of a row that libjpeg may choose. It only grows, because growing zero-fills.
  s.scratch.resize(std::max(s.scratch.size(), size_t{4} * kRowsAtOnce * s.cinfo.image_width));
  if (!s.guard([&] { s.read_region(job); })) s.raise();
  return {static_cast<int>(s.errors.num_warnings)};
}

}  // namespace hr::jpeg
