// The python lane: whole-batch calls that run Python code, once per batch, under the GIL.
#include "bind.h"

namespace hr::bind {
namespace {

// callable(inputs: list[Value], args: dict[int, Value], n) → Value or tuple of Values
void run(BatchContext& c) {
  nb::gil_scoped_acquire gil;
  try {
    auto value = [](const Samples& s) {
      std::vector<Samples> r;
      r.push_back(s);
      return nb::cast(std::make_shared<Value>(make_value(std::move(r)), 0));
    };
    nb::list inputs;
    for (const Samples* s : c.in) inputs.append(value(*s));
    nb::dict args;
    for (size_t k = 0; k < c.dyn.size(); k++)
      if (c.dyn[k].samples) args[nb::cast(k)] = value(*c.dyn[k].samples);
    nb::object f = nb::borrow(static_cast<PyObject*>(c.spec.callable.get()));
    nb::object result = f(inputs, args, c.n);
    auto take = [&](size_t o, nb::handle h) {
      const Value& v = nb::cast<const Value&>(h);
      evaluate(v.node);
      c.out[o] = v.node->results[v.out];
    };
    if (nb::isinstance<nb::tuple>(result)) {
      if (nb::len(result) != c.out.size())
        fail(ErrorKind::runtime, "the function returned another number of outputs");
      for (size_t o = 0; o < c.out.size(); o++) take(o, result[o]);
    } else {
      take(0, result);
    }
  } catch (nb::python_error& e) {
    throw PythonError(e.what(), keep(e.value()));
  } catch (const nb::cast_error&) {
    fail(ErrorKind::type, "the function did not return values");
  }
}

const KernelEntry entry{{.name = "python",
                         .params = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11",
                                    "12", "13", "14", "15"},
                         .run_batch = run}};

// A value in device memory: sample i at base + offsets[i]. `owner` keeps the memory alive.
std::shared_ptr<Value> from_device(uint64_t base, const std::vector<int64_t>& offsets,
                                   nb::list shapes, int dtype, int ndim, int device,
                                   nb::object owner) {
  Samples s;
  s.dtype = static_cast<DType>(dtype);
  s.ndim = ndim;
  s.n = static_cast<int64_t>(offsets.size());
  s.device = device;
  for (size_t i = 0; i < offsets.size(); i++) {
    s.data.push_back(reinterpret_cast<uint8_t*>(base) + offsets[i]);
    for (nb::handle d : shapes[i]) s.shapes.push_back(nb::cast<int64_t>(d));
  }
  std::shared_ptr<void> parked = keep(owner);
  s.owners = {wrap(reinterpret_cast<void*>(base), 0, [parked]() mutable { parked.reset(); })};
  s.find_dense();
  std::vector<Samples> r;
  r.push_back(std::move(s));
  return std::make_shared<Value>(make_value(std::move(r)), 0);
}

}  // namespace

void bind_python_lane(nb::module_& m) {
  m.def("from_device", &from_device, nb::arg("base"), nb::arg("offsets"), nb::arg("shapes"),
        nb::arg("dtype"), nb::arg("ndim"), nb::arg("device"), nb::arg("owner"));
  m.def("pointers", [](const Value& v) {
    evaluate(v.node);
    nb::list l;
    for (uint8_t* p : v.node->results[v.out].data) l.append(reinterpret_cast<uint64_t>(p));
    return l;
  });
}

}  // namespace hr::bind
