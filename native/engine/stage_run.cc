// A stage's memory, tasks, errors and results.
#include "engine/stage_run.h"

#include <algorithm>
#include <new>

#include "base/checked.h"
#include "base/trace.h"
#include "engine/device_lane.h"

namespace hr {
namespace {

constexpr int64_t kTiny = 192 << 10;      // bytes of work too small to wake a worker
constexpr int64_t kTaskBytes = 48 << 10;  // minimum work per task

// The error of a step that got no outputs: size refused, or out of memory.
ErrorRef failure(const Step& step, const std::exception& e) {
  auto error = std::make_shared<SampleError>();
  const Node& node = *step.node;
  const auto* known = dynamic_cast<const Error*>(&e);
  error->kind = known ? known->kind : ErrorKind::memory;
  error->message =
      known ? e.what() : std::string("not enough memory for the outputs (") + e.what() + ")";
  error->op = node.spec->op;
  error->seq = node.seq;
  error->site = node.site;
  return error;
}

}  // namespace

ErrorRef failed_input(const Stage& stage) {
  ErrorRef first;
  auto look = [&](const Source& s) {
    if (s.reg >= 0 || s.node->state.load() != State::failed) return;
    const ErrorRef& e = s.node->error;
    if (!first || e->seq < first->seq || (e->seq == first->seq && e->sample < first->sample))
      first = e;
  };
  for (const Step& step : stage.steps) {
    for (const Source& s : step.in) look(s);
    for (const Source& s : step.dyn) look(s);
  }
  return first;
}

std::shared_ptr<StageRun> StageRun::prepare(const Stage& stage, ErrorRef& error) noexcept {
  error = failed_input(stage);
  if (error) return nullptr;
  std::shared_ptr<StageRun> run;
  try {
    try {
      run = std::make_shared<StageRun>(stage);
      if (!stage.whole_batch) {
        run->infer();
        run->allocate_outputs();
      }
      return run;
    } catch (const std::exception& e) {
      if (run) run->forget_errors();
      error = failure(stage.steps[run ? run->at_step_ : 0], e);
    }
  } catch (const std::exception&) {
    error = out_of_memory();
  }
  return nullptr;
}

StageRun::StageRun(const Stage& stage)
    : stage_(stage),
      data_(stage.steps.size()),
      outs_(stage.regs.size()),
      errors_(stage.steps.size()),
      filled_(stage.steps.size()),
      warned_(stage.steps.size()) {
  check_samples();
  shapes_.resize(stage.regs.size() * stage.n);
  failed_.resize(stage.steps.size() * stage.n);
  for (size_t s = 0; s < stage.steps.size(); s++) {
    const Step& step = stage.steps[s];
    const Spec& spec = *step.node->spec;
    data_[s].args.resize(spec.consts.size());
    for (const Source& d : step.dyn)
      if (d.node->state.load() == State::done)
        data_[s].args[d.param] = {&samples_of(d), d.per_frame};
    if (spec.kernel->state_size && !spec.frame_inputs)
      data_[s].state.resize(spec.kernel->state_size * stage.n);
    if (step.region_for >= 0) data_[s].regions.resize(stage.n);
  }
}

// Per-sample state counts as one allocation: check it against the limit.
void StageRun::check_samples() const {
  int64_t each = 0;
  for (const Step& step : stage_.steps)
    each += 1 + step.node->spec->kernel->state_size + static_cast<int64_t>(sizeof(Region));
  each += static_cast<int64_t>(stage_.regs.size() * (sizeof(Shape) + sizeof(uint8_t*)));
  const int64_t bytes = checked_multiply(each, stage_.n, "the shapes of all samples");
  if (static_cast<size_t>(bytes) > max_allocation())
    refuse_allocation(static_cast<size_t>(bytes),
                      "the shapes of " + std::to_string(stage_.n) + " samples");
}

void StageRun::record(int s, int64_t i, ErrorKind kind, const char* message,
                      std::shared_ptr<void> python, const char* source) noexcept {
  const Node& node = *stage_.steps[s].node;
  try {
    auto e = std::make_shared<SampleError>();
    e->observed = true;  // until published
    e->kind = kind;
    e->message = message;
    e->op = node.spec->op;
    e->seq = node.seq;
    e->sample = i;
    e->site = node.site;
    e->source = *source ? source : i >= 0 ? source_name(s, i) : "";
    e->python = std::move(python);
    std::lock_guard lock(error_mutex_);
    const bool fill = i >= 0 && node.spec->fill_errors;  // stays with the value: Batch.errors
    (fill ? filled_ : errors_)[s].push_back({i, std::move(e)});
    if (i >= 0) failed_[s * stage_.n + i] = fill ? kFilled : kFailed;
  } catch (const std::bad_alloc&) {
    exhausted_ = true;
    if (i >= 0) failed_[s * stage_.n + i] = kFailed;
  }
}

void StageRun::record(int s, int64_t i) noexcept {
  try {
    throw;
  } catch (const PythonError& e) {
    record(s, i, e.kind, e.what(), e.exception);
  } catch (const Error& e) {
    record(s, i, e.kind, e.what());
  } catch (const std::bad_alloc&) {
    record(s, i, ErrorKind::memory, "not enough memory");
  } catch (const std::exception& e) {
    record(s, i, ErrorKind::memory, e.what());
  }
}

std::string StageRun::source_name(int s, int64_t i) const {
  for (const Source& in : stage_.steps[s].in) {
    if (in.reg >= 0) {
      std::string r = source_name(stage_.regs[in.reg].step, i);
      if (!r.empty()) return r;
    } else if (in.node->state.load() == State::done) {
      const Samples& v = samples_of(in);
      if (v.sources && i < static_cast<int64_t>(v.sources->size())) return (*v.sources)[i];
    }
  }
  return "";
}

bool StageRun::inherit_failure(int s, int64_t i) noexcept {
  for (const Source& in : stage_.steps[s].in) {
    if (in.reg < 0 || failed_[stage_.regs[in.reg].step * stage_.n + i] != kFailed) continue;
    std::lock_guard lock(error_mutex_);
    for (auto& [sample, error] : errors_[stage_.regs[in.reg].step])
      if (sample == i) {
        failed_[s * stage_.n + i] = kFailed;
        try {
          errors_[s].push_back({i, error});
        } catch (const std::bad_alloc&) {
          exhausted_ = true;
        }
        return true;
      }
    if (exhausted_) {  // that error was not stored
      failed_[s * stage_.n + i] = kFailed;
      return true;
    }
  }
  return false;
}

View StageRun::source_view(const Source& in, int64_t i) const {
  if (in.reg < 0) {
    const Samples& v = samples_of(in);
    return v.view(v.n == 1 ? 0 : i);
  }
  const Register& r = stage_.regs[in.reg];
  View v;
  v.dtype = stage_.steps[r.step].node->spec->outs[r.out].dtype;
  v.shape = shapes_[in.reg * stage_.n + i];
  return v;
}

void* StageRun::state(int s, int64_t i, int64_t frame) {
  StepData& d = data_[s];
  int size = stage_.steps[s].node->spec->kernel->state_size;
  if (!size) return nullptr;
  int64_t at = d.first_virtual.empty() ? i : d.first_virtual[i] + frame;
  return d.state.data() + at * size;
}

// Allocates a register's samples: one slab, dense if the shapes agree.
Samples StageRun::place(int r) const {
  const Register& reg = stage_.regs[r];
  const Node& node = *stage_.steps[reg.step].node;
  const OutMeta& meta = node.spec->outs[reg.out];
  Samples out;
  out.dtype = meta.dtype;
  out.ndim = meta.ndim;
  out.n = stage_.n;
  if (stage_.stream) {
    out.device = device_lane().device_of(*stage_.stream);
    out.stream = stage_.stream;
  }
  out.shapes.resize(stage_.n * meta.ndim);
  out.data.resize(stage_.n);
  for (int64_t i = 0; i < stage_.n; i++) {
    const Shape& s = shapes_[r * stage_.n + i];
    for (int d = 0; d < meta.ndim; d++) out.shapes[i * meta.ndim + d] = s[d];
  }
  if (node.spec->kernel->view) return out;  // aliases its input: see publish()
  if (stage_.stream)
    device_lane().make_room(out, stage_.stream);
  else
    make_room(out);
  return out;
}

void StageRun::allocate_outputs() {
  for (size_t r = 0; r < stage_.regs.size(); r++) {
    if (!stage_.regs[r].stored) continue;
    at_step_ = stage_.regs[r].step;
    outs_[r] = place(static_cast<int>(r));
  }
}

// ---- tasks ------------------------------------------------------------------------------------

int64_t StageRun::tasks() const {
  int64_t work = stage_.whole_batch ? stage_.steps[0].node->work : work_;
  if (stage_.n == 0 && !stage_.whole_batch) work = 0;
  // GPU work is only enqueued, inline; copies to and from the GPU are for workers.
  const bool enqueues = stage_.stream && !stage_.whole_batch;
  const bool busy = stage_.host_work && stage_.n > 0;
  if (!busy && (enqueues || work <= kTiny)) return 0;
  if (stage_.whole_batch || enqueues) return 1;
  return (stage_.n + samples_per_task() - 1) / samples_per_task();
}

int64_t StageRun::samples_per_task() const {
  return std::max<int64_t>(1, kTaskBytes / std::max<int64_t>(1, work_ / stage_.n));
}

void StageRun::run(int64_t task) noexcept {
  if (stage_.whole_batch) return run_whole_batch();
  if (stage_.stream) return run_on_device();
  const int64_t each = samples_per_task();
  for (int64_t i = task * each; i < std::min(stage_.n, (task + 1) * each); i++) run_sample(i);
}

void StageRun::run_all() noexcept {
  if (stage_.whole_batch) return run_whole_batch();
  if (stage_.stream) return run_on_device();
  for (int64_t i = 0; i < stage_.n; i++) run_sample(i);
}

void StageRun::run_on_device() noexcept {
  try {
    device_lane().launch(*this);
  } catch (const std::exception&) {
    record(0, -1);
  }
  // Could not start: the other steps share the error of the first.
  if (errors_[0].empty() || errors_[0].back().first >= 0) return;
  try {
    for (size_t s = 1; s < stage_.steps.size(); s++) errors_[s].push_back(errors_[0].back());
  } catch (const std::bad_alloc&) {
    exhausted_ = true;
  }
}

void StageRun::run_whole_batch() noexcept {
  const Step& step = stage_.steps[0];
  const Spec& spec = *step.node->spec;
  TraceSpan span("batch", spec.op.c_str());
  try {
    std::vector<const Samples*> in;
    for (const Source& s : step.in) in.push_back(&samples_of(s));
    std::vector<Samples> out(spec.outs.size());
    BatchContext c{spec, stage_.n, in, data_[0].args, step.node->key, out, step.node->pool.get(),
                   {}};
    if (stage_.stream)
      device_lane().run_batch(c, stage_.stream);
    else
      spec.kernel->run_batch(c);
    for (const SampleFailure& f : c.failures) fail_sample(0, f);
    for (size_t o = 0; o < out.size(); o++) outs_[step.first_reg + o] = std::move(out[o]);
  } catch (const std::exception&) {
    record(0, -1);
  }
}

// ---- results ----------------------------------------------------------------------------------

void StageRun::forget_errors() noexcept {
  for (auto& errors : errors_)
    for (auto& [i, e] : errors) e->observed = true;
}

// Filled failures of the inputs and of this step.
std::shared_ptr<const std::vector<std::pair<int64_t, ErrorRef>>> StageRun::errors_of(int s) const {
  std::vector<std::pair<int64_t, ErrorRef>> all = filled_[s];
  for (const Source& in : stage_.steps[s].in) {
    const auto& errors = in.reg >= 0 ? outs_[in.reg].errors : samples_of(in).errors;
    if (errors && (in.reg >= 0 || samples_of(in).n == stage_.n))
      all.insert(all.end(), errors->begin(), errors->end());
  }
  if (all.empty()) return nullptr;
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : a.second->seq < b.second->seq;
  });
  all.erase(std::unique(all.begin(), all.end(),
                        [](const auto& a, const auto& b) { return a.first == b.first; }),
            all.end());
  return std::make_shared<const std::vector<std::pair<int64_t, ErrorRef>>>(std::move(all));
}

