// What the decoders of parts of pictures share with their GPU versions.
#pragma once
#include "operators/decode/decode_image.h"

namespace hr {

struct DecodeWindow {
  codecs::Info info;
  Region window;  // of the whole picture
};

}  // namespace hr
