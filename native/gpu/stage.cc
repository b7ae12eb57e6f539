// Launches a stage: input ordering, outputs, one table, one upload.
#include "gpu/stage.h"

#include <algorithm>

#include "base/trace.h"
#include "gpu/columns.h"
#include "gpu/device/launch.cuh"

namespace hr::gpu {
namespace {

constexpr int64_t kEnoughRuns = 300'000;  // enough to occupy all threads of a large GPU

}  // namespace

StageLauncher::StageLauncher(StageRun& run)
    : StageCalls{run.stage()},
      run_(run),
      stream_(stage.stream),
      launches_(stage.stream),
      joined_(stage.steps.size(), -1),
      parts_(stage.steps.size()),
      memory_(stage.regs.size()) {
  for (const Step& s : stage.steps)
    if (!s.on_gpu && !s.node->spec->kernel->view)
      throw Error(ErrorKind::device, "kernel '" + std::string(s.node->spec->kernel->name) +
                                         "' does not run on the GPU");
}

void StageLauncher::launch() {
  TraceSpan span("gpu", "launch");
  order_inputs();
  if (stage.n == 0) return;
  split_kernels();
  allocate_temporaries();
  for (const StageKernel& k : stage.kernels)
    for (int s : k.steps)
      if (joined_[s] < 0) emit(s);
  launches_.enqueue();
  keep_host_inputs();
}

void StageLauncher::emit(int s) {
  inherit_failures(s);
  if (composed(s))
    emit_chain(s);
  else
    emit_own(s);
  emit_host_outputs(s);
  clear_filled(s);
}

void follow_samples(const Samples& samples, const StreamRef& stream) {
  if (samples.device < 0) return;
  if (samples.stream) stream->follow(*samples.stream);
  for (const BufferRef& b : samples.owners) {
    if (b->lent) follow_users(*b, *stream);
    used_on(*b, stream);
  }
}

// The stage's stream waits for the streams that produced its inputs.
void StageLauncher::order_inputs() {
  for (const Step& s : stage.steps)
    for (const Source& in : s.in)
      if (in.reg < 0) follow_samples(samples_of(in), stream_);
}

// The GPU may still read pinned decoder inputs after `run` returns.
void StageLauncher::keep_host_inputs() {
  std::vector<BufferRef> read;
  for (int s = 0; s < static_cast<int>(stage.steps.size()); s++) {
    if (!kernel(s).host_work) continue;
    for (const Source& in : step(s).in) {
      if (in.reg >= 0 || samples_of(in).device >= 0) continue;
      for (const BufferRef& b : samples_of(in).owners)
        if (b->pinned) read.push_back(b);
    }
  }
  keep_for_upload(std::move(read), stream_);
}

// Kept results already have memory; others get temporary memory for the stage.
void StageLauncher::allocate_temporaries() {
  for (size_t r = 0; r < stage.regs.size(); r++) {
    const Register& reg = stage.regs[r];
    if (reg.stored) memory_[r] = run_.output(static_cast<int>(r));
    if (reg.stored || spec(reg.step).kernel->view || joined_[reg.step] >= 0) continue;
    memory_[r] = run_.place(static_cast<int>(r));
  }
}

View StageLauncher::memory_of(int reg, int64_t i) const {
  const Register& r = stage.regs[reg];
  View v = output_view(r.step, r.out, i);
  if (spec(r.step).kernel->view) {
    const Source& in = step(r.step).in[0];
    v.data = in.reg >= 0 ? memory_of(in.reg, i).data : run_.source_view(in, i).data;
  } else if (!memory_[reg].data.empty()) {
    v.data = memory_[reg].data[i];
  }
  return v;
}

View StageLauncher::output_view(int s, int out, int64_t i) const {
  View v;
  v.dtype = spec(s).outs[out].dtype;
  v.shape = run_.shape(step(s).first_reg + out, i);
  return v;
}

View StageLauncher::input_view(int s, int input, int64_t i) const {
  const Source& in = step(s).in[input];
  return in.reg >= 0 ? memory_of(in.reg, i) : run_.source_view(in, i);
}

// The part of a value that belongs to a virtual sample.
View StageLauncher::unfolded(const View& v, const Virtual& at, bool unfold, int lead) const {
  View r = unfold ? frame_of(v, at.frame) : v;
  if (!lead) return r;
  View inner = r;
  inner.shape = Shape{};
  for (int d = lead; d < r.shape.ndim; d++) inner.shape.push(r.shape[d]);
  if (inner.data) inner.data += at.outer * inner.bytes();
  return inner;
}

std::vector<StageLauncher::Virtual> StageLauncher::virtuals(int s, bool unfold, int lead) const {
  std::vector<Virtual> all;
  for (int64_t i = 0; i < stage.n; i++) {
    if (failed(s, i)) continue;
    View out = output_view(s, 0, i);
    int64_t frames = unfold ? out.shape[0] : 1;
    if (out.volume() == 0) continue;
    int64_t outer = 1;
    for (int d = 0; d < lead; d++) outer *= out.shape[d + (unfold ? 1 : 0)];
    for (int64_t f = 0; f < frames; f++)
      for (int64_t o = 0; o < outer; o++) all.push_back({i, f, o});
  }
  return all;
}

// Marks samples that failed in an earlier step.
void StageLauncher::inherit_failures(int s) {
  for (int64_t i = 0; i < stage.n; i++)
    if (!failed(s, i)) run_.inherit_failure(s, i);
}

// on_error="fill": clear failed samples.
void StageLauncher::clear_filled(int s) {
  for (int64_t i = 0; i < stage.n; i++) {
    if (run_.outcome(s, i) != StageRun::kFilled) continue;
    for (size_t o = 0; o < spec(s).outs.size(); o++) {
      View v = memory_of(step(s).first_reg + static_cast<int>(o), i);
      launches_.clear(reinterpret_cast<Address>(v.data), static_cast<size_t>(v.bytes()));
    }
  }
}

// ---- chains -----------------------------------------------------------------------------------

std::string StageLauncher::type_of(const Part& part, int link) const {
  const Chain& chain = *part.chain;
  const Link& l = chain.links[link];
  const GpuKernel& k = kernel(l.step);
  auto pixel = [&](const View& v, const Axes& a) {
    int n = chain.flat || part.elements || a.c < 0 ? 1 : static_cast<int>(v.shape[a.c]);
    return std::string(type_name(v.dtype)) + ", " + std::to_string(n) + ", ";
  };
  int64_t i = 0;  // a valid sample: all have the same types
  while (i + 1 < stage.n && failed(l.step, i)) i++;
  View out = unfolded(output_view(l.step, 0, i), {i, 0, 0}, chain.unfold, chain.lead);
  std::string text =
      std::string(k.type) + "<" + pixel(out, part.seen(l.out_axes)) + std::to_string(l.at);
  std::vector<View> in;
  for (int j = 0; j < static_cast<int>(l.sources.size()); j++) {
    text += ", ";
    in.push_back(unfolded(input_view(l.step, j, i), {i, 0, 0}, unfolds(chain, l, j), chain.lead));
    if (l.sources[j] >= 0) {
      text += type_of(part, l.sources[j]);
      continue;
    }
    Axes a = l.in_axes.empty() ? Axes{} : part.seen(l.in_axes[j]);
    View as = in.back();
    if (!k.axes && !chain.flat) as.shape = out.shape, as.dtype = in.back().dtype;  // broadcast
    text += "Memory<" + pixel(as, a) + std::to_string(l.memory[j]) + ">";
  }
  if (k.more) text += k.more(spec(l.step), in.data(), static_cast<int>(in.size()));
  return text + ">";
}

void StageLauncher::emit_chain(int root) {
  Part& part = parts_[root];
  if (!part.chain) {
    if (kernel(root).run) return (void)emit_own(root);
    fail(ErrorKind::notimplemented, "this arrangement of axes does not run on the GPU");
  }
  const Chain& chain = *part.chain;
  if (chain.links.size() == 1 && kernel(root).alone && emit_own(root, true)) return;
  auto all = virtuals(root, chain.unfold, chain.lead);
  if (all.empty()) return;
  if (chain.vector) {
    // Elements: 32 bytes of the widest type, 16 if it is one byte. Multi-channel pixels: four, to
    // limit registers.
    const bool single = chain.flat || part.elements || part.seen(chain.links.back().out_axes).c < 0;
    part.vector = !single ? 4 : chain.widest == 1 ? 16 : 32 / chain.widest;
  }
  uint64_t table = launches_.reserve(chain.stride * all.size());
  uint32_t most = 1;
  int64_t runs = 0;
  ColumnGrid columns(chain.shares, chain.bytes);
  for (size_t v = 0; v < all.size(); v++) {
    pack(part, all[v], table + v * chain.stride);
    const auto& store = launches_.at<hrk::StoreParams>(table + v * chain.stride, 0);
    most = std::max(most, store.count);
    runs += store.count;
    columns.add(store.nx, store.nz, store.ny);
  }
  std::string files;
  for (const Link& l : chain.links) {
    const GpuKernel& k = kernel(l.step);
    std::string include = "#include \"" + std::string(k.folder) + k.file + "\"\n";
    if (files.find(include) == std::string::npos) files += include;
  }
  std::string type = type_of(part, static_cast<int>(chain.links.size()) - 1);
  if (!chain.vector && !chain.flat) {
    launches_.launch_text(columns.text(files, type, chain.stride, chain.blocks), table,
                          static_cast<int64_t>(all.size()), chain.stride, columns.blocks(), 256,
                          {columns.steps()});
    return;
  }
  std::string bounds = launch_bounds(chain.links.size() == 1 ? chain.blocks : 0);
  std::string text = files + "extern \"C\" __global__ void " + bounds +
                     "kernel(Launch l) {\n  compose<" + type + ", " + std::to_string(part.vector) +
                     ">(l);\n}\n";
  launches_.launch_text(text, table, static_cast<int64_t>(all.size()), chain.stride,
                        blocks_for(most / std::clamp<int64_t>(runs / kEnoughRuns, 1, 8)), 256);
}

// ---- kernels with launches of their own -------------------------------------------------------

bool StageLauncher::emit_own(int s, bool alone) {
  const GpuKernel& k = kernel(s);
  bool unfold = spec(s).frame_inputs != 0;
  launches_.begin(spec(s), k.folder);
  const int nin = static_cast<int>(step(s).in.size()), nout = static_cast<int>(spec(s).outs.size());
  const std::vector<Virtual> all = virtuals(s, unfold);
  std::vector<Args> args;
  std::vector<View> views;
  args.reserve(all.size());
  views.reserve(all.size() * static_cast<size_t>(nin + nout));
  for (const Virtual& at : all) {
    const View* in = views.data() + views.size();
    for (int j = 0; j < nin; j++)
      views.push_back(unfolded(input_view(s, j, at.sample), at, spec(s).unfolds(j)));
    const View* out = in + nin;
    for (int o = 0; o < nout; o++)
      views.push_back(unfolded(memory_of(step(s).first_reg + o, at.sample), at, unfold));
    args.emplace_back(spec(s), run_.arg_views(s), at.sample, at.frame, step(s).node->key,
                      &step(s).node->immediates);
    launches_.samples.push_back(
        {args.back(), nin, nout, in, out, run_.state(s, at.sample, at.frame), 1, Axes{}, Axes{},
         [this](const void* data, size_t bytes) { return launches_.attach(data, bytes); }});
  }
  bool done = true;
  if (!launches_.samples.empty()) {
    if (alone)
      done = k.alone(launches_);
    else
      k.run(launches_);
  }
  launches_.samples.clear();
  for (const SampleFailure& f : launches_.failures) run_.fail_sample(s, f);
  launches_.failures.clear();
  return done;
}

// Small outputs computed on the host, in one copy per output with the upload.
void StageLauncher::emit_host_outputs(int s) {
  const GpuKernel& k = kernel(s);
  if (!k.host_output) return;
  for (size_t o = 1; o < spec(s).outs.size(); o++) {
    int reg = step(s).first_reg + static_cast<int>(o);
    if (memory_[reg].data.empty()) continue;
    uint8_t* base = memory_[reg].data.empty() ? nullptr : memory_[reg].data[0];
    std::vector<uint8_t> image;
    for (int64_t i = 0; i < stage.n; i++) {
      if (failed(s, i)) continue;
      View v = memory_of(reg, i);
      size_t from = static_cast<size_t>(v.data - base);
      image.resize(std::max(image.size(), from + static_cast<size_t>(v.bytes())));
      int nin = static_cast<int>(step(s).in.size());
      std::vector<View> in(nin);
      for (int j = 0; j < nin; j++) in[j] = input_view(s, j, i);
      const Args args = run_.args_at(s, i, 0);
      k.host_output({args, nin, 1, in.data(), &v, run_.state(s, i, 0), 1, Axes{}, Axes{}, {}},
                    static_cast<int>(o), image.data() + from);
    }
    launches_.fill(reinterpret_cast<Address>(base), image.data(), image.size());
  }
}

}  // namespace hr::gpu