// Passes on metadata: file names from the first input, warnings from there or from this step.
void StageRun::pass_on(int s, int64_t n, Samples& out) const {
  const Step& step = stage_.steps[s];
  if (!warned_[s].empty()) out.warnings = std::make_shared<const std::vector<int>>(warned_[s]);
  if (step.in.empty()) return;
  const Source& in = step.in[0];
  const Samples& from = in.reg < 0 ? samples_of(in) : outs_[in.reg];
  if (in.reg < 0 && from.n != n) return;
  if (!out.sources) out.sources = from.sources;
  if (!out.warnings) out.warnings = from.warnings;
}

bool StageRun::publish() noexcept {
  forget_errors();  // only one failure per value is reported
  try {
    if (!exhausted_) hand_out();
  } catch (const std::bad_alloc&) {
    forget_errors();
    exhausted_ = true;
  }
  return !exhausted_;
}

void StageRun::hand_out() {
  for (size_t s = 0; s < stage_.steps.size(); s++) {
    const Step& step = stage_.steps[s];
    Node& node = *step.node;
    // A value reports the error of the earliest call, then of the smallest sample.
    ErrorRef first;
    for (auto& [i, e] : errors_[s])
      if (!first || e->seq < first->seq || (e->seq == first->seq && e->sample < first->sample))
        first = e;
    if (!stage_.whole_batch || !filled_[s].empty()) {  // else the kernel passed on errors
      auto filled = errors_of(static_cast<int>(s));
      for (size_t o = 0; o < node.spec->outs.size(); o++) outs_[step.first_reg + o].errors = filled;
    }
    if (first) {
      first->observed = false;
      node.error = first;
    } else {
      for (size_t o = 0; o < node.spec->outs.size(); o++) {
        int r = step.first_reg + static_cast<int>(o);
        if (!stage_.regs[r].stored && !stage_.whole_batch) continue;
        node.results.resize(node.spec->outs.size());
        Samples& out = outs_[r];
        if (node.spec->kernel->view && !stage_.whole_batch) {
          const Source& in = step.in[0];
          const Samples& base = in.reg >= 0 ? outs_[in.reg] : samples_of(in);
          out.data.resize(stage_.n);
          out.owners = base.owners;
          if (base.n == 1 && stage_.n > 1) out.owners.resize(1);
          for (int64_t i = 0; i < stage_.n; i++) out.data[i] = base.data[base.n == 1 ? 0 : i];
          out.find_dense();
        }
        pass_on(static_cast<int>(s), out.n, out);
      }
      // Copy, do not move: later steps read outs_ (sources, shared memory).
      for (size_t o = 0; o < node.results.size(); o++) node.results[o] = outs_[step.first_reg + o];
    }
    if (!first && node.results.empty())  // not stored, but later steps read it
      pass_on(static_cast<int>(s), stage_.n, outs_[step.first_reg]);
  }
}

}  // namespace hr
