// The python lane: calls of a user's function for a whole batch, under the GIL.
#include "bind.h"
#include "engine/recipe.h"
#include "gpu/kernel.h"

namespace hr::bind {
namespace {

nb::object value_of(const Samples& s) {
  std::vector<Samples> r;
  r.push_back(s);
  return nb::cast(std::make_shared<Value>(make_value(std::move(r)), 0));
}

std::string message_of(nb::handle exception) {
  return std::string(nb::type_name(exception.type()).c_str()) + ": " + nb::str(exception).c_str();
}

// callable(inputs: list[Value], n, gpu) → tuple of Values, list of (sample, exception)
void run(BatchContext& c, int gpu) {
  Locked gil;
  try {
    nb::list inputs;
    for (const Samples* s : c.in) inputs.append(value_of(*s));
    nb::object f = nb::borrow(static_cast<PyObject*>(c.spec.callable.get()));
    nb::tuple result = nb::cast<nb::tuple>(call_python(f, inputs, c.n, gpu));
    nb::tuple values = nb::cast<nb::tuple>(result[0]);
    for (size_t o = 0; o < c.out.size(); o++) {
      const Value& v = nb::cast<const Value&>(values[o]);
      evaluate(v.node);
      c.out[o] = kept(v.node)->results[v.out];
    }
    for (nb::handle failure : nb::cast<nb::list>(result[1])) {
      nb::tuple t = nb::borrow<nb::tuple>(failure);
      c.failures.push_back(
          {nb::cast<int64_t>(t[0]), ErrorKind::runtime, message_of(t[1]), {}, keep(t[1])});
    }
  } catch (nb::python_error& e) {
    throw PythonError(e.what(), keep(e.value()));
  }
}

const KernelEntry entry{{.name = "python", .run_batch = [](BatchContext& c) { run(c, -1); }}};
const gpu::Entry on_gpu{
    "python", {.run_batch = [](BatchContext& c, const gpu::StreamRef& s) { run(c, s->device); }}};

}  // namespace
}  // namespace hr::bind
