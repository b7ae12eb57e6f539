// Shared by test_codecs*.cc: a file with its expected pixels.
#pragma once
#include <cstring>

#include "codecs/codec.h"
#include "samples.h"

namespace {

using hr::codecs::Color;
using hr::codecs::Info;
using hr::codecs::Options;

// Contents of a file, samples as 16-bit numbers whatever their depth.
struct Sample {
  Bytes data;
  int width = 0, height = 0, channels = 0;
  std::vector<uint16_t> pixels;  // scaled to the range of the decoded type; empty: unknown
};

void put(Bytes& out, uint64_t v, int bytes, bool little = true) {
  for (int i = 0; i < bytes; i++) {
    out.push_back(static_cast<uint8_t>(v >> 8 * (little ? i : bytes - 1 - i)));
  }
}
void put(Bytes& out, const char* text) { out.insert(out.end(), text, text + std::strlen(text)); }

uint16_t noise(int top) { return static_cast<uint16_t>(draw(0, top)); }

// An Exif block with an orientation.
Bytes exif(int orientation) {
  Bytes b;
  put(b, "MM");
  put(b, 42, 2, false), put(b, 8, 4, false), put(b, 1, 2, false);
  put(b, 0x0112, 2, false), put(b, 3, 2, false), put(b, 1, 4, false);
  put(b, static_cast<uint64_t>(orientation), 2, false), put(b, 0, 6, false);
  return b;
}

}  // namespace
