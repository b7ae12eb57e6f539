// Strided copy of many small pieces of equal size.
#pragma once
#include <cstdint>
#include <cstring>

namespace hr {

template <int Size>
inline void copy_pieces_of(const uint8_t* in, int64_t in_step, uint8_t* out, int64_t out_step,
                           int64_t count) {
  for (int64_t i = 0; i < count; i++) std::memcpy(out + i * out_step, in + i * in_step, Size);
}

// Copies `count` pieces of `size` bytes; the usual pixel sizes have their own loops.
inline void copy_pieces(const uint8_t* in, int64_t in_step, uint8_t* out, int64_t out_step,
                        int64_t count, int64_t size) {
  switch (size) {
    case 0:
      return;
    case 1:
      return copy_pieces_of<1>(in, in_step, out, out_step, count);
    case 2:
      return copy_pieces_of<2>(in, in_step, out, out_step, count);
    case 3:
      return copy_pieces_of<3>(in, in_step, out, out_step, count);
    case 4:
      return copy_pieces_of<4>(in, in_step, out, out_step, count);
    case 6:
      return copy_pieces_of<6>(in, in_step, out, out_step, count);
    case 8:
      return copy_pieces_of<8>(in, in_step, out, out_step, count);
    case 12:
      return copy_pieces_of<12>(in, in_step, out, out_step, count);
    case 16:
      return copy_pieces_of<16>(in, in_step, out, out_step, count);
    default:
      for (int64_t i = 0; i < count; i++)
        std::memcpy(out + i * out_step, in + i * in_step, static_cast<size_t>(size));
  }
}

}  // namespace hr
