// Values: made from Python's buffers, read as arrays.
#include <cstring>

#include "bind.h"

namespace hr::bind {
namespace {

nb::dlpack::dtype dl_type(DType t) {
  using C = nb::dlpack::dtype_code;
  auto make = [](C code, uint8_t bits) { return nb::dlpack::dtype{static_cast<uint8_t>(code), bits, 1}; };
  switch (t) {
    case DType::u8: return make(C::UInt, 8);
    case DType::u16: return make(C::UInt, 16);
    case DType::u32: return make(C::UInt, 32);
    case DType::u64: return make(C::UInt, 64);
    case DType::i8: return make(C::Int, 8);
    case DType::i16: return make(C::Int, 16);
    case DType::i32: return make(C::Int, 32);
    case DType::i64: return make(C::Int, 64);
    case DType::f16: return make(C::Float, 16);
    case DType::f32: return make(C::Float, 32);
    case DType::f64: return make(C::Float, 64);
    case DType::b8: return make(C::Bool, 8);
    default: return make(C::Bfloat, 16);
  }
}

const Samples& samples(const Value& v) {
  evaluate(v.node);
  return v.node->results[v.out];
}

void check_index(const Samples& s, int64_t i) {
  if (i < 0 || i >= s.n) throw nb::index_error("sample index out of range");
}

// An array over memory of `owner`; numpy does not know bfloat16, which goes out as uint16.
nb::object array(uint8_t* data, const std::vector<size_t>& shape, DType dtype, const BufferRef& owner, bool numpy) {
  auto* held = new BufferRef(owner);
  nb::capsule capsule(held, [](void* p) noexcept { delete static_cast<BufferRef*>(p); });
  static uint64_t nothing[8];
  void* p = data ? static_cast<void*>(data) : nothing;
  if (numpy) {
    DType shown = dtype == DType::bf16 ? DType::u16 : dtype;
    return nb::cast(nb::ndarray<nb::numpy>(p, shape.size(), shape.data(), capsule, nullptr, dl_type(shown)),
                    nb::rv_policy::reference);
  }
  return nb::cast(nb::ndarray<>(p, shape.size(), shape.data(), capsule, nullptr, dl_type(dtype)),
                  nb::rv_policy::reference);
}

nb::object sample_array(const Value& v, int64_t i, bool numpy) {
  const Samples& s = samples(v);
  check_index(s, i);
  std::vector<size_t> shape;
  for (int d = 0; d < s.ndim; d++) shape.push_back(static_cast<size_t>(s.shapes[i * s.ndim + d]));
  return array(s.data[i], shape, s.dtype, s.owner(i), numpy);
}

// All samples as one array with a leading axis, or None when they are not dense.
nb::object dense_array(const Value& v, bool numpy) {
  const Samples& s = samples(v);
  if (!s.is_dense() || s.owners.size() != 1) return nb::none();
  std::vector<size_t> shape{static_cast<size_t>(s.n)};
  for (int d = 0; d < s.ndim; d++) shape.push_back(static_cast<size_t>(s.shapes[d]));
  return array(s.data[0], shape, s.dtype, s.owners[0], numpy);
}

nb::tuple shape_tuple(const Shape& s) {
  PyObject* t = PyTuple_New(s.ndim);
  for (int d = 0; d < s.ndim; d++) PyTuple_SetItem(t, d, PyLong_FromLongLong(s[d]));
  return nb::steal<nb::tuple>(t);
}

nb::list shapes(const Value& v) {
  nb::list result;
  Node& node = *v.node;
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

// A held Py_buffer: released by whoever drops the last reference to the memory.
struct HeldBuffer {
  Py_buffer view;
};

// Samples from objects with the buffer protocol, C contiguous, all of `dtype` and `ndim`.
// copy=false keeps the objects alive and shares their memory.
std::shared_ptr<Value> from_buffers(nb::sequence objects, int dtype, int ndim, bool copy) {
  release_parked();
  Samples s;
  s.dtype = static_cast<DType>(dtype);
  s.ndim = ndim;
  size_t n = nb::len(objects);
  s.n = static_cast<int64_t>(n);
  s.data.resize(n);
  s.shapes.reserve(n * static_cast<size_t>(ndim));
  std::vector<Py_buffer> views(n);
  size_t opened = 0, total = 0;
  struct Close {
    std::vector<Py_buffer>& views;
    size_t& opened;
    ~Close() {
      for (size_t i = 0; i < opened; i++) PyBuffer_Release(&views[i]);
    }
  } close{views, opened};
  size_t item = static_cast<size_t>(itemsize(s.dtype));
  for (size_t i = 0; i < n; i++) {
    nb::object o = objects[i];
    if (PyObject_GetBuffer(o.ptr(), &views[i], PyBUF_ND) != 0) throw nb::python_error();
    opened = i + 1;
    const Py_buffer& b = views[i];
    if (b.ndim != ndim || static_cast<size_t>(b.itemsize) != item)
      throw nb::value_error("buffer has another number of dimensions or item size than announced");
    for (int d = 0; d < ndim; d++) s.shapes.push_back(b.shape[d]);
    total += (static_cast<size_t>(b.len) + 63) / 64 * 64;
  }
  if (copy) {
    bool uniform = true;
    for (size_t i = 1; i < n; i++)
      uniform &= !std::memcmp(&s.shapes[i * ndim], &s.shapes[0], sizeof(int64_t) * static_cast<size_t>(ndim));
    BufferRef slab = allocate(total + 64);
    s.owners = {slab};
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
      s.data[i] = slab->data + at;
      at += uniform ? static_cast<size_t>(views[i].len) : (static_cast<size_t>(views[i].len) + 63) / 64 * 64;
    }
    auto fill = [&] {
      for (size_t i = 0; i < n; i++) std::memcpy(s.data[i], views[i].buf, static_cast<size_t>(views[i].len));
    };
    if (total > (1 << 20)) {
      nb::gil_scoped_release release;
      fill();
    } else {
      fill();
    }
    s.dense = uniform ? s.n : (n ? 1 : 0);
  } else {
    for (size_t i = 0; i < n; i++) {
      // The buffer stays exported for as long as the memory is used: numpy refuses to resize it.
      auto held = std::make_shared<HeldBuffer>();
      held->view = views[i];
      std::memset(&views[i], 0, sizeof(Py_buffer));
      nb::object memory = nb::capsule(new std::shared_ptr<HeldBuffer>(held), [](void* p) noexcept {
        auto* h = static_cast<std::shared_ptr<HeldBuffer>*>(p);
        PyBuffer_Release(&(*h)->view);
        delete h;
      });
      std::shared_ptr<void> parked = keep(memory);
      BufferRef b = wrap(held->view.buf, static_cast<size_t>(held->view.len), [parked]() mutable { parked.reset(); });
      b->shared_writable = !held->view.readonly;
      s.data[i] = static_cast<uint8_t*>(held->view.buf);
      s.owners.push_back(std::move(b));
    }
    s.dense = n ? 1 : 0;
    if (n == 1) s.dense = 1;
  }
  std::vector<Samples> results;
  results.push_back(std::move(s));
  return std::make_shared<Value>(make_value(std::move(results)), 0);
}

// The memory of one array whose outer axis counts the samples.
std::shared_ptr<Value> split_outer(const Value& v) {
  const Samples& s = samples(v);
  if (s.n != 1 || s.ndim < 1) throw nb::value_error("needs one sample with an outer axis");
  Samples r;
  r.dtype = s.dtype;
  r.ndim = s.ndim - 1;
  r.n = s.shapes[0];
  r.owners = {s.owner(0)};
  int64_t bytes = itemsize(s.dtype);
  for (int d = 1; d < s.ndim; d++) bytes *= s.shapes[d];
  for (int64_t i = 0; i < r.n; i++) {
    r.data.push_back(s.data[0] + i * bytes);
    for (int d = 1; d < s.ndim; d++) r.shapes.push_back(s.shapes[d]);
  }
  r.dense = r.n;
  std::vector<Samples> results;
  results.push_back(std::move(r));
  return std::make_shared<Value>(make_value(std::move(results)), 0);
}

// Before a writable view leaves: whoever still has to read this memory reads it now.
void expose(const Value& v) {
  const Samples& s = samples(v);
  for (const BufferRef& b : s.owners) {
    for (auto readers = Engine::get().readers_of(b.get()); !readers.empty();
         readers = Engine::get().readers_of(b.get()))
      for (const NodeRef& n : readers) {
        Engine::get().start(n);
        nb::gil_scoped_release release;
        while (!Engine::get().wait(*n, 1.0)) {
        }
      }
    b->shared_writable = true;
  }
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
      .def("shapes", &shapes)
      .def("array", [](const Value& v, int64_t i) { return sample_array(v, i, true); })
      .def("dlpack_array", [](const Value& v, int64_t i) { return sample_array(v, i, false); })
      .def("dense", [](const Value& v) { return dense_array(v, true); })
      .def("dense_dlpack", [](const Value& v) { return dense_array(v, false); })
      .def("split_outer", &split_outer)
      .def("expose", &expose)
      .def("shared_writable", [](const Value& v) { return samples(v).shared_writable(); })
      .def("sources", [](const Value& v) -> nb::object {
        const Samples& s = samples(v);
        if (!s.sources) return nb::none();
        return nb::cast(*s.sources);
      })
      .def("with_sources", [](const Value& v, std::vector<std::string> names) {
        Samples s = samples(v);
        s.sources = std::make_shared<const std::vector<std::string>>(std::move(names));
        std::vector<Samples> results;
        results.push_back(std::move(s));
        return std::make_shared<Value>(make_value(std::move(results)), 0);
      })
      .def("errors", [](const Value& v) {
        nb::dict d;
        const Samples& s = samples(v);
        if (s.errors)
          for (auto& [i, e] : *s.errors) d[nb::cast(i)] = exception_of(e);
        return d;
      });
  m.def("from_buffers", &from_buffers, nb::arg("objects"), nb::arg("dtype"), nb::arg("ndim"), nb::arg("copy"));
}

}  // namespace hr::bind
