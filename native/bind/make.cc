// Values from Python buffers: shared if the memory allows it, else copied.
#include <algorithm>
#include <bit>
#include <cstring>

#include "base/checked.h"
#include "bind.h"
#include "engine/recipe.h"
#include "gpu/stream.h"
#include "numerics/strided.h"

namespace hr::bind {
namespace {

// Parses a buffer's format; false if it is no plain number in native byte order.
bool read_format(const Py_buffer& b, DType& t) {
  const char* f = b.format ? b.format : "B";
  if (*f == '@' || *f == '=' || (*f == '<' && std::endian::native == std::endian::little)) f++;
  if (!f[0] || f[1]) return false;
  auto by_size = [&](DType one) {
    int log = b.itemsize == 1   ? 0
              : b.itemsize == 2 ? 1
              : b.itemsize == 4 ? 2
              : b.itemsize == 8 ? 3
                                : -1;
    t = static_cast<DType>(static_cast<int>(one) + log);
    return log >= 0;
  };
  switch (*f) {
    case 'b':
    case 'h':
    case 'i':
    case 'l':
    case 'q':
      return by_size(DType::i8);
    case 'B':
    case 'H':
    case 'I':
    case 'L':
    case 'Q':
      return by_size(DType::u8);
    case '?':
      t = DType::b8;
      return b.itemsize == 1;
    case 'e':
      t = DType::f16;
      return b.itemsize == 2;
    case 'f':
      t = DType::f32;
      return b.itemsize == 4;
    case 'd':
      t = DType::f64;
      return b.itemsize == 8;
    default:
      return false;
  }
}

// Exported buffers, each held until it is released or moved to the Buffer that shares it.
struct Buffers {
  std::vector<Py_buffer> views;
  size_t opened = 0;
  explicit Buffers(size_t n) : views(n) {}
  ~Buffers() {
    for (size_t i = 0; i < opened; i++) PyBuffer_Release(&views[i]);
  }
  bool open(PyObject* o) {
    if (PyObject_GetBuffer(o, &views[opened], PyBUF_RECORDS_RO) != 0) {
      PyErr_Clear();
      return false;
    }
    opened++;
    return true;
  }
};

bool dense(const Py_buffer& b) { return PyBuffer_IsContiguous(&b, 'C') != 0; }

// Kernels read elements at their natural alignment.
bool shareable(const Py_buffer& b) {
  return dense(b) && reinterpret_cast<uintptr_t>(b.buf) % static_cast<uintptr_t>(b.itemsize) == 0;
}

void copy_buffer(const Py_buffer& b, uint8_t* out) {
  if (dense(b)) {
    if (b.len) std::memcpy(out, b.buf, static_cast<size_t>(b.len));
    return;
  }
  Shape shape;
  int64_t strides[kMaxDims];
  for (int d = 0; d < b.ndim; d++) {
    shape.push(b.shape[d]);
    strides[d] = b.strides[d];
  }
  copy_strided(static_cast<const uint8_t*>(b.buf), strides, shape, b.itemsize, out);
}

void copy_all(Samples& s, const Buffers& buffers) {
  make_room(s);
  auto copy = [&] {
    for (size_t i = 0; i < s.data.size(); i++) copy_buffer(buffers.views[i], s.data[i]);
  };
  if (s.total_bytes() > (1 << 18)) {
    Unlocked unlocked;
    copy();
  } else {
    copy();
  }
}

constexpr int kMostViews = 64;  // longest chain of views to follow

// True if nobody can write to memory that an object exports read-only, not even through an object
// that it is a view of. (Memory that no Python object exports is its creator's responsibility.)
bool constant(nb::handle o) {
  nb::object at = nb::borrow(o);
  for (int views = 0; !at.is_none(); views++) {
    if (PyBytes_Check(at.ptr())) return true;
    if (views == kMostViews) return false;
    if (PyObject_CheckBuffer(at.ptr())) {
      Py_buffer view;
      if (PyObject_GetBuffer(at.ptr(), &view, PyBUF_STRIDES) != 0) {
        PyErr_Clear();
        return false;
      }
      const bool writable = !view.readonly;
      PyBuffer_Release(&view);
      if (writable) return false;
    }
    nb::object base = nb::getattr(at, "base", nb::none());            // of an array
    at = base.is_none() ? nb::getattr(at, "obj", nb::none()) : base;  // of a memoryview
  }
  return true;
}

// Shares the memory of an exported buffer, which stays exported while in use.
BufferRef share(Py_buffer& b) {
  auto* held = new Py_buffer(b);
  std::memset(&b, 0, sizeof(Py_buffer));
  nb::capsule capsule(held, [](void* p) noexcept {
    auto* view = static_cast<Py_buffer*>(p);
    PyBuffer_Release(view);
    delete view;
  });
  BufferRef memory = wrap(held->buf, static_cast<size_t>(held->len),
                          [kept = keep(capsule)]() mutable { kept.reset(); });
  memory->read_only = held->readonly;
  memory->lent = !held->readonly || !constant(held->obj);
  memory->shared_writable = memory->lent;
  return memory;
}

void share_all(Samples& s, Buffers& buffers) {
  for (size_t i = 0; i < buffers.views.size(); i++) {
    Py_buffer& b = buffers.views[i];
    BufferRef memory;
    if (shareable(b)) {
      memory = share(b);
    } else {
      memory = allocate(static_cast<size_t>(b.len));
      copy_buffer(b, memory->data);
    }
    s.data[i] = memory->data;
    s.owners.push_back(std::move(memory));
  }
  s.dense = std::min<int64_t>(s.n, 1);
}

// Exporters may report any shape: see Note [Sizes].
void check_buffer(const Py_buffer& b, DType t) {
  Shape shape;
  for (int d = 0; d < b.ndim; d++) shape.push(b.shape[d]);
  check_fits(shape, t);
  if (b.len != shape.volume() * b.itemsize)
    throw Error(ErrorKind::value, "a buffer of shape " + shape.str() + " and " + name(t) +
                                      " says that it has " + std::to_string(b.len) + " bytes");
}

// Samples from objects with the buffer protocol, all of one type and number of axes; None if they
// are not (Python then handles them one by one). `dtype` >= 0 reinterprets the elements as that
// type of the same size; an empty list gets it, and `ndim` axes. Returns (Value, dtype, ndim).
nb::object from_buffers(nb::list objects, bool copy, int dtype, int ndim) {
  release_parked();
  size_t n = objects.size();
  Samples s;
  s.n = static_cast<int64_t>(n);
  s.data.resize(n);
  Buffers buffers(n);
  for (size_t i = 0; i < n; i++) {
    PyObject* o = nb::handle(objects[i]).ptr();
    if (!PyObject_CheckBuffer(o) || !buffers.open(o)) return nb::none();
    const Py_buffer& b = buffers.views[i];
    DType t;
    if (b.ndim > kMaxDims || !read_format(b, t)) return nb::none();
    if (dtype >= 0 && itemsize(static_cast<DType>(dtype)) == b.itemsize)
      t = static_cast<DType>(dtype);
    if (i == 0) {
      s.dtype = t;
      s.ndim = b.ndim;
      s.shapes.reserve(n * static_cast<size_t>(b.ndim));
    } else if (t != s.dtype || b.ndim != s.ndim) {
      return nb::none();
    }
    for (int d = 0; d < b.ndim; d++) s.shapes.push_back(b.shape[d]);
    check_buffer(b, t);
  }
  if (n == 0) {
    if (dtype < 0) return nb::none();
    s.dtype = static_cast<DType>(dtype);
    s.ndim = ndim;
  }
  if (copy)
    copy_all(s, buffers);
  else
    share_all(s, buffers);
  int type = static_cast<int>(s.dtype), axes = s.ndim;
  std::vector<Samples> results;
  results.push_back(std::move(s));
  return nb::make_tuple(std::make_shared<Value>(make_value(std::move(results)), 0), type, axes);
}

// Makes a batch of single samples, which must agree in type and number of axes: views, or one copy.
std::shared_ptr<Value> from_values(nb::list values, bool copy) {
  std::vector<const Value*> in;
  for (nb::handle h : values) in.push_back(nb::cast<const Value*>(h));
  if (in.size() > 1) {  // start all before waiting for the first
    Unlocked unlocked;
    for (const Value* v : in)
      if (!v->node->finished() && v->node->generation == generation()) Engine::get().start(v->node);
  }
  Samples s;
  auto names = std::make_shared<std::vector<std::string>>();
  auto errors = std::make_shared<std::vector<std::pair<int64_t, ErrorRef>>>();
  auto warnings = std::make_shared<std::vector<int>>();
  for (const Value* v : in) {
    evaluate(v->node);
    const Samples& one = kept(v->node)->results[v->out];
    if (s.n == 0) {
      s.dtype = one.dtype;
      s.ndim = one.ndim;
      s.device = one.device;
      s.stream = one.stream;
    } else if (one.dtype != s.dtype || one.ndim != s.ndim || one.device != s.device) {
      throw nb::value_error("samples of one batch have one type, number of axes and device");
    }
    if (one.n != 1) throw nb::value_error("needs single samples");
    if (s.stream && one.stream) s.stream->follow(*one.stream);
    s.n++;
    s.shapes.insert(s.shapes.end(), one.shapes.begin(), one.shapes.end());
    s.data.push_back(one.data[0]);
    s.owners.push_back(one.owners[0]);
    names->push_back(one.sources ? (*one.sources)[0] : "");
    if (one.errors && !one.errors->empty())
      errors->push_back({s.n - 1, one.errors->front().second});
    warnings->push_back(one.warnings ? one.warnings->front() : 0);
  }
  if (!errors->empty()) s.errors = errors;
  if (std::ranges::any_of(*warnings, [](int count) { return count > 0; })) s.warnings = warnings;
  for (const std::string& name : *names)
    if (!name.empty()) s.sources = names;
  if (copy && s.device < 0) {
    const std::vector<uint8_t*> from = s.data;
    const std::vector<BufferRef> kept_alive = s.owners;
    make_room(s);
    for (int64_t i = 0; i < s.n; i++)
      if (size_t bytes = static_cast<size_t>(s.view(i).bytes()))
        std::memcpy(s.data[i], from[i], bytes);
  } else {
    bool same = true;
    for (const BufferRef& o : s.owners) same &= o == s.owners[0];
    if (same) s.owners.resize(std::min<size_t>(s.owners.size(), 1));
  }
  s.find_dense();
  std::vector<Samples> results;
  results.push_back(std::move(s));
  return std::make_shared<Value>(make_value(std::move(results)), 0);
}

}  // namespace

void bind_make(nb::module_& m) {
  m.def("from_buffers", &from_buffers, nb::arg("objects"), nb::arg("copy"), nb::arg("dtype") = -1,
        nb::arg("ndim") = 0);
  m.def("from_values", &from_values, nb::arg("values"), nb::arg("copy"));
}

}  // namespace hr::bind
