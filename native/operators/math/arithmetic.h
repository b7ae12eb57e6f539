// An arithmetic call, as used by the CPU and GPU lanes.
#pragma once
#include "engine/kernel.h"
#include "simd/arithmetic.h"
#include "simd/convert.h"

namespace hr {

constexpr int kMaxOperands = 3;

// Parsed Spec::consts.
struct ArithmeticCall {
  int count = 0;              // number of operands
  int input[kMaxOperands];    // input index, -1: a constant
  int slot[kMaxOperands];     // of a constant: index of the call's immediate
  DType dtype[kMaxOperands];  // of a constant
  DType compute[kMaxOperands];
  DType made = DType::b8;  // result type of the function
  Op op = Op::add;
  bool comparison = false;
  const ArithmeticEntry* entry = nullptr;
  const ArithmeticEntry* mirrored = nullptr;  // for swapped operands
};

// Writes operand j, a constant, as an element of its own type.
void read_constant(const ArithmeticCall& call, int j, const Args& args, uint8_t* to);

// Converts an operand to its compute type; null: no conversion. 64-bit integers keep their bits:
// uint64 combined with signed types computes in int64 and wraps.
ConvertFunction to_compute(DType from, DType to);

}  // namespace hr
