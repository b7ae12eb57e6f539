// Decoders outside of the native code, for formats without a native decoder.
#pragma once
#include "codecs/codec.h"

namespace hr::codecs {

// Both throw Error. Called from any thread, concurrently.
struct Foreign {
  // Fills type (u8, u16 or f32), size, channels and orientation.
  void (*peek)(const uint8_t* data, size_t size, Info& info);
  // Decodes the whole picture as stored, contiguous: height × width × channels of info.type.
  void (*decode)(const uint8_t* data, size_t size, const Info& info, void* out);
};

// Affects later calls; `foreign` must stay alive. Null: none.
void set_foreign(const Foreign* foreign);

}  // namespace hr::codecs
