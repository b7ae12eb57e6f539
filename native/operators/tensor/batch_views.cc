// permute_batch: reorders samples without copies. get_property, shapes: metadata of samples.
#include <cstring>

#include "base/checked.h"
#include "engine/kernel.h"

namespace hr::batch_views_kernel {
namespace {

struct PermuteArgs {
  List<int64_t> indices;
};
HR_ARGS(PermuteArgs, indices);

void permute(BatchContext& c) {
  const Samples& in = *c.in[0];
  const Samples* varying = c.dyn[0].samples;
  // A list (also as one tensor) has one index per sample; a batch already has one per sample.
  bool list = !varying || (varying->n == 1 && varying->ndim > 0);
  std::vector<int64_t> which;
  for (int64_t i = 0; i < c.n; i++) {
    const Args args = c.at(i);
    const List<int64_t>& indices = args.as<PermuteArgs>().indices;
    if (indices.size() != (list ? c.n : 1))
      fail_value("indices has " + std::to_string(indices.size()) + " elements" +
                 (list ? ", the batch " + std::to_string(c.n) + " samples"
                       : " for one sample, needs one"));
    int64_t k = indices[list ? i : 0];
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
  auto text = [&](int64_t i) -> const std::string& { return each[each.size() == 1 ? 0 : i]; };
  for (int64_t i = 0; i < n; i++) r.shapes.push_back(static_cast<int64_t>(text(i).size()));
  make_room(r, 1);
  for (int64_t i = 0; i < n; i++) std::memcpy(r.data[i], text(i).data(), text(i).size());
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
  make_room(out);
  for (int64_t i = 0; i < c.n; i++) {
    const Shape shape = in.shape(in.n == 1 ? 0 : i);
    dispatch(out.dtype, [&](auto t) {
      using T = typename decltype(t)::type;
      for (int d = 0; d < in.ndim; d++)
        reinterpret_cast<T*>(out.data[i])[d] = convert<T>(shape.d[d]);
    });
  }
}

void decode_warnings(BatchContext& c) {
  const Samples& in = *c.in[0];
  Samples& out = c.out[0];
  out.dtype = DType::i32;
  out.n = c.n;
  make_room(out);
  for (int64_t i = 0; i < c.n; i++)
    *reinterpret_cast<int32_t*>(out.data[i]) = in.warnings ? (*in.warnings)[in.n == 1 ? 0 : i] : 0;
}

struct TextArgs {
  std::string_view text;
};
HR_ARGS(TextArgs, text);

void infer_text(const TextArgs& a, InferContext& c) {
  c.out[0] = Shape{static_cast<int64_t>(a.text.size())};
}

void run_text(const TextArgs& a, RunContext& c) {
  std::memcpy(c.out[0].data, a.text.data(), a.text.size());
}

const KernelEntry permute_batch{
    {.name = "permute_batch", .args = schema<PermuteArgs>(), .run_batch = permute, .cost = 0}};
const KernelEntry source{{.name = "source_info", .run_batch = source_info, .cost = 0}};
const KernelEntry shape_of{{.name = "shapes", .run_batch = shapes, .cost = 0}};
const KernelEntry warnings{{.name = "decode_warnings", .run_batch = decode_warnings, .cost = 0}};
const KernelEntry text{{.name = "text",
                        .args = schema<TextArgs>(),
                        .infer = typed<infer_text>,
                        .run = typed<run_text>}};

}  // namespace
}  // namespace hr::batch_views_kernel
