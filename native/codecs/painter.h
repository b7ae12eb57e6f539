// From stored rows to the pixels that were asked for: cut, colours, element type, orientation.
#pragma once
#include "codecs/codec.h"
#include "codecs/orientation.h"

namespace hr::codecs {

class Painter {
 public:
  // `wanted`: a box of the output, not empty.
  Painter(const Info& info, const Options& options, const Box& wanted, void* out, ptrdiff_t pitch);

  const Box& region() const { return region_; }  // what is needed, in stored coordinates
  Color color() const { return color_; }

  // Row y of the file, all of its width: `channels` elements of info.type a pixel. Rows outside of
  // the region are passed over.
  void row(int64_t y, const void* stored, int channels);

  // Where row y of the output is, if stored rows of this kind can be written there as they are.
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

// Memory of this thread for a decoder's rows: reused, never cleared. Slots keep users apart.
uint8_t* row_memory(size_t bytes, int slot);
enum RowSlot { kColorSlot, kTypeSlot, kDecodeSlot, kRowSlots };

}  // namespace hr::codecs
