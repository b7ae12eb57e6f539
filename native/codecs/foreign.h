// Decoders that live outside of the native code, for the formats that it does not read itself.
#pragma once
#include "codecs/codec.h"

namespace hr::codecs {

// Both throw Error. They may be called from any thread, several at a time.
struct Foreign {
  // Fills type (u8, u16 or f32), size, channels and orientation.
  void (*peek)(const uint8_t* data, size_t size, Info& info);
  // All of the picture as stored, densely: height × width × channels of info.type.
  void (*decode)(const uint8_t* data, size_t size, const Info& info, void* out);
};

// Takes effect for later calls; `foreign` stays alive. Null: none.
void set_foreign(const Foreign* foreign);

}  // namespace hr::codecs
