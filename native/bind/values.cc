// Values: access to samples as arrays, DLPack capsules, numbers and views.
#include <cstring>
#include <map>
#include <memory>

#include "base/checked.h"
#include "bind.h"
#include "dlpack.h"
#include "engine/recipe.h"
#include "gpu/stream.h"

namespace hr::bind {
nb::tuple shape_tuple(const Shape& s) {
  nb::object t = nb::steal(PyTuple_New(s.ndim));
  if (!t.is_valid()) throw nb::python_error();
  for (int d = 0; d < s.ndim; d++) {
    PyObject* number = PyLong_FromLongLong(s[d]);
    if (!number) throw nb::python_error();
    PyTuple_SetItem(t.ptr(), d, number);
  }
  return nb::borrow<nb::tuple>(t);
}

namespace {

// Sample, kind of error, message, source.
using Failure = std::tuple<int64_t, std::string, std::string, std::string>;

DLDataType dl_type(DType t) {
  uint8_t bits = static_cast<uint8_t>(itemsize(t) * 8);
  switch (t) {
    case DType::u8:
    case DType::u16:
    case DType::u32:
    case DType::u64:
      return {1, bits, 1};
    case DType::i8:
    case DType::i16:
    case DType::i32:
    case DType::i64:
      return {0, bits, 1};
    case DType::b8:
      return {6, bits, 1};
    case DType::bf16:
      return {4, bits, 1};
    default:
      return {2, bits, 1};
  }
}

const Samples& samples(const Value& v) {
  evaluate(v.node);
  return kept(v.node)->results[v.out];
}

std::shared_ptr<Value> finished(Samples s) {
  std::vector<Samples> results;
  results.push_back(std::move(s));
  return std::make_shared<Value>(make_value(std::move(results)), 0);
}

// Memory exported outside. While a writer has it, calls that read it run at once.
struct Lease {
  BufferRef owner;
  bool writer;
  Lease(BufferRef o, bool w) : owner(std::move(o)), writer(w) {
    if (!writer) return;
    owner->lent = true;
    owner->shared_writable++;
    // Finish all pending calls that read this memory.
    Engine& engine = Engine::get();
    for (const NodeRef& n : unkept_readers_of(owner.get())) finish(kept(n));
    for (auto readers = engine.readers_of(owner.get()); !readers.empty();
         readers = engine.readers_of(owner.get()))
      for (const NodeRef& n : readers) finish(n);
    if (owner->uploading) {
      Unlocked unlocked;
      gpu::finish_uploads(*owner);
    }
  }
  static void finish(const NodeRef& node) {
    Unlocked unlocked;
    Engine::get().start(node);
    while (!node->finished()) await(node, 1.0);
  }
  Lease(const Lease&) = delete;
  ~Lease() {
    if (writer) owner->shared_writable--;
  }
};

struct Sample {
  uint8_t* data;
  Shape shape;
  DType dtype;
  const BufferRef& owner;
  int device;
  gpu::StreamRef stream;
};

Sample sample(const Value& v, int64_t i) {
  const Samples& s = samples(v);
  if (i < 0 || i >= s.n) throw nb::index_error("sample index out of range");
  static uint64_t nothing[8];  // even an empty array needs an address
  uint8_t* data = s.data[i] ? s.data[i] : reinterpret_cast<uint8_t*>(nothing);
  return {data, s.shape(i), s.dtype, s.owner(i), s.device, s.stream};
}

// A NumPy array over a sample, writable if requested and allowed. bfloat16 is exported as uint16.
nb::object array(const Value& v, int64_t i, bool write) {
  Sample s = sample(v, i);
  bool writer = write && !s.owner->read_only;
  auto* lease = new Lease(s.owner, writer);
  nb::capsule capsule(lease, [](void* p) noexcept { delete static_cast<Lease*>(p); });
  DLDataType t = dl_type(s.dtype == DType::bf16 ? DType::u16 : s.dtype);
  nb::dlpack::dtype type{t.code, t.bits, t.lanes};
  size_t shape[kMaxDims];
  for (int d = 0; d < s.shape.ndim; d++) shape[d] = static_cast<size_t>(s.shape[d]);
  size_t ndim = static_cast<size_t>(s.shape.ndim);
  if (writer)
    return nb::cast(nb::ndarray<nb::numpy>(s.data, ndim, shape, capsule, nullptr, type),
                    nb::rv_policy::reference);
  return nb::cast(nb::ndarray<nb::numpy, nb::ro>(s.data, ndim, shape, capsule, nullptr, type),
                  nb::rv_policy::reference);
}

template <class Managed>
struct Export {
  Managed managed{};
  Lease lease;
  int64_t shape[kMaxDims], strides[kMaxDims];

