// to_gpu, to_cpu: values on the other side. select, stack_batch, permute_batch: samples of a batch,
// which stay where they are.
#include <algorithm>

#include "headrace/gpu/kernel.h"
#include "params/copy.h"

namespace hr::gpu {
namespace {

constexpr size_t kAlign = 256;

void same_facts(const Samples& in, Samples& out) {
  out.dtype = in.dtype;
  out.ndim = in.ndim;
  out.n = in.n;
  out.shapes = in.shapes;
  out.sources = in.sources;
  out.errors = in.errors;
  out.warnings = in.warnings;
}

std::vector<size_t> offsets_of(const Samples& s, bool uniform, size_t& total) {
  std::vector<size_t> at(static_cast<size_t>(s.n));
  total = 0;
  for (int64_t i = 0; i < s.n; i++) {
    at[i] = total;
    size_t bytes = static_cast<size_t>(s.view(i).bytes());
    total += uniform ? bytes : (bytes + kAlign - 1) / kAlign * kAlign;
  }
  return at;
}

void to_gpu(BatchContext& c, const StreamRef& stream) {
  const Samples& in = *c.in[0];
  Samples& out = c.out[0];
  same_facts(in, out);
  out.device = stream->device;
  out.stream = stream;
  size_t total = 0;
  bool uniform = in.uniform();
  auto at = offsets_of(in, uniform, total);
  BufferRef slab = allocate_on(stream, total);
  Entered entered(stream->device);
  if (total) {
    Staging staging(stream, total);
    for (int64_t i = 0; i < in.n; i++)
      if (in.view(i).bytes())
        std::memcpy(staging.data() + at[i], in.data[i], static_cast<size_t>(in.view(i).bytes()));
    driver().upload(reinterpret_cast<Address>(slab->data), staging.data(), total, stream->handle);
  }
  for (int64_t i = 0; i < in.n; i++) out.data.push_back(slab->data + at[i]);
  out.owners = {slab};
  out.find_dense();
}

// Samples that are scattered over device memory, behind one another.
Samples gathered(const Samples& in, const StreamRef& stream, size_t& total) {
  Samples out;
  same_facts(in, out);
  out.device = in.device;
  out.stream = stream;
  auto at = offsets_of(in, in.uniform(), total);
  BufferRef slab = allocate_on(stream, total);
  for (int64_t i = 0; i < in.n; i++) out.data.push_back(slab->data + at[i]);
  out.owners = {slab};
  Run run(stream);
  uint64_t table;
  run.table<hrk::CopyParams>(in.n, &table);
  int64_t most = 0;
  for (int64_t i = 0; i < in.n; i++) {
    int64_t bytes = in.view(i).bytes();
    run.at<hrk::CopyParams>(table, i) = {reinterpret_cast<uint64_t>(in.data[i]),
                                         reinterpret_cast<uint64_t>(out.data[i]), bytes, 0};
    most = std::max(most, bytes);
  }
  if (most)
    run.launch("copy.cuh", "copy_pieces", table, in.n, sizeof(hrk::CopyParams),
               blocks_for(most / 16 + 1));
  run.enqueue();
  out.find_dense();
  return out;
}

void to_cpu(BatchContext& c, const StreamRef& stream) {
  const Samples& in = *c.in[0];
  Samples& out = c.out[0];
  same_facts(in, out);
  size_t total = 0;
  offsets_of(in, in.uniform(), total);
  // One block on both sides: the samples keep their distances.
  Samples block;
  uint8_t* first = in.n ? *std::min_element(in.data.begin(), in.data.end()) : nullptr;
  size_t span = 0;
  for (int64_t i = 0; i < in.n; i++)
    span = std::max(span, static_cast<size_t>(in.data[i] - first + in.view(i).bytes()));
  const Samples* from = &in;
  if (in.owners.size() != 1 || span > 2 * total + kAlign) {
    block = gathered(in, stream, span);
    from = &block;
    first = in.n ? block.data[0] : nullptr;
  }
  BufferRef slab = allocate(span + 64);
  if (span) {
    Entered entered(stream->device);
    Staging staging(stream, span);
    driver().download(staging.data(), reinterpret_cast<Address>(first), span, stream->handle);
    driver().synchronize(stream->handle);
    std::memcpy(slab->data, staging.data(), span);
  }
  for (int64_t i = 0; i < in.n; i++) out.data.push_back(slab->data + (from->data[i] - first));
  out.owners = {slab};
  out.find_dense();
}

void rearrange(BatchContext& c, const StreamRef&) {
  c.spec.kernel->run_batch(c);
  for (Samples& out : c.out) out.stream = c.in[0]->stream;
}

void stack(BatchContext& c, const StreamRef& stream) {
  const Samples& in = *c.in[0];
  if ((in.is_dense() && in.owners.size() == 1) || !in.uniform() || in.n == 0)
    return rearrange(c, stream);
  size_t total = 0;
  Samples dense = gathered(in, stream, total);
  c.out[0] = dense.stacked();
  c.out[0].stream = stream;
}

void never(BatchContext&) { fail(ErrorKind::device, "needs a GPU"); }

const KernelEntry to_gpu_host{{.name = "to_gpu", .run_batch = never}};
const KernelEntry to_cpu_host{{.name = "to_cpu", .run_batch = never}};
const Entry to_gpu_entry{"to_gpu", {.run_batch = to_gpu}};
const Entry to_cpu_entry{"to_cpu", {.run_batch = to_cpu, .host_work = true}};  // it waits
const Entry select{"select", {.run_batch = rearrange}};
const Entry permute{"permute_batch", {.run_batch = rearrange}};
const Entry stack_batch{"stack_batch", {.run_batch = stack}};

}  // namespace
}  // namespace hr::gpu
