// Runs a stage's samples on the CPU: each through all steps while it is in cache.
#include <algorithm>
#include <cstring>
#include <new>

#include "base/trace.h"
#include "engine/stage_run.h"
#include "engine/temporaries.h"

namespace hr {
namespace {

constexpr int64_t kChunk = 4096;  // elements per chunk of a chain: a few rows in L1

}  // namespace

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
  if (unfold && !bytes) frames = 0;  // empty frames, however many
  for (int64_t f = 0; f < frames; f++) {
    Few<View, 8> fin(nin);
    Few<View, 4> fout(nout);
    for (int j = 0; j < nin; j++) fin[j] = spec.unfolds(j) ? frame_of(in[j], f) : in[j];
    for (int o = 0; o < nout; o++) fout[o] = unfold ? frame_of(out[o], f) : out[o];
    const Args args = args_at(s, i, f);
    RunContext c{args, nin, nout, fin, fout, state(s, i, f)};
    k.run(c);
    if (c.warnings) {
      std::lock_guard lock(error_mutex_);
      warned_[s].resize(stage_.n);
      warned_[s][i] += c.warnings;
    }
  }
}

// Runs steps s .. s+chain-1 chunk by chunk, so that intermediates stay in L1. False: an operand is
// broadcast (single elements are fine), so the steps must run one after another.
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
    if (failed_[(s + c) * stage_.n + i]) return false;  // filled samples run step by step
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
      const Args args = args_at(s + c, i, 0);
      RunContext ctx{args, nin, 1, in, &out, state(s + c, i, 0)};
      try {
        step.node->spec->kernel->run(ctx);
      } catch (const Error&) {  // rerun step by step to find the failing one
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

}  // namespace hr
