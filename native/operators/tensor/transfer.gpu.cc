// to_gpu, to_cpu: host-device copies. select, stack_batch, permute_batch: samples, without copies.
#include <algorithm>
#include <optional>

#include "base/checked.h"
#include "engine/pool.h"
#include "gpu/kernel.h"
#include "gpu/staging.h"
#include "operators/tensor/copy_params.cuh"

namespace hr::gpu::transfer_kernel {
namespace {

constexpr size_t kAlign = 256;
constexpr size_t kPiece = 1 << 20;  // bytes copied per thread

void same_facts(const Samples& in, Samples& out) {
  out.dtype = in.dtype;
  out.ndim = in.ndim;
  out.n = in.n;
  out.shapes = in.shapes;
  out.sources = in.sources;
  out.errors = in.errors;
  out.warnings = in.warnings;
}

SlabLayout layout_of(const Samples& s) { return lay_out(s, s.uniform() ? 1 : kAlign); }

// Memory from the first byte of samples to the last one.
struct Span {
  uint8_t* first = nullptr;
  size_t bytes = 0;
  explicit Span(const Samples& s) {
    for (int64_t i = 0; i < s.n; i++) {
      if (!s.view(i).bytes()) continue;
      first = first ? std::min(first, s.data[i]) : s.data[i];
    }
    for (int64_t i = 0; i < s.n; i++)
      if (size_t size = static_cast<size_t>(s.view(i).bytes()))
        bytes = std::max(bytes, static_cast<size_t>(s.data[i] - first) + size);
  }
  // True if it can be copied as one block: one allocation, and most of it is needed.
  bool serves(const Samples& s, size_t wanted) const {
    return s.owners.size() == 1 && bytes <= wanted + wanted / 4 + 4096;
  }
};

// Uploads directly from pinned memory, if samples are in one such block that nobody writes to.
bool upload_directly(const Samples& in, Samples& out, const StreamRef& stream, bool uniform,
                     size_t total) {
  if (in.owners.size() != 1 || !in.owners[0]->pinned || in.shared_writable()) return false;
  if (uniform && !in.is_dense()) return false;  // uniform samples must be contiguous on the GPU
  Span span(in);
  if (!total || !span.serves(in, total)) return false;
  BufferRef slab = allocate_on(stream, span.bytes);
  driver().upload(reinterpret_cast<Address>(slab->data), span.first, span.bytes, stream->handle);
  keep_for_upload({in.owners[0]}, stream);
  for (int64_t i = 0; i < in.n; i++)
    out.data.push_back(in.view(i).bytes() ? slab->data + (in.data[i] - span.first) : slab->data);
  out.owners = {slab};
  return true;
}

// Copies other samples to pinned memory first, large ones with several threads.
void stage(const Samples& in, uint8_t* to, const std::vector<size_t>& at, size_t total,
           Pool* pool) {
  struct Piece {
    uint8_t* to;
    const uint8_t* from;
    size_t bytes;
  };
  std::vector<Piece> pieces;
  for (int64_t i = 0; i < in.n; i++) {
    const size_t bytes = static_cast<size_t>(in.view(i).bytes());
    for (size_t k = 0; k < bytes; k += kPiece)
      pieces.push_back({to + at[i] + k, in.data[i] + k, std::min(kPiece, bytes - k)});
  }
  parallel(total > kPiece ? pool : nullptr, static_cast<int64_t>(pieces.size()), [&](int64_t k) {
    const Piece& p = pieces[static_cast<size_t>(k)];
    std::memcpy(p.to, p.from, p.bytes);
  });
}

void upload_staged(const Samples& in, Samples& out, const StreamRef& stream,
                   const SlabLayout& layout, Pool* pool) {
  const auto& [at, total] = layout;
  BufferRef slab = allocate_on(stream, total);
  if (total) {
    Staging staging(stream, total);
    driver().counted.staged += static_cast<int64_t>(total);
    stage(in, staging.data(), at, total, pool);
    driver().upload(reinterpret_cast<Address>(slab->data), staging.data(), total, stream->handle);
  }
  for (int64_t i = 0; i < in.n; i++) out.data.push_back(slab->data + at[i]);
  out.owners = {slab};
}

void to_gpu(BatchContext& c, const StreamRef& stream) {
  const Samples& in = *c.in[0];
  Samples& out = c.out[0];
  same_facts(in, out);
  out.device = stream->device;
  out.stream = stream;
  const SlabLayout layout = layout_of(in);
  release_reached();
  Entered entered(stream->device);
  if (!upload_directly(in, out, stream, in.uniform(), layout.total))
    upload_staged(in, out, stream, layout, c.pool);
  out.find_dense();
}

// Gathers scattered samples of device memory into contiguous memory.
Samples gathered(const Samples& in, const StreamRef& stream) {
  Samples out;
  same_facts(in, out);
  make_room(out, stream);
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
    run.launch("operators/tensor/copy.cuh", "copy_pieces", table, in.n, sizeof(hrk::CopyParams),
               blocks_for(most / 16 + 1));
  run.enqueue();
  return out;
}

void to_cpu(BatchContext& c, const StreamRef& stream) {
  const Samples& in = *c.in[0];
  Samples& out = c.out[0];
  same_facts(in, out);
  // One block on both sides: the samples keep their offsets.
  Samples block;
  const Samples* from = &in;
  Span span(in);
  if (!span.serves(in, layout_of(in).total)) {
    block = gathered(in, stream);
    from = &block;
    span = Span(block);
  }
  BufferRef slab = allocate(span.bytes);
  if (span.bytes) {
    Entered entered(stream->device);
    std::optional<Staging> staging;
    if (!slab->pinned) staging.emplace(stream, span.bytes);
    driver().download(staging ? staging->data() : slab->data, reinterpret_cast<Address>(span.first),
                      span.bytes, stream->handle);
    driver().synchronize(stream->handle);
    if (staging) {
      driver().counted.staged += static_cast<int64_t>(span.bytes);
      std::memcpy(slab->data, staging->data(), span.bytes);
    }
  }
  for (int64_t i = 0; i < in.n; i++)
    out.data.push_back(in.view(i).bytes() ? slab->data + (from->data[i] - span.first) : slab->data);
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
  c.out[0] = gathered(in, stream).stacked();
  c.out[0].stream = stream;
}

void never(BatchContext&) { fail(ErrorKind::device, "needs a GPU"); }

const KernelEntry to_gpu_host{{.name = "to_gpu", .run_batch = never}};
const KernelEntry to_cpu_host{{.name = "to_cpu", .run_batch = never}};
const Entry to_gpu_entry{"to_gpu", {.run_batch = to_gpu}};
const Entry to_cpu_entry{"to_cpu", {.run_batch = to_cpu, .host_work = true}};  // it blocks
const Entry select{"select", {.run_batch = rearrange}};
const Entry permute{"permute_batch", {.run_batch = rearrange}};
const Entry stack_batch{"stack_batch", {.run_batch = stack}};

}  // namespace
}  // namespace hr::gpu::transfer_kernel
