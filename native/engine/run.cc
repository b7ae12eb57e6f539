// Running one stage, after its shapes are known (infer.cc): allocate, run, publish.
#include "engine/run.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "base/checked.h"
#include "base/trace.h"
#include "engine/temporaries.h"
#include "gpu/stage.h"

namespace hr {
namespace {

constexpr int64_t kChunk = 4096;  // elements a chain handles at a time: a few rows in L1

}  // namespace

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

// What is kept for each sample while the stage runs is an allocation like others.
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
    e->observed = true;  // until it is published
    e->kind = kind;
    e->message = message;
    e->op = node.spec->op;
    e->seq = node.seq;
    e->sample = i;
    e->site = node.site;
    e->source = *source ? source : i >= 0 ? source_name(s, i) : "";
    e->python = std::move(python);
    std::lock_guard lock(error_mutex_);
    const bool fill = i >= 0 && node.spec->fill_errors;  // it goes with the value: Batch.errors
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

// A sample that failed in an input fails here with the same error.
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
    if (exhausted_) {  // that error could not be kept
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

void* StageRun::state_of(int s, int64_t i, int64_t frame) {
  StepData& d = data_[s];
  int size = stage_.steps[s].node->spec->kernel->state_size;
  if (!size) return nullptr;
  int64_t at = d.first_virtual.empty() ? i : d.first_virtual[i] + frame;
  return d.state.data() + at * size;
}
// Shapes and memory of all samples: one slab, dense when the shapes agree.
Samples StageRun::place(int r) const {
  const Register& reg = stage_.regs[r];
  const Node& node = *stage_.steps[reg.step].node;
  const OutMeta& meta = node.spec->outs[reg.out];
  Samples out;
  out.dtype = meta.dtype;
  out.ndim = meta.ndim;
  out.n = stage_.n;
  if (stage_.stream) {
    out.device = stage_.stream->device;
    out.stream = stage_.stream;
  }
  out.shapes.resize(stage_.n * meta.ndim);
  out.data.resize(stage_.n);
  for (int64_t i = 0; i < stage_.n; i++) {
    const Shape& s = shapes_[r * stage_.n + i];
    for (int d = 0; d < meta.ndim; d++) out.shapes[i * meta.ndim + d] = s[d];
  }
  if (node.spec->kernel->view) return out;  // shares the memory of its input: see publish()
  if (stage_.stream)
    gpu::make_room(out, stage_.stream);
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

bool StageRun::keeps_host_busy() const noexcept try {
  return std::any_of(stage_.steps.begin(), stage_.steps.end(), [](const Step& s) {
    const gpu::GpuKernel* k = gpu::find_gpu_kernel(s.node->spec->kernel->name);
    return k && k->host_work;
  });
} catch (const std::bad_alloc&) {  // then it runs here
  return false;
}

void StageRun::run_on_gpu() noexcept {
  try {
    gpu::StageLauncher(*this).launch();
  } catch (const std::exception&) {
    record(0, -1);
  }
  // What could not be started fails as a whole: the steps behind the first have its error.
  if (errors_[0].empty() || errors_[0].back().first >= 0) return;
  try {
    for (size_t s = 1; s < stage_.steps.size(); s++) errors_[s].push_back(errors_[0].back());
  } catch (const std::bad_alloc&) {
    exhausted_ = true;
  }
}

void StageRun::run_step(int s, int64_t i, std::vector<View>& regs) {
  const Step& step = stage_.steps[s];
  const Node& node = *step.node;
  const Spec& spec = *node.spec;
  const Kernel& k = *spec.kernel;
  int nin = static_cast<int>(step.in.size()), nout = static_cast<int>(spec.outs.size());
  Few<View, 8> in(nin);
  Few<View, 4> out(nout);
  for (int j = 0; j < nin; j++)
    in[j] = step.in[j].reg >= 0 ? regs[step.in[j].reg] : source_view(step.in[j], i);
  for (int o = 0; o < nout; o++) regs[step.first_reg + o] = output_view(s, o, i);
  for (int o = 0; o < nout; o++) {
    int r = step.first_reg + o;
    View& v = regs[r];
    if (k.view)
      v.data = in[0].data;
    else if (stage_.regs[r].stored)
      v.data = outs_[r].data[i];
    else
      v.data = temporaries().take(static_cast<size_t>(v.narrowed().bytes()));
    out[o] = v;
  }
  if (!k.region && nin == 1 && in[0].windowed) {  // pixelwise
    in[0] = in[0].narrowed();
    out[0] = out[0].narrowed();
  }
  if (k.view) return;
  if (failed_[s * stage_.n + i] == kFilled) return;  // see run_steps()
  bool unfold = spec.frame_inputs != 0;
  int64_t frames = unfold ? out[0].shape[0] : 1, bytes = 0;
  for (int o = 0; o < nout; o++) bytes |= out[o].narrowed().bytes();
  if (unfold && !bytes) frames = 0;  // however many there are
  for (int64_t f = 0; f < frames; f++) {
    Few<View, 8> fin(nin);
    Few<View, 4> fout(nout);
    for (int j = 0; j < nin; j++) fin[j] = spec.unfolds(j) ? frame_of(in[j], f) : in[j];
    for (int o = 0; o < nout; o++) fout[o] = unfold ? frame_of(out[o], f) : out[o];
    Args args(spec, data_[s].args.data(), i, f, node.key, &node.immediates);
    RunContext c{args, nin, nout, fin, fout, state_of(s, i, f)};
    k.run(c);
    if (c.warnings) {
      std::lock_guard lock(error_mutex_);
      warned_[s].resize(stage_.n);
      warned_[s][i] += c.warnings;
    }
  }
}

// Steps s .. s+chain-1 chunk by chunk, so that what passes between them stays in L1. Possible when
// no operand is broadcast (single elements aside); otherwise the steps run one after another.
bool StageRun::run_chain(int s, int64_t i, std::vector<View>& regs) {
  int chain = stage_.steps[s].chain;
  int64_t volume = output_view(s, 0, i).narrowed().volume();
  if (volume <= kChunk) return false;
  struct Operand {
    View view;
    bool moves;
    int step;  // >= 0: the chunk made by this step of the chain
  };
  std::vector<std::vector<Operand>> ins(chain);
  for (int c = 0; c < chain; c++) {
    const Step& step = stage_.steps[s + c];
    if (failed_[(s + c) * stage_.n + i]) return false;  // filled ones run alone
    if (output_view(s + c, 0, i).narrowed().volume() != volume) return false;
    for (const Source& in : step.in) {
      int from = in.reg >= 0 ? stage_.regs[in.reg].step : -1;
      Operand o;
      o.step = from >= s ? from - s : -1;
      o.view = o.step >= 0   ? output_view(from, stage_.regs[in.reg].out, i)
               : in.reg >= 0 ? regs[in.reg]
                             : source_view(in, i);
      o.view = o.view.narrowed();
      int64_t v = o.view.volume();
      if (v != volume && v != 1) return false;
      o.moves = v == volume;
      ins[c].push_back(o);
    }
  }
  std::vector<uint8_t*> base(chain);
  std::vector<bool> whole(chain);
  for (int c = 0; c < chain; c++) {
    const Step& step = stage_.steps[s + c];
    int r = step.first_reg;
    View& v = regs[r];
    v = output_view(s + c, 0, i);
    bool stored = stage_.regs[r].stored;
    whole[c] = stored || stage_.regs[r].last_use >= s + chain || c == chain - 1;
    if (stored)
      v.data = outs_[r].data[i];
    else
      v.data =
          temporaries().take(static_cast<size_t>((whole[c] ? volume : kChunk) * itemsize(v.dtype)));
    base[c] = v.data;
  }
  for (int64_t at = 0; at < volume; at += kChunk) {
    int64_t count = std::min(kChunk, volume - at);
    for (int c = 0; c < chain; c++) {
      const Step& step = stage_.steps[s + c];
      int nin = static_cast<int>(ins[c].size());
      Few<View, 8> in(nin);
      View out;
      for (int j = 0; j < nin; j++) {
        const Operand& o = ins[c][j];
        in[j] = o.view;
        if (o.step >= 0)
          in[j].data = base[o.step] + (whole[o.step] ? at * itemsize(in[j].dtype) : 0);
        else if (o.moves)
          in[j].data += at * itemsize(in[j].dtype);
        if (o.moves) in[j].shape = Shape{count};
      }
      out = regs[step.first_reg];
      out.data = base[c] + (whole[c] ? at * itemsize(out.dtype) : 0);
      out.shape = Shape{count};
      Args args(*step.node->spec, data_[s + c].args.data(), i, 0, step.node->key,
                &step.node->immediates);
      RunContext ctx{args, nin, 1, in, &out, state_of(s + c, i, 0)};
      try {
        step.node->spec->kernel->run(ctx);
      } catch (const Error&) {  // one after another, the step that fails is known
        return false;
      }
    }
  }
  return true;
}

bool StageRun::clear_outputs(int s, const std::vector<View>& regs) {
  const Step& step = stage_.steps[s];
  for (size_t o = 0; o < step.node->spec->outs.size(); o++) {
    const View& v = regs[step.first_reg + o];
    if (!v.data) return false;
    int64_t bytes = v.windowed ? (v.region.y1 - v.region.y0) * v.pitch() : v.bytes();
    std::memset(v.data, 0, static_cast<size_t>(bytes));
  }
  return true;
}

// What failed in the inputs and was filled, and what failed here.
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

void StageRun::run_sample(int64_t i) noexcept {
  thread_local std::vector<View> regs;
  try {
    regs.resize(std::max(regs.size(), stage_.regs.size()));
    run_steps(i, regs);
  } catch (const std::bad_alloc&) {
    exhausted_ = true;
  }
  temporaries().give_all();
}

void StageRun::run_steps(int64_t i, std::vector<View>& regs) {
  int count = static_cast<int>(stage_.steps.size());
  for (int s = 0; s < count; s++) {
    const Step& step = stage_.steps[s];
    int ran = 1;
    if (failed_[s * stage_.n + i] == kFailed || inherit_failure(s, i)) continue;
    bool trace = tracing.load(std::memory_order_relaxed);
    int64_t start = trace ? now_ns() : 0;
    try {
      if (step.chain > 1 && run_chain(s, i, regs))
        ran = step.chain;
      else
        run_step(s, i, regs);
    } catch (const std::exception&) {
      record(s, i);
    }
    if (failed_[s * stage_.n + i] == kFilled && !clear_outputs(s, regs)) throw std::bad_alloc();
    if (trace) {
      std::string name = step.node->spec->op;
      for (int c = 1; c < ran; c++) name += " + " + stage_.steps[s + c].node->spec->op;
      trace_event("worker", name + " #" + std::to_string(i), start, now_ns());
    }
    for (int t = s; t < s + ran; t++)
      for (const Source& in : stage_.steps[t].in) {
        if (in.reg < 0) continue;
        int root = in.reg;
        while (stage_.regs[root].alias >= 0) root = stage_.regs[root].alias;
        if (stage_.regs[root].last_use <= s + ran - 1 && !stage_.regs[root].stored)
          temporaries().give(regs[root].data);
      }
    s += ran - 1;
  }
}

// Kernels that see whole batches have a GPU version of their own, or only rearrange samples.
void StageRun::run_batch_on_gpu(BatchContext& c) {
  const gpu::GpuKernel* k = gpu::find_gpu_kernel(c.spec.kernel->name);
  if (!k || !k->run_batch)
    fail(ErrorKind::device,
         "kernel '" + std::string(c.spec.kernel->name) + "' does not run on the GPU");
  for (const Samples* in : c.in) {
    if (in->device < 0) continue;
    if (in->stream) stage_.stream->follow(*in->stream);
    for (const BufferRef& b : in->owners) {
      if (b->lent) gpu::follow_users(*b, *stage_.stream);
      gpu::used_on(*b, stage_.stream);
    }
  }
  k->run_batch(c, stage_.stream);
  for (Samples& out : c.out) {
    if (out.device >= 0 && !out.stream) out.stream = stage_.stream;
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
      run_batch_on_gpu(c);
    else
      spec.kernel->run_batch(c);
    for (const SampleFailure& f : c.failures)
      record(0, f.sample, f.kind, f.message.c_str(), f.python, f.source.c_str());
    for (size_t o = 0; o < out.size(); o++) outs_[step.first_reg + o] = std::move(out[o]);
  } catch (const std::exception&) {
    record(0, -1);
  }
}

void StageRun::forget_errors() noexcept {
  for (auto& errors : errors_)
    for (auto& [i, e] : errors) e->observed = true;
}

// What is known about samples beside their data: names of files from the first input, warnings from
// there or of this step.
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
  forget_errors();  // of all failures of a value one is reported
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
    // The error a value reports: the earliest call, then the smallest sample.
    ErrorRef first;
    for (auto& [i, e] : errors_[s])
      if (!first || e->seq < first->seq || (e->seq == first->seq && e->sample < first->sample))
        first = e;
    if (!stage_.whole_batch || !filled_[s].empty()) {  // whole-batch kernels pass on those they got
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
      // Later steps of the stage look at outs_ (sources, shared memory): copy, do not move.
      for (size_t o = 0; o < node.results.size(); o++) node.results[o] = outs_[step.first_reg + o];
    }
    if (!first && node.results.empty())  // not stored, but later steps look at it
      pass_on(static_cast<int>(s), stage_.n, outs_[step.first_reg]);
  }
}

}  // namespace hr
