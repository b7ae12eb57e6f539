// arithmetic on the GPU.
#include "operators/math/arithmetic.h"

#include "gpu/kernel.h"
#include "operators/math/arithmetic_params.cuh"

namespace hr::gpu {
namespace {

// Names in native/operators/math/arithmetic_ops.cuh, in the order of Op.
constexpr const char* kNames[] = {
    "Add",     "Sub",     "Mul",     "Div",     "FloorDiv", "Mod",     "Pow",   "BitAnd", "BitOr",
    "BitXor",  "Shl",     "Shr",     "Eq",      "Ne",       "Lt",      "Le",    "Gt",     "Ge",
    "MixedEq", "MixedNe", "MixedLt", "MixedLe", "MixedGt",  "MixedGe", "Min",   "Max",    "Atan2",
    "Clamp",   "Neg",     "Pos",     "Abs",     "Invert",   "Sqrt",    "Rsqrt", "Cbrt",   "Exp",
    "Log",     "Log2",    "Log10",   "Floor",   "Ceil",     "Sin",     "Cos",   "Tan",    "Asin",
    "Acos",    "Atan",    "Sinh",    "Cosh",    "Tanh",     "Asinh",   "Acosh", "Atanh"};
static_assert(std::size(kNames) == static_cast<size_t>(Op::count));

constexpr int kConstant = 3;  // as in arithmetic.cuh

std::string more(const Spec& spec, const View*, int) {
  const auto& call = spec.prep<ArithmeticCall>();
  std::string text = std::string(", Operation<") + kNames[static_cast<int>(call.op)];
  for (int j = 0; j < call.count; j++) {
    int from = call.input[j] >= 0 ? call.input[j] : kConstant + call.slot[j];
    text += ", Operand<" + std::to_string(from) + ", " + type_name(call.compute[j]) + ">";
  }
  return text + ">";
}

// Constants, in the types they are computed in.
void pack(const StepSample& s, void* to) {
  auto& p = *static_cast<hrk::ArithmeticParams*>(to);
  const auto& call = s.args.spec().prep<ArithmeticCall>();
  for (int j = 0; j < call.count; j++) {
    if (call.input[j] >= 0) continue;
    alignas(8) uint8_t own[8] = {};
    read_constant(call, j, s.args, own);
    void* constant = &p.constant[call.slot[j]];
    if (ConvertFunction convert = to_compute(call.dtype[j], call.compute[j]))
      convert(own, constant, 1);
    else
      std::memcpy(constant, own, sizeof own);
  }
}

const Entry arithmetic{"arithmetic",
                       {.file = "operators/math/arithmetic.cuh",
                        .type = "Arithmetic",
                        .more = more,
                        .params = sizeof(hrk::ArithmeticParams),
                        .pack = pack}};

}  // namespace
}  // namespace hr::gpu
