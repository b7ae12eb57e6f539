// Before a stage runs: infers shapes of registers, parameters of calls and image regions.
#include <algorithm>

#include "base/checked.h"
#include "base/trace.h"
#include "engine/stage_run.h"
#include "engine/temporaries.h"

namespace hr {

// on_error="fill": a minimal sample of zeros.
void StageRun::fill_shape(int s, int64_t i) {
  const Step& step = stage_.steps[s];
  const Spec& spec = *step.node->spec;
  for (size_t o = 0; o < spec.outs.size(); o++) {
    Shape r;
    for (int d = 0; d < spec.outs[o].ndim; d++) r.push(1);
    shapes_[(step.first_reg + o) * stage_.n + i] = r;
  }
  if (!spec.kernel->fill || spec.frame_inputs) return;
  const Args args = args_at(s, i, 0);
  InferContext c{args,
                 0,
                 static_cast<int>(spec.outs.size()),
                 nullptr,
                 &shapes_[step.first_reg * stage_.n + i],
                 nullptr};
  spec.kernel->fill(c);
  check_shape(s, i);
}

// Checks final output shapes: see Note [Sizes].
void StageRun::check_shape(int s, int64_t i) {
  const Step& step = stage_.steps[s];
  for (size_t o = 0; o < step.node->spec->outs.size(); o++)
    check_fits(shapes_[(step.first_reg + o) * stage_.n + i], step.node->spec->outs[o].dtype,
               "the output");
}

namespace {

// Frames of a sample. frames < 0: no input tells, so per-frame arguments do; each has one value per
// frame, or one for all.
int64_t count_frames(const Node& node, const std::vector<ArgView>& args, int64_t i,
                     int64_t frames) {
  auto values = [&](const DynArg& a) {
    const Samples& v = *args[a.param].samples;
    return v.shape(v.n == 1 ? 0 : i)[0];
  };
  bool told = frames >= 0;
  for (const DynArg& a : node.dyn)
    if (a.per_frame && !told && (frames < 0 || frames == 1)) frames = values(a);
  for (const DynArg& a : node.dyn)
    if (a.per_frame && values(a) != 1 && values(a) != frames)
      fail_value("argument '" + std::string(node.spec->kernel->params[a.param]) +
                 "' has values for " + std::to_string(values(a)) + " frames, the sequence has " +
                 std::to_string(frames));
  return frames;
}

}  // namespace

void StageRun::infer_step(int s, int64_t i) {
  const Step& step = stage_.steps[s];
  const Node& node = *step.node;
  const Spec& spec = *node.spec;
  const Kernel& k = *spec.kernel;
  if (inherit_failure(s, i)) return;
  int nin = static_cast<int>(step.in.size()), nout = static_cast<int>(spec.outs.size());
  Few<View, 8> in(nin);
  for (int j = 0; j < nin; j++) in[j] = source_view(step.in[j], i);
  Few<Shape, 4> out(nout);
  int64_t frames = 1;
  bool unfold = spec.frame_inputs != 0;
  if (unfold) {
    frames = -1;
    for (int j = 0; j < nin; j++)
      if (spec.unfolds(j)) {
        if (frames >= 0 && in[j].shape[0] != frames)
          fail_value("inputs have " + std::to_string(frames) + " and " +
                     std::to_string(in[j].shape[0]) + " frames");
        frames = in[j].shape[0];
      }
    StepData& d = data_[s];
    frames = count_frames(node, d.args, i, frames);
    if (k.state_size) {
      if (d.first_virtual.empty()) d.first_virtual.resize(stage_.n);
      d.first_virtual[i] = static_cast<int64_t>(d.state.size()) / k.state_size;
      const size_t room =
          d.state.size() + static_cast<size_t>(k.state_size) * std::max<int64_t>(frames, 1);
      if (room > max_allocation())
        refuse_allocation(room, "the parameters of " + std::to_string(frames) + " frames");
      d.state.resize(room);
    }
  }
  // If frames cannot differ, infer one for all: an empty sequence may have 2**40 frames.
  const bool apart =
      k.state_size || k.data_inputs ||
      std::any_of(node.dyn.begin(), node.dyn.end(), [](const DynArg& a) { return a.per_frame; });
  for (int64_t f = 0; f < (apart ? std::max<int64_t>(frames, 1) : 1); f++) {
    Few<View, 8> framed(unfold ? nin : 0);
    for (int j = 0; unfold && j < nin; j++)
      framed[j] = spec.unfolds(j) ? frame_of(in[j], f) : in[j];
    const Args args = args_at(s, i, f);
    Few<Shape, 4> shapes(nout);
    InferContext c{args, nin, nout, unfold ? framed : in, shapes, state(s, i, f)};
    k.infer(c);
    for (int o = 0; o < nout; o++) {
      if (f > 0 && !(shapes[o] == out[o]))
        fail_value("frames of one sequence would get different shapes: " + out[o].str() + " and " +
                   shapes[o].str());
      out[o] = shapes[o];
    }
  }
  for (int o = 0; o < nout; o++) {
    Shape r;
    if (unfold) r.push(frames);
    for (int d = 0; d < out[o].ndim; d++) r.push(out[o][d]);
    if (r.ndim != spec.outs[o].ndim)
      fail(ErrorKind::runtime, "the kernel made " + std::to_string(r.ndim) + " dimensions, " +
                                   std::to_string(spec.outs[o].ndim) + " were announced");
    shapes_[(step.first_reg + o) * stage_.n + i] = r;
  }
}

// Computes the part of its output that each step must make; see Note [Regions] in plan.cc.
void StageRun::find_regions() {
  for (int s = static_cast<int>(stage_.steps.size()) - 1; s > 0; s--) {
    const Step& step = stage_.steps[s];
    if (step.in.empty() || step.in[0].reg < 0) continue;
    at_step_ = s;
    int producer = stage_.regs[step.in[0].reg].step;
    if (stage_.steps[producer].region_for != s) continue;
    const Spec& spec = *step.node->spec;
    for (int64_t i = 0; i < stage_.n; i++) {
      const int nin = static_cast<int>(step.in.size());
      Few<View, 8> in(nin);  // all inputs: a filter's reach is the shape of input 1
      for (int j = 0; j < nin; j++) in[j] = source_view(step.in[j], i);
      Region r{0, 0, in[0].shape[0], in[0].shape[1]};  // default: all of it
      const Region* want = wanted(s, i);
      if (!failed_[s * stage_.n + i]) {
        if (spec.kernel->region) {
          const Args args = args_at(s, i, 0);
          InferContext c{args, nin, 1, in, &shapes_[step.first_reg * stage_.n + i], state(s, i, 0)};
          c.reduce = reduction(producer, i);
          r = spec.kernel->region(c, want);
        } else if (want) {
          r = *want;
        }
      }
      data_[producer].regions[i] = r;
    }
  }
}

// How far a step can reduce its image.
int StageRun::reduction(int s, int64_t i) {
  const Step& step = stage_.steps[s];
  const Spec& spec = *step.node->spec;
  if (!spec.kernel->reduces || failed_[s * stage_.n + i]) return 1;
  const Args args = args_at(s, i, 0);
  View in = source_view(step.in[0], i);
  return spec.kernel->reduces(
      {args, 1, 1, &in, &shapes_[step.first_reg * stage_.n + i], state(s, i, 0)});
}

// The part of its output that a step must make; null: all.
const Region* StageRun::wanted(int s, int64_t i) const {
  if (stage_.steps[s].region_for < 0) return nullptr;
  const Region& r = data_[s].regions[i];
  const Shape& shape = shapes_[stage_.steps[s].first_reg * stage_.n + i];
  bool part = r.reduce > 1 || r.y0 > 0 || r.x0 > 0 || r.y1 < shape[0] || r.x1 < shape[1];
  return part ? &r : nullptr;
}

// An output of a step, without data.
View StageRun::output_view(int s, int out, int64_t i) const {
  const Step& step = stage_.steps[s];
  View v;
  v.dtype = step.node->spec->outs[out].dtype;
  v.shape = shapes_[(step.first_reg + out) * stage_.n + i];
  if (const Region* r = wanted(s, i)) {
    v.windowed = true;
    v.region = *r;
  }
  return v;
}

// Empty shapes for a failed sample.
void StageRun::empty_shapes(int s, int64_t i) {
  const Step& step = stage_.steps[s];
  for (size_t o = 0; o < step.node->spec->outs.size(); o++) {
    Shape& r = shapes_[(step.first_reg + o) * stage_.n + i];
    r = Shape{};
    for (int d = 0; d < step.node->spec->outs[o].ndim; d++) r.push(0);
  }
}

// Runs f for one sample; if it throws, the sample is filled or left empty.
template <class F>
void StageRun::try_shape(int s, int64_t i, F f) {
  try {
    f();
  } catch (const std::exception&) {
    record(s, i);
  }
  if (failed_[s * stage_.n + i] == kFilled)
    fill_shape(s, i);
  else if (failed_[s * stage_.n + i])
    empty_shapes(s, i);
}

void StageRun::infer() {
  TraceSpan span("engine", "infer shapes");
  for (size_t step = 0; step < stage_.steps.size(); step++) {
    const int s = at_step_ = static_cast<int>(step);
    const Kernel& k = *stage_.steps[step].node->spec->kernel;
    for (int64_t i = 0; i < stage_.n; i++)
      try_shape(s, i, [&] {
        infer_step(s, i);
        check_shape(s, i);
      });
    if (!k.agree) continue;
    k.agree({stage_.n, data_[step].state.data(),
             shapes_.data() + stage_.steps[step].first_reg * stage_.n,
             failed_.data() + step * stage_.n});
    for (int64_t i = 0; i < stage_.n; i++)
      if (!failed_[step * stage_.n + i]) try_shape(s, i, [&] { check_shape(s, i); });
  }
  find_regions();
  for (size_t s = 0; s < stage_.steps.size(); s++) {
    const Step& step = stage_.steps[s];
    const Kernel& k = *step.node->spec->kernel;
    if (k.view) continue;
    int64_t bytes = 0;
    for (size_t o = 0; o < step.node->spec->outs.size(); o++)
      for (int64_t i = 0; i < stage_.n; i++)
        bytes = saturated_add(bytes, shapes_[(step.first_reg + o) * stage_.n + i].volume() *
                                         itemsize(step.node->spec->outs[o].dtype));
    work_ = saturated_add(work_, weighted(std::max(bytes, step.node->work), k.cost));
  }
}

}  // namespace hr
