// permute_batch: samples in another order, without copies. get_property, shapes: facts about
// samples.
#include <cstring>

#include "headrace/kernel.h"

namespace hr {
namespace {

enum { kIndices };

void permute(BatchContext& c) {
  const Samples& in = *c.in[0];
  const Samples* dyn = c.dyn[kIndices].samples;
  // A list (also as one tensor) has an index per sample; a batch has one per sample already.
  bool list = !dyn || (dyn->n == 1 && dyn->ndim > 0);
  std::vector<int64_t> which;
  for (int64_t i = 0; i < c.n; i++) {
    Args args(c.spec, c.dyn.data(), i, 0, c.key);
    if (args.size(kIndices) != (list ? c.n : 1))
      fail_value("indices has " + std::to_string(args.size(kIndices)) + " elements" +
                 (list ? ", the batch " + std::to_string(c.n) + " samples"
                       : " for one sample, needs one"));
    int64_t k = args.i(kIndices, list ? i : 0);
    int64_t size = in.n == 1 ? c.n : in.n;  // a tensor counts as a batch of copies
    if (k < 0 || k >= size)
      fail(ErrorKind::index, "indices[" + std::to_string(i) + "] is " + std::to_string(k) +
                                 ", the batch has samples 0 to " + std::to_string(size - 1));
    which.push_back(in.n == 1 ? 0 : k);
  }
  c.out[0] = in.pick(which);
}

Samples texts(int64_t n, const std::vector<std::string>& each) {
  Samples r;
  r.n = n;
  r.ndim = 1;
  size_t total = 0;
  for (int64_t i = 0; i < n; i++) total += each[each.size() == 1 ? 0 : i].size();
  BufferRef slab = allocate(total + 64);
  uint8_t* at = slab->data;
  for (int64_t i = 0; i < n; i++) {
    const std::string& s = each[each.size() == 1 ? 0 : i];
    std::memcpy(at, s.data(), s.size());
    r.data.push_back(at);
    r.shapes.push_back(static_cast<int64_t>(s.size()));
    at += s.size();
  }
  r.owners = {slab};
  r.find_dense();
  return r;
}

void source_info(BatchContext& c) {
  const Samples& in = *c.in[0];
  c.out[0] = texts(c.n, in.sources ? *in.sources : std::vector<std::string>(1));
}

void shapes(BatchContext& c) {
  const Samples& in = *c.in[0];
  Samples& out = c.out[0];
  out.dtype = c.spec.outs[0].dtype;
  out.ndim = 1;
  out.n = c.n;
  out.shapes.assign(static_cast<size_t>(c.n), in.ndim);
  const int64_t row = in.ndim * itemsize(out.dtype);
  BufferRef slab = allocate(static_cast<size_t>(c.n * row) + 64);
  for (int64_t i = 0; i < c.n; i++) {
    out.data.push_back(slab->data + i * row);
    const Shape shape = in.shape(in.n == 1 ? 0 : i);
    dispatch(out.dtype, [&](auto t) {
      using T = typename decltype(t)::type;
      for (int d = 0; d < in.ndim; d++)
        reinterpret_cast<T*>(out.data.back())[d] = convert<T>(shape.d[d]);
    });
  }
  out.owners = {slab};
  out.find_dense();
}

void decode_warnings(BatchContext& c) {
  const Samples& in = *c.in[0];
  Samples& out = c.out[0];
  out.dtype = DType::i32;
  out.n = c.n;
  BufferRef slab = allocate(static_cast<size_t>(c.n) * sizeof(int32_t));
  auto* counts = reinterpret_cast<int32_t*>(slab->data);
  for (int64_t i = 0; i < c.n; i++) {
    counts[i] = in.warnings ? (*in.warnings)[in.n == 1 ? 0 : i] : 0;
    out.data.push_back(slab->data + i * static_cast<int64_t>(sizeof(int32_t)));
  }
  out.owners = {slab};
  out.find_dense();
}

void infer_text(InferContext& c) { c.out[0] = Shape{static_cast<int64_t>(c.args.s(0).size())}; }

void run_text(RunContext& c) { std::memcpy(c.out[0].data, c.args.s(0).data(), c.args.s(0).size()); }

const KernelEntry permute_batch{
    {.name = "permute_batch", .params = {"indices"}, .run_batch = permute, .cost = 0}};
const KernelEntry source{
    {.name = "source_info", .params = {}, .run_batch = source_info, .cost = 0}};
const KernelEntry shape_of{{.name = "shapes", .params = {}, .run_batch = shapes, .cost = 0}};
const KernelEntry warnings{
    {.name = "decode_warnings", .params = {}, .run_batch = decode_warnings, .cost = 0}};
const KernelEntry text{{.name = "text", .params = {"text"}, .infer = infer_text, .run = run_text}};

}  // namespace
}  // namespace hr
