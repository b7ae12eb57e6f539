// arithmetic on the GPU.
#include "operators/math/arithmetic.h"

#include "gpu/kernel.h"
#include "operators/math/arithmetic_params.cuh"

namespace hr::gpu::arithmetic_kernel {
namespace {

// Name of an operation's type in arithmetic_ops.cuh: bit_and is BitAnd.
std::string type_of(Op op) {
  std::string name;
  bool upper = true;
  for (const char* c = choice_name(op); *c; c++) {
    if (*c != '_') name += upper ? static_cast<char>(std::toupper(*c)) : *c;
    upper = *c == '_';
  }
  return name;
}

std::string more(const Spec& spec, const View*, int) {
  const auto& call = spec.prep<ArithmeticCall>();
  std::string text = ", Operation<" + type_of(call.op);
  for (int j = 0; j < call.count; j++) {
    int from = call.input[j] >= 0 ? call.input[j] : hrk::kConstant + call.slot[j];
    text += ", Operand<" + std::to_string(from) + ", " + type_name(call.compute[j]) + ">";
  }
  return text + ">";
}

// Packs constants in their compute types.
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
}  // namespace hr::gpu::arithmetic_kernel
