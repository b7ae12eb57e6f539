// Calls: specs from Python arguments, nodes from specs, evaluation and error translation.
#include <cstring>
#include <new>

#include "base/trace.h"
#include "bind.h"
#include "engine/loop.h"
#include "engine/replay.h"
#include "formats/files.h"
#include "gpu/kernel.h"

namespace hr::bind {
namespace {

constexpr double kLastSeconds = 2;  // limit of waiting for another thread at interpreter exit

nb::object& error_factory() {
  static auto* f = new nb::object;
  return *f;
}

// The only conversion of Python numbers to native ones. engine/params.py already rejected integers
// of more than 64 bits, naming operator and argument; those that an operator's body computes are
// rejected here. Bits of uint64 (immediates, seeds) are no arguments: calls pass them separately.
void add_number(Const& c, nb::handle v) {
  if (PyFloat_Check(v.ptr())) {
    double d = PyFloat_AsDouble(v.ptr());
    c.f.push_back(d);
    c.i.push_back(convert<int64_t>(d));
    c.beyond |= !(d >= -0x1p63 && d < 0x1p63);  // Args::i rejects it, Args::f accepts it
    return;
  }
  int overflow = 0;
  long long i = PyLong_AsLongLongAndOverflow(v.ptr(), &overflow);
  if (i == -1 && PyErr_Occurred()) throw nb::python_error();
  if (overflow)
    throw Error(ErrorKind::value, std::string(nb::repr(v).c_str()) + " is no integer of 64 bits");
  c.i.push_back(i);
  c.f.push_back(static_cast<double>(i));
}

Const to_const(nb::handle v) {
  Const c;
  c.given = true;
  if (PyUnicode_Check(v.ptr())) {
    c.s = nb::cast<std::string>(v);
    c.text = true;
  } else if (PyList_Check(v.ptr()) || PyTuple_Check(v.ptr()))
    for (nb::handle e : nb::borrow<nb::sequence>(v)) add_number(c, e);
  else
    add_number(c, v);
  return c;
}

std::shared_ptr<Spec> make_spec(const std::string& kernel, const std::string& op, nb::dict consts,
                                const std::vector<std::pair<int, int>>& outs, uint64_t frame_inputs,
                                bool fill_errors, nb::object callable,
                                const std::shared_ptr<FileSet>& files,
                                const std::vector<std::pair<int, bool>>& varying) {
  const Kernel* k = find_kernel(kernel);
  if (!k) throw nb::value_error(("no kernel named '" + kernel + "'").c_str());
  auto spec = std::make_shared<Spec>();
  spec->kernel = k;
  spec->op = op;
  spec->consts.resize(k->params.size());
  for (auto [key, value] : consts) {
    std::string name = nb::cast<std::string>(key);
    size_t p = 0;
    while (p < k->params.size() && name != k->params[p]) p++;
    if (p == k->params.size())
      throw nb::value_error(("kernel '" + kernel + "' has no parameter '" + name + "'").c_str());
    try {
      spec->consts[p] = to_const(value);
    } catch (const Error& e) {
      throw Error(e.kind, "argument '" + name + "': " + e.what());
    }
  }
  for (auto [dtype, ndim] : outs) {
    if (ndim > kMaxDims) throw nb::value_error("more than 10 dimensions");
    spec->outs.push_back({static_cast<DType>(dtype), ndim});
  }
  spec->frame_inputs = frame_inputs;
  spec->fill_errors = fill_errors;
  if (!callable.is_none()) spec->callable = keep(callable);
  spec->resource = files;
  std::vector<bool> varies(k->params.size());
  for (auto [param, per_frame] : varying) {
    spec->varying.push_back({param, per_frame});
    varies.at(static_cast<size_t>(param)) = true;
  }
  if (k->args) spec->read_constants(varies);
  if (k->prepare) k->prepare(*spec);
  return spec;
}

[[noreturn]] void raise_forked(const Node& node, const char* why) {
  auto e = std::make_shared<SampleError>();
  e->observed = true;
  e->message = why;
  if (node.spec) e->op = node.spec->op;
  e->site = node.site;
  nb::object exc = exception_of(e);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exc.ptr())), exc.ptr());
  throw nb::python_error();
}

// Rejects values from before a fork that the child cannot reach: unfinished ones, and those in
// pinned memory, which the parent still uses.
void check_reach(const Node& node) {
  if (node.generation == generation()) return;
  if (!node.finished())
    raise_forked(
        node, "the value was still pending when the process forked: evaluate it before the fork");
  for (const Samples& s : node.results)
    for (const BufferRef& b : s.owners)
      if (b && b->pinned)
        raise_forked(node,
                     "the value is in memory that the process which forked has pinned for its GPU: "
                     "copy it to an array before the fork");
}

