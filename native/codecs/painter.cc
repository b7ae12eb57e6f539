// Converts stored rows to pixels, with colours bit-exact with DALI 2.4.0.
#include "codecs/painter.h"

#include <memory>

#include "codecs/stretch.h"

namespace hr::codecs {
namespace {

inline float real_gray(float r, float g, float b) { return 0.299f * r + 0.587f * g + 0.114f * b; }

// Gray from RGB. DALI rounds differently for each format; the weights are the same.
template <int Bits, uint32_t R, uint32_t G, uint32_t B>
struct FixedMix {
  template <class T>
  static T gray(T r, T g, T b) {
    return static_cast<T>((R * r + G * g + B * b + (1u << (Bits - 1))) >> Bits);
  }
  static float gray(float r, float g, float b) { return real_gray(r, g, b); }
};
struct RealMix {
  template <class T>
  static T gray(T r, T g, T b) {
    return convert<T>(real_gray(r, g, b));
  }
};
using Mix14 = FixedMix<14, 4899, 9617, 1868>;
using Mix15 = FixedMix<15, 9798, 19235, 3735>;

template <class Mix, class T>
void mix_gray(const T* in, int channels, T* out, int64_t n) {
  for (int64_t i = 0; i < n; i++, in += channels) out[i] = Mix::gray(in[0], in[1], in[2]);
}

template <class T>
void to_gray(const T* in, int channels, T* out, int64_t n, Format format) {
  if (channels < 3) {
    for (int64_t i = 0; i < n; i++) out[i] = in[i * channels];
  } else if (format == Format::bmp || format == Format::pnm) {
    mix_gray<Mix14>(in, channels, out, n);
  } else if (format == Format::tiff) {
    mix_gray<RealMix>(in, channels, out, n);
  } else {
    mix_gray<Mix15>(in, channels, out, n);
  }
}

// `first`: position of red, 0 or 2.
template <class T>
void to_three(const T* in, int channels, T* out, int64_t n, int first) {
  const int g = channels < 3 ? 0 : 1, b = channels < 3 ? 0 : 2;
  for (int64_t i = 0; i < n; i++, in += channels, out += 3) {
    out[first] = in[0];
    out[1] = in[g];
    out[2 - first] = in[b];
  }
}

template <class T>
void recolor(const void* in, int channels, void* out, int64_t n, Color color, Format format) {
  const T* from = static_cast<const T*>(in);
  T* to = static_cast<T*>(out);
  if (color == Color::gray) return to_gray(from, channels, to, n, format);
  to_three(from, channels, to, n, color == Color::bgr ? 2 : 0);
}

// In the range of the element type: black at 1/16 of the range, zero chroma in the middle.
template <class From, class To>
void to_ycbcr(const From* in, To* out, int64_t n) {
  constexpr double range = is_real<To> ? 1. : static_cast<double>(std::numeric_limits<To>::max());
  constexpr double from_range =
      is_real<From> ? 1. : static_cast<double>(std::numeric_limits<From>::max());
  constexpr float scale = static_cast<float>(range / from_range);
  constexpr float middle = static_cast<float>(is_real<To> ? 0.5 : (range + 1) / 2);
  constexpr float black = middle / 8;
  for (int64_t i = 0; i < n; i++, in += 3, out += 3) {
    const float r = in[0] * scale, g = in[1] * scale, b = in[2] * scale;
    // Keep the order of additions: results must be bit-exact.
    out[0] = convert<To>(0.25678823529f * r + 0.50412941176f * g + 0.09790588235f * b + black);
    out[1] = convert<To>(-0.14822289945f * r - 0.29099278682f * g + 0.43921568627f * b + middle);
    out[2] = convert<To>(0.43921568627f * r - 0.36778831435f * g - 0.07142737192f * b + middle);
  }
}

void ycbcr(const void* in, DType from, void* out, DType to, int64_t n) {
  dispatch(to, [&](auto tag) {
    using To = typename decltype(tag)::type;
    if constexpr (std::is_same_v<To, bool>) {
      throw Error(ErrorKind::type, "YCbCr as bool has no meaning");
    } else {
      To* p = static_cast<To*>(out);
      if (from == DType::u8) return to_ycbcr(static_cast<const uint8_t*>(in), p, n);
      if (from == DType::u16) return to_ycbcr(static_cast<const uint16_t*>(in), p, n);
      to_ycbcr(static_cast<const float*>(in), p, n);
    }
  });
}

}  // namespace

uint8_t* row_memory(size_t bytes, int slot) {
  struct Block {
    std::unique_ptr<uint8_t[]> data;
    size_t size = 0;
  };
  thread_local Block blocks[kRowSlots];
  Block& b = blocks[slot];
  constexpr size_t kKeep = size_t{64} << 20;  // larger buffers are not kept
  if (b.size < bytes || (b.size > kKeep && bytes < kKeep)) {
    b.data.reset();
    b.size = 0;
    b.data.reset(new uint8_t[bytes + 64]);
    b.size = bytes;
  }
  return b.data.get();
}

Painter::Painter(const Info& info, const Options& options, const Box& wanted, void* out,
                 ptrdiff_t pitch)
    : format_(info.format),
      from_(info.type),
      to_(options.dtype),
      color_(options.color),
      channels_(static_cast<int>(output_shape(info, options)[2])),
      stored_width_(info.width) {
  const Orientation turn(options.adjust_orientation ? info.orientation : 1);
  region_ = to_stored(wanted, turn, info.height, info.width);
  width_ = region_.x1 - region_.x0;
  target_ = Target::make(region_, turn, channels_ * itemsize(to_), out, pitch);
}

uint8_t* Painter::direct(int64_t y, int channels, bool bgr) const {
  const bool same_color = color_ == Color::any   ? channels == channels_ && !bgr
                          : color_ == Color::rgb ? channels == 3 && !bgr
                          : color_ == Color::bgr ? channels == 3 && bgr
                                                 : color_ == Color::gray && channels == 1;
  if (!same_color || from_ != to_ || !target_.straight() || width_ != stored_width_) {
    return nullptr;
  }
  return target_.origin + (y - region_.y0) * target_.row_step;
}

const uint8_t* Painter::recolored(const uint8_t* stored, int channels) {
  const Color color = color_ == Color::ycbcr ? Color::rgb : color_;
  if (color == Color::any || (color == Color::rgb && channels == 3) ||
      (color == Color::gray && channels == 1)) {
    return stored;
  }
  uint8_t* line = row_memory(static_cast<size_t>(width_ * 3 * itemsize(from_)), kColorSlot);
  if (from_ == DType::u8) {
    recolor<uint8_t>(stored, channels, line, width_, color, format_);
  } else if (from_ == DType::u16) {
    recolor<uint16_t>(stored, channels, line, width_, color, format_);
  } else {
    recolor<float>(stored, channels, line, width_, color, format_);
  }
  return line;
}

void Painter::row(int64_t y, const void* stored, int channels) {
  if (y < region_.y0 || y >= region_.y1) return;
  const uint8_t* line = recolored(
      static_cast<const uint8_t*>(stored) + region_.x0 * channels * itemsize(from_), channels);
  const bool straight = target_.straight();
  uint8_t* out = straight ? target_.origin + (y - region_.y0) * target_.row_step
                          : row_memory(static_cast<size_t>(width_ * target_.pixel), kTypeSlot);
  if (color_ == Color::ycbcr) {
    ycbcr(line, from_, out, to_, width_);
  } else {
    stretch(line, from_, out, to_, width_ * channels_);
  }
  if (!straight) target_.put(y - region_.y0, 1, &out, width_);
}

}  // namespace hr::codecs
