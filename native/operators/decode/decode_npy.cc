// decode_npy: .npy files in memory to arrays of one type.
#include <cstring>

#include "engine/kernel.h"
#include "formats/npy.h"
#include "simd/convert.h"

namespace hr::decode_npy_kernel {
namespace {

struct DecodeNpyArgs {
  bool converts;  // convert elements that differ from the first array's type
};
HR_ARGS(DecodeNpyArgs, converts);

ReadBytes memory(const View& v) {
  return [data = v.data](int64_t offset, int64_t length, uint8_t* out) {
    if (length > 0) std::memcpy(out, data + offset, static_cast<size_t>(length));
  };
}

NpyHeader header_of(const View& v) { return read_npy_header(memory(v), v.volume()); }

void infer(const DecodeNpyArgs& a, InferContext& c) {
  const NpyHeader h = header_of(c.in[0]);
  const OutMeta out = c.args.spec().outs[0];
  if (h.shape.ndim != out.ndim)
    fail_value("the array has " + std::to_string(h.shape.ndim) + " axes, the first of the batch " +
               std::to_string(out.ndim) + ": all have to be alike");
  if (!a.converts && h.dtype != out.dtype)
    fail(ErrorKind::type, std::string("the array holds ") + name(h.dtype) +
                              ", the first of the batch " + name(out.dtype) +
                              ": say with dtype= what all shall be converted to");
  c.out[0] = h.shape;
}

void run(RunContext& c) {
  const NpyHeader h = header_of(c.in[0]);
  const int64_t start[kMaxDims] = {};
  const View& out = c.out[0];
  const auto read = memory(c.in[0]);
  if (h.dtype == out.dtype) return read_npy_box(read, h, start, h.shape.d.data(), out.data);
  uint8_t* stored = scratch(static_cast<size_t>(h.bytes()) + 1);
  read_npy_box(read, h, start, h.shape.d.data(), stored);
  converter(h.dtype, out.dtype)(stored, out.data, h.shape.volume());
}

const KernelEntry entry{{.name = "decode_npy",
                         .args = schema<DecodeNpyArgs>(),
                         .infer = typed<infer>,
                         .run = run,
                         .data_inputs = 1}};

}  // namespace
}  // namespace hr::decode_npy_kernel