// An operand of a call. writable: set if others may write the memory; then the call runs at once.
Input operand(nb::handle h, bool& writable) {
  const Value& v = nb::cast<const Value&>(h);
  check_reach(*v.node);
  Input in{v.node, v.out};
  if (const Samples* there = samples_there(in); there && there->shared_writable()) writable = true;
  return in;
}

Immediate immediate(nb::handle number) {
  if (PyFloat_Check(number.ptr())) return Immediate::of(PyFloat_AsDouble(number.ptr()));
  const Immediate i{PyLong_AsUnsignedLongLongMask(number.ptr())};
  if (PyErr_Occurred()) throw nb::python_error();
  return i;
}

nb::object handles_to(const NodeRef& node) {
  size_t outs = node->spec->outs.size();
  if (outs == 1) return nb::cast(std::make_shared<Value>(node, 0));
  nb::object result = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(outs)));
  if (!result.is_valid()) throw nb::python_error();
  for (size_t o = 0; o < outs; o++)
    PyTuple_SetItem(result.ptr(), static_cast<Py_ssize_t>(o),
                    nb::cast(std::make_shared<Value>(node, static_cast<int>(o))).release().ptr());
  return result;
}

// The hot path: one call of an operator (headrace/engine/invoke.py).
nb::object invoke(const std::shared_ptr<Spec>& spec, nb::tuple operands, int64_t n, int site,
                  const Caller& caller, const std::shared_ptr<gpu::Stream>& stream, nb::handle key,
                  nb::tuple immediates) {
  release_parked();
  report_unobserved();
  bool trace = tracing.load(std::memory_order_relaxed);
  int64_t start = trace ? now_ns() : 0;
  Engine& engine = Engine::get();
  const EvalMode mode = caller.mode;
  bool writable = false;
  Invocation call;
  call.spec = spec;
  call.n = n;
  call.site = site;
  call.pool = caller.pool ? caller.pool : Pool::default_pool();
  call.stream = stream;
  if (operands.size() < spec->varying.size())
    throw nb::value_error("invoke: a value is missing for an argument that varies");
  const size_t inputs = operands.size() - spec->varying.size();
  call.inputs.reserve(inputs);
  call.dyn.reserve(spec->varying.size());
  for (nb::handle h : operands) {
    Input in = operand(h, writable);
    if (call.inputs.size() < inputs) {
      call.inputs.push_back(std::move(in));
    } else {
      const Varying& v = spec->varying[call.dyn.size()];
      call.dyn.push_back({v.param, std::move(in), v.per_frame});
    }
  }
  if (!key.is_none())
    std::tie(call.key.seed, call.key.position) = nb::cast<std::pair<uint64_t, uint64_t>>(key);
  for (nb::handle i : immediates) call.immediates.add(immediate(i));
  if (const auto replay = Replay::recording()) {
    call.site = replay->site();
    NodeRef node = make_call(std::move(call));
    replay->note(node);
    return handles_to(node);
  }
  const bool at_once = synchronous(mode) || writable;
  const auto loops = Loop::current();
  if (!at_once)
    for (const auto& loop : loops) {
      Loop::Made made = loop->adopt(call);
      if (!made.node) continue;
      nb::object result = handles_to(made.node);
      if (made.target) made.node->handles--;
      for (const auto& l : loops) l->note(made.node, call);
      if (mode == EvalMode::eager && made.node->state.load() == State::idle)
        engine.submit(made.node);
      if (trace) trace_event("caller", spec->op, start, now_ns());
      return result;
    }
  const bool noted = !at_once && !loops.empty();
  Invocation asked;  // loops record the operands as the body passed them, kept or not
  if (noted) asked = call;
  read_kept(call);
  NodeRef node = make_call(std::move(call));
  if (noted)
    for (const auto& loop : loops) loop->note(node, asked);
  nb::object result = handles_to(node);
  if (at_once) {
    evaluate(node);
    if (mode == EvalMode::sync_full && stream) {
      Unlocked unlocked;
      stream->synchronize();
    }
  } else if (mode == EvalMode::eager) {
    if (engine.overloaded()) {
      Unlocked unlocked;
      engine.drain();
    }
    engine.submit(node);
  }
  if (trace) trace_event("caller", spec->op, start, now_ns());
  return result;
}

}  // namespace

// File names and contents may hold arbitrary bytes.
static nb::object text_of(const std::string& s, const char* errors) {
  return nb::steal(PyUnicode_DecodeUTF8(s.data(), static_cast<Py_ssize_t>(s.size()), errors));
}

nb::object exception_of(const ErrorRef& e) {
  e->observed = true;
  nb::object original = nb::none();
  if (e->python) original = nb::borrow(static_cast<PyObject*>(e->python.get()));
  return call_python(error_factory(), choice_name(e->kind), text_of(e->message, "backslashreplace"),
                     e->op, e->site, e->sample, text_of(e->source, "surrogateescape"), original);
}

static void set_error(const ErrorRef& error) {
  nb::object exc = exception_of(error);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exc.ptr())), exc.ptr());
}

