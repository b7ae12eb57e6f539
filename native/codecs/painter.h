// Converts stored rows to output pixels: crop, colours, element type, orientation.
#pragma once
#include "codecs/codec.h"
#include "codecs/orientation.h"

namespace hr::codecs {

class Painter {
 public:
  // `wanted`: a nonempty box of the output.
  Painter(const Info& info, const Options& options, const Box& wanted, void* out, ptrdiff_t pitch);

  const Box& region() const { return region_; }  // needed region, in stored coordinates
  Color color() const { return color_; }

  // Takes row y of the file in full width: `channels` elements of info.type per pixel. Rows outside
  // of the region are ignored.
  void row(int64_t y, const void* stored, int channels);

  // Address of row y of the output if stored rows can be written there unchanged, else null.
  uint8_t* direct(int64_t y, int channels, bool bgr) const;
  ptrdiff_t pitch() const { return target_.row_step; }

 private:
  const uint8_t* recolored(const uint8_t* stored, int channels);

  Format format_;
  DType from_, to_;
  Color color_;
  int channels_;  // of the output
  int64_t stored_width_, width_;
  Box region_;
  Target target_;
};

// Per-thread memory for rows of decoders: reused, never cleared. One slot per user.
uint8_t* row_memory(size_t bytes, int slot);
enum RowSlot { kColorSlot, kTypeSlot, kDecodeSlot, kRowSlots };

}  // namespace hr::codecs
