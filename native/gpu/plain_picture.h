// A minimal JPEG to test whether a decoder works.
#pragma once
#include <cstdint>
#include <vector>

namespace hr::gpu {

inline constexpr int kPlainSize = 256;

// Baseline, kPlainSize × kPlainSize, one component, all pixels 128.
inline std::vector<uint8_t> plain_picture() {
  std::vector<uint8_t> file{0xFF, 0xD8};
  auto segment = [&](uint8_t marker, const std::vector<uint8_t>& body) {
    const size_t size = body.size() + 2;
    file.insert(file.end(),
                {0xFF, marker, static_cast<uint8_t>(size >> 8), static_cast<uint8_t>(size & 255)});
    file.insert(file.end(), body.begin(), body.end());
  };
  // A Huffman table with two codes, 00 and 01, for these symbols.
  auto codes = [&](uint8_t table, uint8_t first, uint8_t second) {
    std::vector<uint8_t> body(17, 0);
    body[0] = table;
    body[2] = 2;
    body.insert(body.end(), {first, second});
    segment(0xC4, body);
  };
  std::vector<uint8_t> steps(65, 1);  // quantization table
  steps[0] = 0;
  segment(0xDB, steps);
  constexpr uint8_t high = kPlainSize >> 8, low = kPlainSize & 255;
  segment(0xC0, {8, high, low, high, low, 1, 1, 0x11, 0});
  codes(0x00, 0, 1);     // DC: same as before, or a difference
  codes(0x10, 0, 0xF0);  // AC: end of block, or 16 zeros
  segment(0xDA, {1, 1, 0, 0, 63, 0});
  constexpr size_t blocks = (kPlainSize / 8) * (kPlainSize / 8);
  file.insert(file.end(), blocks * 4 / 8, 0);  // every block: same DC, end of block
  file.insert(file.end(), {0xFF, 0xD9});
  return file;
}

}  // namespace hr::gpu