  Export(const Sample& s, bool writer) : lease(s.owner, writer) {
    int64_t step = 1;
    for (int d = s.shape.ndim - 1; d >= 0; d--) {
      shape[d] = s.shape[d];
      strides[d] = step;
      step *= s.shape[d];
    }
    const DLDevice where = s.device < 0 ? DLDevice{1, 0} : DLDevice{2, s.device};
    managed.tensor = {s.data, where, s.shape.ndim, dl_type(s.dtype), shape, strides, 0};
    managed.context = this;
    managed.deleter = [](Managed* m) { delete static_cast<Export*>(m->context); };
  }

  static nb::object capsule(std::unique_ptr<Export> e) {
    PyObject* c = PyCapsule_New(&e->managed, Managed::kName, [](PyObject* self) {
      if (!PyCapsule_IsValid(self, Managed::kName)) return;  // a consumer took ownership
      auto* m = static_cast<Managed*>(PyCapsule_GetPointer(self, Managed::kName));
      m->deleter(m);
    });
    if (!c) throw nb::python_error();
    e.release();
    return nb::steal(c);
  }
};

// Hands GPU memory over to a consumer's stream: its work runs after ours so far, and the memory is
// not reused before its work is done. -1: the consumer synchronises by itself. (Export first: that
// starts pending readers of the memory.)
void hand_over(const Sample& s, int64_t handle) {
  if (s.device < 0 || handle == -1 || !s.stream) return;
  auto consumer = gpu::wrap_stream(s.device, reinterpret_cast<void*>(handle), nullptr);
  gpu::follow_users(*s.owner, *consumer);
  consumer->follow(*s.stream);
  gpu::used_on(*s.owner, consumer);
}

// A DLPack capsule over a sample. Unversioned capsules have no read-only flag and imply writable
// memory, so Python requests one for writable memory only.
nb::object dlpack(const Value& v, int64_t i, bool versioned, bool is_copy, int64_t stream) {
  Sample s = sample(v, i);
  bool writer = !s.owner->read_only;
  if (!versioned) {
    auto old = std::make_unique<Export<DLManagedTensor>>(s, writer);
    hand_over(s, stream);
    return Export<DLManagedTensor>::capsule(std::move(old));
  }
  auto e = std::make_unique<Export<DLManagedTensorVersioned>>(s, writer);
  hand_over(s, stream);
  e->managed.major = 1;
  e->managed.minor = 0;
  e->managed.flags = (writer ? 0u : 1u) | (is_copy ? 2u : 0u);
  return Export<DLManagedTensorVersioned>::capsule(std::move(e));
}

// A sample's location on its GPU: address, the stream that orders its work, read-only flag.
nb::tuple device_memory(const Value& v, int64_t i) {
  Sample s = sample(v, i);
  if (!s.owner->read_only) {
    Lease readers(s.owner, true);  // run pending readers now,
    s.owner->shared_writable++;  // and later ones at once: the end of the address's use is unknown
  }
  gpu::follow_users(*s.owner, *s.stream);
  return nb::make_tuple(reinterpret_cast<uint64_t>(s.data), s.stream, s.owner->read_only);
}

// The only element of a sample as a Python number.
nb::object item(const Value& v, int64_t i) {
  Sample s = sample(v, i);
  if (s.shape.volume() != 1) throw nb::value_error("not one element");
  return dispatch(s.dtype, [&](auto t) -> nb::object {
    using T = typename decltype(t)::type;
    T x;
    std::memcpy(&x, s.data, sizeof(T));
    if constexpr (std::is_same_v<T, bool>)
      return nb::bool_(x);
    else if constexpr (is_real<T>)
      return nb::float_(static_cast<double>(x));
    else if constexpr (std::is_signed_v<T>)
      return nb::steal(PyLong_FromLongLong(x));
    else
      return nb::steal(PyLong_FromUnsignedLongLong(x));
  });
}

nb::list shapes(const Value& v);

// Shapes that a user's function declares before it runs; None if it does not.
nb::object told_shapes(const Value& v) {
  const Node& node = *v.node;
  if (!node.spec || !node.spec->callable) return nb::none();
  nb::object call = nb::borrow(static_cast<PyObject*>(node.spec->callable.get()));
  if (!nb::cast<bool>(nb::getattr(call, "tells_shapes", nb::bool_(false)))) return nb::none();
  const std::vector<Input> inputs = Engine::get().inputs_before_start(node);
  if (inputs.empty()) return nb::none();
  nb::list values, of_inputs;
  for (const Input& in : inputs) {
    auto value = std::make_shared<Value>(in.node, in.out);
    of_inputs.append(shapes(*value));
    values.append(nb::cast(value));
  }
  return call.attr("shapes")(of_inputs, values, node.n)[v.out];
}

nb::list shapes(const Value& v) {
  nb::list result;
  Node& node = *v.node;
  if (!node.finished())
    if (nb::object told = told_shapes(v); !told.is_none()) return nb::cast<nb::list>(told);
  while (!node.finished()) {
    std::vector<NodeRef> first;
    auto early = Engine::get().infer_shapes(v.node, v.out, first);
    if (early) {
      for (const Shape& s : *early) result.append(shape_tuple(s));
      return result;
    }
    if (first.empty()) break;
    for (const NodeRef& n : first) evaluate(n);
  }
  const Samples& s = samples(v);
  for (int64_t i = 0; i < s.n; i++) result.append(shape_tuple(s.shape(i)));
  return result;
}

// The samples of one array whose outer axis counts them, sharing its memory.
std::shared_ptr<Value> split_outer(const Value& v) {
  const Samples& s = samples(v);
  if (s.n != 1 || s.ndim < 1) throw nb::value_error("needs one sample with an outer axis");
  Samples r;
  r.dtype = s.dtype;
  r.ndim = s.ndim - 1;
  r.n = s.shapes[0];
  r.device = s.device;
  r.stream = s.stream;
  r.owners = {s.owner(0)};
  if (r.n > kMostSamples)
    throw Error(ErrorKind::value, "a batch of " + std::to_string(r.n) + " samples: at most " +
                                      std::to_string(kMostSamples) + " are possible");
  const size_t facts = static_cast<size_t>(r.n) * static_cast<size_t>(s.ndim) * sizeof(int64_t);
  if (facts > max_allocation())
    refuse_allocation(facts, "the shapes of " + std::to_string(r.n) + " samples");
  r.data.reserve(static_cast<size_t>(r.n));
  r.shapes.reserve(static_cast<size_t>(r.n * r.ndim));
  int64_t bytes = itemsize(s.dtype);
  for (int d = 1; d < s.ndim; d++) bytes *= s.shapes[d];
  for (int64_t i = 0; i < r.n; i++) {
    r.data.push_back(s.data[0] + i * bytes);
    for (int d = 1; d < s.ndim; d++) r.shapes.push_back(s.shapes[d]);
  }
  r.dense = r.n;
  return finished(std::move(r));
}

}  // namespace

void bind_values(nb::module_& m) {
  nb::class_<Value>(m, "Value")
      .def_prop_ro("n", [](const Value& v) { return v.node->n; })
      .def_prop_ro("seq", [](const Value& v) { return v.node->seq; })
      .def_prop_ro("work", [](const Value& v) { return v.node->work; })
      .def_prop_ro("state", [](const Value& v) { return static_cast<int>(v.node->state.load()); })
      .def("ready", [](const Value& v) { return v.node->finished(); })
      .def("evaluate", [](const Value& v) { evaluate(v.node); })
      .def("start",
           [](const Value& v) {
             if (v.node->note) v.node->note->wanted = true;
             // Does not wait: reacquiring the GIL from a busy thread would take longer.
             if (!v.node->finished() && v.node->generation == generation())
               Engine::get().start(v.node, false);
           })
      .def("set_quiet", [](const Value& v, bool quiet) { v.node->set_quiet(quiet); })
      .def("shapes", &shapes)
      .def("array", &array, nb::arg("sample"), nb::arg("write") = false)
      .def("dlpack", &dlpack, nb::arg("sample"), nb::arg("versioned"), nb::arg("is_copy") = false,
           nb::arg("stream") = -1)
      .def("device_memory", &device_memory, nb::arg("sample"))
      .def("item", &item, nb::arg("sample"))
      .def("split_outer", &split_outer)
      .def("pick",
           [](const Value& v, const std::vector<int64_t>& which) {
             return finished(samples(v).pick(which));
           })
      .def("stacked",
           [](const Value& v) {
             const Samples& s = samples(v);
             if (s.is_dense() && s.owners.size() == 1) return finished(s.stacked());
             Unlocked unlocked;  // copying may take long
             return finished(s.stacked());
           })
      .def("uniform", [](const Value& v) { return samples(v).uniform(); })
      .def("is_dense",
           [](const Value& v) {
             const Samples& s = samples(v);
             return s.is_dense() && s.owners.size() == 1;
           })
      .def("shared_writable", [](const Value& v) { return samples(v).shared_writable(); })
      .def("read_only",
           [](const Value& v) {
             for (const BufferRef& b : samples(v).owners)
               if (b->read_only) return true;
             return false;
           })
      .def("sources",
           [](const Value& v) -> nb::object {
             const Samples& s = samples(v);
             if (!s.sources) return nb::none();
             return nb::cast(*s.sources);
           })
      .def("with_sources",
           [](const Value& v, std::vector<std::string> names) {
             Samples s = samples(v);
             s.sources = std::make_shared<const std::vector<std::string>>(std::move(names));
             return finished(std::move(s));
           })
      .def(
          "with_errors",
          [](const Value& v, const std::string& op, int site, const std::vector<Failure>& failed) {
            Samples s = samples(v);
            auto all = std::make_shared<std::vector<std::pair<int64_t, ErrorRef>>>();
            if (s.errors) *all = *s.errors;
            for (const auto& [sample, kind, message, source] : failed) {
              auto e = std::make_shared<SampleError>();
              e->kind = static_cast<ErrorKind>(find_choice("kind", kind, choices_of(ErrorKind{})));
              e->message = message;
              e->op = op;
              e->source = source;
              e->sample = sample;
              e->site = site;
              e->observed = true;  // failed samples are filled in: no warning needed
              all->push_back({sample, std::move(e)});
            }
            s.errors = std::move(all);
            return finished(std::move(s));
          },
          nb::arg("op"), nb::arg("site"), nb::arg("failed"))
      .def("failures",  // per operator, for `with_errors`
           [](const Value& v) {
             std::map<std::string, std::vector<Failure>> all;
             if (const Samples& s = samples(v); s.errors)
               for (auto& [i, e] : *s.errors)
                 all[e->op].emplace_back(i, choice_name(e->kind), e->message, e->source);
             return all;
           })
      .def("errors", [](const Value& v) {
        nb::dict d;
        const Samples& s = samples(v);
        if (s.errors)
          for (auto& [i, e] : *s.errors) d[nb::cast(i)] = exception_of(e);
        return d;
      });
}

}  // namespace hr::bind