void raise(const Node& node) {
  ErrorRef error = node.error;
  if (error == out_of_memory()) {  // the shared error names no operator
    auto e = std::make_shared<SampleError>(*error);
    if (node.spec) e->op = node.spec->op;
    e->site = node.site;
    error = std::move(e);
  }
  error->observed = true;
  set_error(error);
  throw nb::python_error();
}

void await(const NodeRef& node, double seconds) {
  if (Engine::get().wait(*node, seconds) || !program_is_over()) return;
  // The call's thread may have been stopped for good.
  if (!Engine::get().wait(*node, kLastSeconds))
    throw Error(ErrorKind::runtime,
                "the program is exiting, and the thread that ran this call has stopped");
}

void evaluate(const NodeRef& node) {
  if (node->note) node->note->wanted = true;
  check_reach(*node);
  if (!node->finished()) {
    Engine& engine = Engine::get();
    bool trace = tracing.load(std::memory_order_relaxed);
    int64_t start = trace ? now_ns() : 0;
    // Small work runs on this thread with the GIL held: reacquiring the GIL would cost more. Not
    // for GPU work, which may block.
    bool small = node->work < (64 << 10) && !node->stream;
    if (small) engine.start(node);
    while (!node->finished()) {
      {
        Unlocked unlocked;
        if (!small) engine.start(node);
        small = true;
        await(node, 0.1);
      }
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
    }
    if (trace) trace_event("caller", "wait", start, now_ns());
    report_unobserved();
  }
  if (node->state.load() == State::failed) raise(*node);
  if (node->unkept) {  // it ran ahead without storing its result: compute it again
    evaluate(kept(node));
    node->recipe->inputs.clear();
    node->recipe->dyn.clear();
  }
}

// Translates native exceptions to headrace's own error classes.
static void translate(const std::exception_ptr& p, void*) {
  try {
    std::rethrow_exception(p);
  } catch (const PythonError& e) {
    auto* original = static_cast<PyObject*>(e.exception.get());
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(original)), original);
  } catch (const Error& e) {
    if (!error_factory().is_valid()) return PyErr_SetString(PyExc_RuntimeError, e.what());
    auto error = std::make_shared<SampleError>();
    error->observed = true;
    error->kind = e.kind;
    error->message = e.what();
    set_error(error);
  } catch (const std::bad_alloc&) {
    set_error(out_of_memory());
  }
}

void bind_calls(nb::module_& m) {
  nb::register_exception_translator([](const std::exception_ptr& p, void* data) {
    try {
      translate(p, data);
    } catch (nb::python_error& e) {  // out of memory even for that
      e.restore();
    }
  });
  nb::class_<Spec>(m, "Spec").def_prop_ro("op", [](const Spec& s) { return s.op; });
  nb::class_<Pool>(m, "Pool")
      .def(nb::new_([](int threads) { return std::make_shared<Pool>(threads); }))
      .def_prop_ro("threads", &Pool::threads);
  m.def("make_spec", &make_spec, nb::arg("kernel"), nb::arg("op"), nb::arg("consts"),
        nb::arg("outs"), nb::arg("frame_inputs") = 0, nb::arg("fill_errors") = false,
        nb::arg("callable") = nb::none(), nb::arg("files").none() = nb::none(),
        nb::arg("varying") = std::vector<std::pair<int, bool>>());
  nb::enum_<EvalMode>(m, "EvalMode", nb::is_arithmetic())
      .value("deferred", EvalMode::deferred)
      .value("eager", EvalMode::eager)
      .value("sync_cpu", EvalMode::sync_cpu)
      .value("sync_full", EvalMode::sync_full);
  nb::class_<Caller>(m, "Caller")
      .def(nb::init<EvalMode, std::shared_ptr<Pool>>(), nb::arg("mode") = EvalMode::eager,
           nb::arg("pool").none() = nb::none())
      .def_rw("mode", &Caller::mode)
      .def_rw("pool", &Caller::pool, nb::for_setter(nb::arg("pool").none()))
      .def_prop_ro("synchronous", [](const Caller& c) { return synchronous(c.mode); });
  m.def("invoke", &invoke, nb::arg("spec"), nb::arg("operands"), nb::arg("n"), nb::arg("site"),
        nb::arg("caller"), nb::arg("stream").none() = nb::none(),
        nb::arg("key").none() = nb::none(), nb::arg("immediates") = nb::tuple());
  m.def("set_error_factory", [](nb::object f) { error_factory() = std::move(f); });
  m.def("kernel_params", [](const std::string& name) -> nb::object {
    const Kernel* k = find_kernel(name);
    if (!k) return nb::none();
    nb::list l;
    for (const char* p : k->params) l.append(p);
    return l;
  });
  m.def("kernels", [] {
    nb::list l;
    for (const Kernel* k : all_kernels()) l.append(k->name);
    return l;
  });
}

}  // namespace hr::bind
