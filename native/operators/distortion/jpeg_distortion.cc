// jpeg_distortion: applies the artefacts of JPEG compression at a given quality.
//
// Uses 4:2:0 subsampling, libjpeg's default. Processes strips of 16 rows, the height of an MCU, and
// keeps only the rows that are still needed, so that all data stays in cache.
#include "operators/distortion/jpeg_distortion.h"

#include <algorithm>
#include <cstring>

namespace hr {
namespace {

constexpr int kStrip = 16;

// Tables K.1 and K.2 of ITU-T T.81.
constexpr uint8_t kLuma[64] = {16,  11,  10,  16,  24, 40, 51,  61,  12,  12,  14,  19,  26,
                               58,  60,  55,  14,  13, 16, 24,  40,  57,  69,  56,  14,  17,
                               22,  29,  51,  87,  80, 62, 18,  22,  37,  56,  68,  109, 103,
                               77,  24,  35,  55,  64, 81, 104, 113, 92,  49,  64,  78,  87,
                               103, 121, 120, 101, 72, 92, 95,  98,  112, 100, 103, 99};
constexpr uint8_t kChroma[64] = {17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99,
                                 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99,
                                 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
                                 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99};

constexpr int kLargest = 8192;  // largest coefficient, scaled by 8: 64 samples of -128

// See QuantStep.
QuantStep quant_step(int step) {
  int d = 8 * step, bits = 0;
  while ((1 << bits) < d) bits++;
  int multiple = kLargest / d + 1;
  return {static_cast<uint16_t>(step), static_cast<uint16_t>(multiple * d + d / 2),
          static_cast<uint16_t>((1 << (15 + bits)) / d + 1),
          static_cast<uint16_t>(1 << (17 - bits)), static_cast<uint16_t>(multiple * step)};
}

// Quantisation table for a quality, by the rule of the Independent JPEG Group.
void quant_table(const uint8_t* base, int64_t quality, QuantTable& table) {
  int64_t scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  for (int k = 0; k < 64; k++)
    table.s[k] =
        quant_step(static_cast<int>(std::clamp<int64_t>((base[k] * scale + 50) / 100, 1, 255)));
}

}  // namespace

void fill_jpeg_tables(int64_t quality, JpegTables& to) {
  quant_table(kLuma, quality, to.luma);
  quant_table(kChroma, quality, to.chroma);
}

namespace {

const JpegTables& tables(int64_t quality) {
  thread_local JpegTables t;
  thread_local int64_t known = 0;
  if (known != quality) fill_jpeg_tables(quality, t);
  known = quality;
  return t;
}

// Rows of one image in progress: each plane keeps a ring of two strips.
class Image {
 public:
  Image(const View& in, const View& out, const JpegTables& tables)
      : in_(in.data), out_(out.data), height_(in.shape[0]), width_(in.shape[1]), tables_(tables) {
    units_ = (width_ + kStrip - 1) / kStrip;
    pitch_ = (units_ + 1) / 2 * 2 * kStrip;  // a multiple of 32: see JpegLoops
    columns_ = (width_ + 1) / 2;
    lines_ = (height_ + 1) / 2;
    int64_t plane = 2 * kStrip * pitch_;  // size of the luma plane; chroma has a quarter
    luma_ = scratch(static_cast<size_t>(plane * 3 / 2 + 4 * pitch_), 0);
    chroma_[0] = luma_ + plane;
    chroma_[1] = chroma_[0] + plane / 4;
    full_ = chroma_[1] + plane / 4;
  }

  void run() {
    int64_t done = 0;  // finished chroma rows
    for (int64_t top = 0; top < height_; top += kStrip) {
      read(top);
      distort(top);
      // The last row of a strip needs the first row of the next one.
      int64_t ready = std::min(lines_, top / 2 + kStrip / 2 - 1);
      if (top + kStrip >= height_) ready = lines_;
      for (; done < ready; done++) write(done);
    }
  }

 private:
  uint8_t* luma(int64_t y) { return luma_ + y % (2 * kStrip) * pitch_; }
  uint8_t* chroma(int c, int64_t y) { return chroma_[c] + y % kStrip * (pitch_ / 2); }
  uint8_t* full(int k) { return full_ + k * pitch_; }

  void widen(uint8_t* row) const {
    std::memset(row + width_, row[width_ - 1], static_cast<size_t>(pitch_ - width_));
  }

  // Converts the colours of a strip; rows below the image repeat the last one.
  void read(int64_t top) {
    for (int64_t y = top; y < top + kStrip; y += 2) {
      if (y >= height_) {
        std::memcpy(luma(y), luma(y - 1), static_cast<size_t>(pitch_));
        std::memcpy(luma(y + 1), luma(y - 1), static_cast<size_t>(pitch_));
        for (int c : {0, 1})
          std::memcpy(chroma(c, y / 2), chroma(c, y / 2 - 1), static_cast<size_t>(pitch_ / 2));
        continue;
      }
      for (int k : {0, 1}) {
        int64_t from = std::min(y + k, height_ - 1);
        loops_.to_ycc(in_ + from * width_ * 3, luma(y + k), full(k), full(2 + k), width_);
        widen(luma(y + k));
        widen(full(k));
        widen(full(2 + k));
      }
      for (int c : {0, 1}) loops_.halve(full(2 * c), full(2 * c + 1), chroma(c, y / 2), pitch_ / 2);
    }
  }

  void distort(int64_t top) {
    loops_.distort(luma(top), pitch_, 2 * units_, tables_.luma);
    loops_.distort(luma(top + 8), pitch_, 2 * units_, tables_.luma);
    for (int c : {0, 1}) loops_.distort(chroma(c, top / 2), pitch_ / 2, units_, tables_.chroma);
  }

  // Writes rows 2 * line and 2 * line + 1.
  void write(int64_t line) {
    for (int64_t y = 2 * line; y < std::min(2 * line + 2, height_); y++) {
      int64_t near = std::clamp<int64_t>(y % 2 ? line + 1 : line - 1, 0, lines_ - 1);
      for (int c : {0, 1}) {
        // Narrow images are not smoothed.
        if (columns_ > 2)
          loops_.enlarge(chroma(c, line), chroma(c, near), full(c), columns_);
        else
          loops_.repeat(chroma(c, line), full(c), columns_);
      }
      loops_.to_rgb(luma(y), full(0), full(1), out_ + y * width_ * 3, width_);
    }
  }

  const uint8_t* in_;
  uint8_t* out_;
  int64_t height_, width_;
  const JpegTables& tables_;
  const JpegLoops& loops_ = jpeg_distorters();
  int64_t units_, pitch_, columns_, lines_;  // columns and lines: of chroma
  uint8_t *luma_, *chroma_[2], *full_;       // full: chroma rows at full width
};

void infer(InferContext& c) {
  const Shape& in = c.in[0].shape;
  if (in[2] != 3) fail_value("needs images with 3 channels (RGB), got shape " + in.str());
  c.out[0] = in;
}

void run(const JpegDistortionArgs& a, RunContext& c) {
  if (c.out[0].volume() == 0) return;
  int64_t quality = std::clamp<int64_t>(a.quality, 1, 100);
  Image(c.in[0], c.out[0], tables(quality)).run();
}

const KernelEntry entry{{.name = "jpeg_distortion",
                         .args = schema<JpegDistortionArgs>(),
                         .infer = infer,
                         .run = typed<run>,
                         .cost = 8.0f}};

}  // namespace
}  // namespace hr
