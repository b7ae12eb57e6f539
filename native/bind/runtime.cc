// Engine controls: threads, fusion, traces, memory, description of plans.
#include <atomic>
#include <mutex>

#include "base/fork_mutex.h"
#include "base/isa.h"
#include "base/trace.h"
#include "bind.h"
#include "gpu/stream.h"

namespace hr::bind {
namespace {

ForkMutex& unobserved_mutex = *new ForkMutex;  // never destroyed: threads may outlive statics
std::vector<ErrorRef>& unobserved() {
  static auto* v = new std::vector<ErrorRef>;
  return *v;
}

std::atomic<bool> any_unobserved{false};
nb::object& unobserved_handler() {
  static auto* f = new nb::object;
  return *f;
}

// The last shortage of threads; `why` is a static string.
std::atomic<int> threads_wanted, threads_started;
std::atomic<const char*> short_of_threads{nullptr};
nb::object& shortage_handler() {
  static auto* f = new nb::object;
  return *f;
}

// GPU kernels of a stage, with their steps as positions in the stage.
nb::list describe_kernels(const Stage& stage) {
  nb::list kernels;
  for (const StageKernel& kernel : stage.kernels) {
    nb::dict d;
    nb::list steps, joins, refusals;
    for (int s : kernel.steps) steps.append(s);
    for (const Join& j : kernel.joins)
      joins.append(nb::make_tuple(j.from, j.into, describe_needs(j.needs)));
    for (const StageKernel::Refusal& r : kernel.refusals)
      refusals.append(nb::make_tuple(r.by, r.why));
    d["steps"] = steps;
    d["joins"] = joins;
    d["refusals"] = refusals;
    kernels.append(d);
  }
  return kernels;
}

// A plan as plain data: a list of stages, each a list of steps.
nb::list describe(nb::tuple values) {
  std::vector<NodeRef> nodes;
  for (const Input& in : inputs_of(values)) nodes.push_back(in.node);
  auto plan = Engine::get().plan_for(nodes);
  nb::list stages;
  for (const Stage& stage : plan->stages) {
    nb::list steps;
    for (const Step& step : stage.steps) {
      const Node& node = *step.node;
      nb::dict d;
      d["op"] = node.spec->op;
      d["kernel"] = node.spec->kernel->name;
      d["site"] = node.site;
      d["seq"] = node.seq;
      nb::list ins, args, outs;
      auto name = [&](const Source& s) -> nb::object {
        if (s.reg >= 0) return nb::cast(stage.steps[stage.regs[s.reg].step].node->seq);
        nb::dict o;
        o["seq"] = s.node->seq;
        o["finished"] = s.node->finished();
        return o;
      };
      for (const Source& s : step.in) ins.append(name(s));
      for (const Source& s : step.dyn)
        args.append(nb::make_tuple(node.spec->kernel->params[s.param], name(s)));
      for (size_t o = 0; o < node.spec->outs.size(); o++) {
        const Register& r = stage.regs[step.first_reg + o];
        outs.append(nb::make_tuple(static_cast<int>(node.spec->outs[o].dtype),
                                   node.spec->outs[o].ndim, r.stored,
                                   r.alias >= 0 || node.spec->kernel->view));
      }
      d["inputs"] = ins;
      d["args"] = args;
      d["outputs"] = outs;
      d["region_for"] =
          step.region_for >= 0 ? nb::cast(stage.steps[step.region_for].node->spec->op) : nb::none();
      d["chain"] = step.chain;
      d["frames"] = node.spec->frame_inputs != 0;
      d["data_inputs"] = node.spec->kernel->data_inputs;
      d["n"] = node.n;
      steps.append(d);
    }
    nb::dict s;
    s["level"] = stage.level;
    s["n"] = stage.n;
    s["whole_batch"] = stage.whole_batch;
    s["gpu"] = stage.stream ? nb::cast(stage.stream->device) : nb::none();
    s["steps"] = steps;
    s["kernels"] = describe_kernels(stage);
    stages.append(s);
  }
  return stages;
}

}  // namespace

void report_unobserved() {
  if (!any_unobserved.load(std::memory_order_relaxed)) return;
  std::vector<ErrorRef> errors;
  {
    std::lock_guard lock(unobserved_mutex);
    errors.swap(unobserved());
    any_unobserved = false;
  }
  // With warnings as errors this raises; that must not fail this unrelated caller.
  for (auto& e : errors) {
    try {
      if (unobserved_handler().is_valid()) call_python(unobserved_handler(), exception_of(e));
    } catch (nb::python_error& raised) {
      raised.discard_as_unraisable("headrace: a failure nobody looked at");
    }
  }
  if (const char* why = short_of_threads.exchange(nullptr)) {
    try {
      if (shortage_handler().is_valid())
        call_python(shortage_handler(), threads_wanted.load(), threads_started.load(), why);
    } catch (nb::python_error& raised) {
      raised.discard_as_unraisable("headrace: threads that could not be started");
    }
  }
}

void bind_runtime(nb::module_& m) {
  on_unobserved = [](const ErrorRef& e) {
    std::lock_guard lock(unobserved_mutex);
    if (unobserved().size() < 100) unobserved().push_back(e);
    any_unobserved = true;
  };
  on_thread_shortage = [](int wanted, int started, const char* why) noexcept {
    threads_wanted = wanted;
    threads_started = started;
    short_of_threads = why;
    any_unobserved = true;
  };
  m.def("set_shortage_handler", [](nb::object f) { shortage_handler() = std::move(f); });
  m.def("set_unobserved_handler", [](nb::object f) { unobserved_handler() = std::move(f); });
  m.def("report_unobserved", &report_unobserved);
  m.def("describe", &describe);
  m.def("default_threads", [] { return Pool::default_pool()->threads(); });
  m.def("set_default_threads", [](int n) {
    Unlocked unlocked;
    Pool::set_default_threads(n);
  });
  m.def("set_fuse", [](bool on) { return std::exchange(Engine::get().fuse, on); });
  m.def("flush", [] { Engine::get().flush(); });
  m.def("settle", [](double seconds) {
    Unlocked unlocked;
    return Engine::get().settle(seconds);
  });
  m.def(
      "shutdown",
      [](double seconds) {
        {
          Unlocked unlocked;
          Engine::get().shutdown(seconds);
        }
        release_parked();
        report_unobserved();
      },
      nb::arg("seconds"));
  m.def("memory", [] {
    MemoryStats s = memory_stats();
    return nb::make_tuple(s.live, s.cached, s.pinned);
  });
  m.def("trim_memory", &trim_memory);
  m.def("max_allocation", &max_allocation);
  m.def("set_max_allocation", &set_max_allocation);
  m.def("trace_begin", [] {
    trace_thread_name("caller");
    trace_begin();
  });
  m.def("trace_end", &trace_end);
  m.def("isa", [] { return isa_name(isa_level()); });
  m.def("cpu_features", [] {
    nb::list l;
#if defined(HR_X86)
    __builtin_cpu_init();
#define HR_FEATURE(name) \
  if (__builtin_cpu_supports(name)) l.append(name)
    HR_FEATURE("sse4.2");
    HR_FEATURE("avx");
    HR_FEATURE("avx2");
    HR_FEATURE("fma");
    HR_FEATURE("avx512f");
    HR_FEATURE("avx512bw");
    HR_FEATURE("avx512vl");
#endif
    return l;
  });
  m.def("build_info", [] {
    nb::dict d;
    d["compiler"] = __VERSION__;
    d["cxx"] = static_cast<long>(__cplusplus);
    return d;
  });
  m.def("philox", [](uint64_t key, uint64_t hi, uint32_t sample, uint32_t block) {
    auto w = philox(key, hi, sample, block);
    return nb::make_tuple(w[0], w[1], w[2], w[3]);
  });
}

}  // namespace hr::bind
