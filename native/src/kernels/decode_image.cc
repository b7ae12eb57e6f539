// decode_image: encoded bytes to pixels, whole or the region that the next step reads.
#include <algorithm>

#include "headrace/codecs/jpeg.h"
#include "headrace/kernel.h"
#include "headrace/simd/convert.h"

namespace hr {
namespace {

enum { kOutputType, kAdjustOrientation, kFastIdct, kFancyUpsampling, kMaxPixels, kScale };

struct State {
  jpeg::Info info;
};

jpeg::Options options(const Args& a) {
  jpeg::Options o;
  static constexpr jpeg::Color colors[] = {jpeg::Color::rgb, jpeg::Color::bgr, jpeg::Color::gray,
                                           jpeg::Color::ycbcr, jpeg::Color::any};
  o.color = colors[a.i(kOutputType)];
  o.adjust_orientation = a.i(kAdjustOrientation) != 0;
  o.fast_idct = a.i(kFastIdct) != 0;
  o.fancy_upsampling = a.i(kFancyUpsampling) != 0;
  o.max_pixels = a.i(kMaxPixels);
  return o;
}

const char* format_of(const uint8_t* p, int64_t n) {
  auto starts = [&](const char* magic, int64_t length, int64_t at = 0) {
    return n >= at + length &&
           std::equal(magic, magic + length, reinterpret_cast<const char*>(p) + at);
  };
  if (starts("\xFF\xD8\xFF", 3)) return "JPEG";
  if (starts("\x89PNG", 4)) return "PNG";
  if (starts("RIFF", 4) && starts("WEBP", 4, 8)) return "WebP";
  if (starts("BM", 2)) return "BMP";
  if (starts("II*\0", 4) || starts("MM\0*", 4)) return "TIFF";
  if (starts("GIF8", 4)) return "GIF";
  if (starts("\0\0\0\x0CjP  ", 8)) return "JPEG 2000";
  if (n >= 2 && p[0] == 'P' && p[1] >= '1' && p[1] <= '6') return "PNM";
  return nullptr;
}

void infer(InferContext& c) {
  const View& in = c.in[0];
  int64_t n = in.volume();
  if (n == 0) fail(ErrorKind::decode, "no data: the encoded image is empty");
  const char* format = format_of(in.data, n);
  if (!format) fail(ErrorKind::decode, "not an image: the first bytes belong to no known format");
  if (format[0] != 'J' || format[4] == ' ')
    fail(ErrorKind::decode, std::string("this build decodes JPEG only, the data is ") + format);
  State& s = *static_cast<State*>(c.state);
  s.info = jpeg::peek(in.data, static_cast<size_t>(n));
  jpeg::Options o = options(c.args);
  if (int64_t(s.info.width) * s.info.height > o.max_pixels)
    fail(ErrorKind::decode, "the image has " + std::to_string(s.info.width) + "x" +
                                std::to_string(s.info.height) + " pixels, more than the limit of " +
                                std::to_string(o.max_pixels));
  jpeg::Shape shape = jpeg::output_shape(s.info, o);
  c.out[0] = Shape{shape.height, shape.width, shape.channels};
}

// A picture that cannot be decoded is one black pixel, where that is asked for.
void fill(InferContext& c) {
  c.out[0] = Shape{1, 1, options(c.args).color == jpeg::Color::gray ? 1 : 3};
}

void run(RunContext& c) {
  thread_local jpeg::Decoder decoder;
  const View &in = c.in[0], &out = c.out[0];
  jpeg::Box box{out.region.y0, out.region.x0, out.region.y1, out.region.x1};
  int64_t rows = out.windowed ? box.y1 - box.y0 : out.shape[0],
          cols = out.windowed ? box.x1 - box.x0 : out.shape[1];
  int64_t elements = rows * cols * out.shape[2];
  if (elements == 0) return;
  uint8_t* pixels = out.dtype == DType::u8 ? out.data : scratch(static_cast<size_t>(elements), 0);
  decoder.decode(in.data, static_cast<size_t>(in.volume()), c.st<State>().info, options(c.args),
                 out.windowed ? &box : nullptr, pixels, cols * out.shape[2]);
  if (out.dtype == DType::u8) return;
  // Other types get the 8-bit range stretched to theirs; floats get [0, 1].
  converter(DType::u8, out.dtype)(pixels, out.data, elements);
  double scale = c.args.f(kScale);
  dispatch(out.dtype, [&](auto t) {
    using T = typename decltype(t)::type;
    T* p = out.as<T>();
    for (int64_t i = 0; i < elements; i++) {
      if constexpr (is_real<T>)
        p[i] = T(static_cast<float>(pixels[i]) * static_cast<float>(scale));
      else
        p[i] = convert<T>(pixels[i] * scale);
    }
  });
}

const KernelEntry entry{{.name = "decode_image",
                         .params = {"output_type", "adjust_orientation", "fast_idct",
                                    "fancy_upsampling", "max_pixels", "scale"},
                         .infer = infer,
                         .run = run,
                         .fill = fill,
                         .state_size = sizeof(State),
                         .data_inputs = 1,
                         .makes_region = true,
                         .cost = 40.0f}};

}  // namespace
}  // namespace hr
