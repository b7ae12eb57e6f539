// select, merge, stack_batch: picks, joins or stacks samples of batches; no data moves.
#include "engine/kernel.h"
#include "gpu/stream.h"

namespace hr::select_kernel {
namespace {

struct SelectArgs {
  List<int64_t> indices;
};
HR_ARGS(SelectArgs, indices);

std::vector<int64_t> indices(const BatchContext& c) {
  return c.spec.as<SelectArgs>().indices.vector();
}

void run_select(BatchContext& c) { c.out[0] = c.in[0]->pick(indices(c)); }

template <class T>
void append(std::shared_ptr<const std::vector<T>>& to, int64_t before,
            const std::shared_ptr<const std::vector<T>>& from, int64_t n) {
  if (!to && !from) return;
  auto all = std::make_shared<std::vector<T>>();
  if (to) *all = *to;
  all->resize(static_cast<size_t>(before));
  if (from) all->insert(all->end(), from->begin(), from->end());
  all->resize(static_cast<size_t>(before + n));
  to = std::move(all);
}

// The samples of `a`, then those of `b`.
Samples both(const Samples& a, const Samples& b) {
  if (a.n == 0) return b;
  if (b.n == 0) return a;
  if (a.dtype != b.dtype || a.ndim != b.ndim || a.device != b.device)
    fail(ErrorKind::type, "samples of one batch have one type, number of axes and device");
  Samples r = a;
  r.n += b.n;
  r.shapes.insert(r.shapes.end(), b.shapes.begin(), b.shapes.end());
  r.data.insert(r.data.end(), b.data.begin(), b.data.end());
  r.owners.clear();
  for (int64_t i = 0; i < a.n; i++) r.owners.push_back(a.owner(i));
  for (int64_t i = 0; i < b.n; i++) r.owners.push_back(b.owner(i));
  append(r.sources, a.n, b.sources, b.n);
  append(r.warnings, a.n, b.warnings, b.n);
  if (b.errors) {
    auto errors = std::make_shared<std::vector<std::pair<int64_t, ErrorRef>>>();
    if (a.errors) *errors = *a.errors;
    for (const auto& [i, e] : *b.errors) errors->push_back({a.n + i, e});
    r.errors = std::move(errors);
  }
  if (r.stream && b.stream) r.stream->follow(*b.stream);
  return r;
}

void run_merge(BatchContext& c) { c.out[0] = both(*c.in[0], *c.in[1]).pick(indices(c)); }

void run_stack(BatchContext& c) { c.out[0] = c.in[0]->stacked(); }

const KernelEntry select{
    {.name = "select", .args = schema<SelectArgs>(), .run_batch = run_select, .cost = 0.0f}};
const KernelEntry merge{
    {.name = "merge", .args = schema<SelectArgs>(), .run_batch = run_merge, .cost = 0.0f}};
const KernelEntry stack{{.name = "stack_batch", .run_batch = run_stack}};

}  // namespace
}  // namespace hr::select_kernel
