// The python lane: whole-batch calls that run Python code, once per batch, under the GIL.
#include "bind.h"
#include "engine/recipe.h"

namespace hr::bind {
namespace {

// callable(inputs: list[Value], args: dict[int, Value], n) → Value or tuple of Values
void run(BatchContext& c) {
  Locked gil;
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
    nb::object result = call_python(f, inputs, args, c.n);
    auto take = [&](size_t o, nb::handle h) {
      const Value& v = nb::cast<const Value&>(h);
      evaluate(v.node);
      c.out[o] = kept(v.node)->results[v.out];
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

}  // namespace

}  // namespace hr::bind
