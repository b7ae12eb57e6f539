// What both lanes know of an arithmetic call.
#pragma once
#include "engine/kernel.h"
#include "simd/arithmetic.h"
#include "simd/convert.h"

namespace hr {

constexpr int kMaxOperands = 3;

// What a spec's constants amount to.
struct ArithmeticCall {
  int count = 0;              // operands
  int input[kMaxOperands];    // input number, -1: a constant
  int slot[kMaxOperands];     // of a constant: which of the call's immediates
  DType dtype[kMaxOperands];  // of a constant
  DType compute[kMaxOperands];
  DType made = DType::b8;  // what the function writes
  Op op = Op::add;
  bool comparison = false;
  const ArithmeticEntry* entry = nullptr;
  const ArithmeticEntry* mirrored = nullptr;  // for exchanged operands
};

// Operand j, a constant, as an element of its own type.
void read_constant(const ArithmeticCall& call, int j, const Args& args, uint8_t* to);

// How an operand comes into the type it is computed in; null: as it is. 64-bit integers keep their
// bits: uint64 meets signed types in int64 and wraps.
ConvertFunction to_compute(DType from, DType to);

}  // namespace hr
