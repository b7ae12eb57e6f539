// Fuzzes one picture format: whole and in part, in every colour, type and size.
#pragma once
#include "codecs/codec.h"
#include "fuzz.h"

namespace fuzz {

inline void decode(const Input& in, const hr::codecs::Info& info,
                   const hr::codecs::Options& options, const hr::codecs::Box& box, int64_t channels,
                   std::vector<uint8_t>& out) {
  const int64_t row = (box.x1 - box.x0) * channels * hr::itemsize(options.dtype);
  out.assign(static_cast<size_t>((box.y1 - box.y0) * row), 0);
  hr::codecs::decode(in.data.data(), in.data.size(), info, options, &box, out.data(),
                     static_cast<ptrdiff_t>(row));
}

// Format::count: any format.
inline int picture(hr::codecs::Format format, Input& in) {
  using namespace hr::codecs;
  constexpr hr::DType kTypes[] = {hr::DType::u8, hr::DType::u16, hr::DType::f32};
  constexpr int kReduce[] = {1, 2, 4, 8};
  Options options;
  options.max_pixels = 1 << 16;  // bounds the time for pictures that damage makes huge
  options.color = static_cast<Color>(in.choose(5));
  options.adjust_orientation = in.choose(2);
  options.dtype = kTypes[in.choose(3)];
  options.fast_idct = in.choose(2);
  options.fancy_upsampling = in.choose(2);
  if (format == Format::jpeg) options.reduce = kReduce[in.choose(4)];
  Info info;
  bool taken = true;
  attempt([&] {
    taken = false;
    info = peek(in.data.data(), in.data.size(), options);
    if (format != Format::count && info.format != format) return;
    taken = true;
    const hr::Shape shape = output_shape(info, options);
    PROMISE(shape.ndim == 3 && shape[0] > 0 && shape[1] > 0 && shape[2] > 0);
    std::vector<uint8_t> whole, part;
    decode(in, info, options, {0, 0, shape[0], shape[1]}, shape[2], whole);
    const int64_t y0 = in.choose(64) % shape[0], x0 = in.choose(64) % shape[1];
    const Box box{y0, x0, shape[0], shape[1] - in.choose(2) * (shape[1] - x0 - 1)};
    decode(in, info, options, box, shape[2], part);
    const size_t pixel = static_cast<size_t>(shape[2] * hr::itemsize(options.dtype));
    const size_t row = static_cast<size_t>(box.x1 - box.x0) * pixel;
    for (int64_t y = box.y0; y < box.y1; y++) {  // a region must equal the crop of the whole
      const uint8_t* a = whole.data() + static_cast<size_t>(y * shape[1] + box.x0) * pixel;
      PROMISE(std::memcmp(a, part.data() + static_cast<size_t>(y - box.y0) * row, row) == 0);
    }
  });
  return taken ? 0 : -1;  // another format: do not add to the corpus
}

}  // namespace fuzz
