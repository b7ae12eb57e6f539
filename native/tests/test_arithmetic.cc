// Arithmetic kernels on memory of exact size: broadcasting, types, constants, every loop.
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>

#include "kernel_calls.h"
#include "simd/arithmetic.h"

namespace {

using namespace hr;

int failures = 0;
std::mt19937 rng(11);

int64_t draw(int64_t low, int64_t high) {
  return std::uniform_int_distribution<int64_t>(low, high)(rng);
}

void check(bool good, const std::string& what) {
  if (good) return;
  failures++;
  std::fprintf(stderr, "FAILED: %s\n", what.c_str());
}

// An array of small positive numbers in its own heap block: sanitizers detect access outside.
struct Array {
  std::unique_ptr<uint8_t[]> memory;
  View view;

  Array(const Shape& shape, DType dtype) {
    view.shape = shape;
    view.dtype = dtype;
    memory.reset(new uint8_t[static_cast<size_t>(view.bytes())]);
    view.data = memory.get();
    dispatch(dtype, [&](auto tag) {
      using T = typename decltype(tag)::type;
      for (int64_t i = 0; i < view.volume(); i++) view.as<T>()[i] = convert<T>(draw(1, 9));
    });
  }
  // The element read for an index of the output.
  double at(const Shape& out, const int64_t* index) const {
    int64_t offset = 0;
    for (int d = 0; d < view.shape.ndim; d++)
      offset =
          offset * view.shape[d] + (view.shape[d] == 1 ? 0 : index[out.ndim - view.shape.ndim + d]);
    return dispatch(view.dtype, [&](auto tag) {
      using T = typename decltype(tag)::type;
      return static_cast<double>(view.as<T>()[offset]);
    });
  }
};

Const text(const char* s) {
  Const c;
  c.given = true;
  c.s = s;
  return c;
}

Array call(const char* op, std::vector<const Array*> inputs, Const operands, Const compute,
           DType out, Immediates immediates) {
  const Spec spec = spec_of(
      "arithmetic", {{"op", text(op)}, {"operands", operands}, {"compute", compute}}, {{out, 0}});
  ArgView dyn[3];
  Args args(spec, dyn, 0, 0, {}, &immediates);
  std::vector<View> in;
  for (const Array* a : inputs) in.push_back(a->view);
  int nin = static_cast<int>(in.size());
  Shape shape;
  InferContext infer{args, nin, 1, in.data(), &shape, nullptr};
  spec.kernel->infer(infer);
  Array result(shape, out);
  RunContext run{args, nin, 1, in.data(), &result.view, nullptr};
  spec.kernel->run(run);
  return result;
}

int64_t id(DType t) { return static_cast<int64_t>(t); }

// A shape that broadcasts with `full`: some axes are 1, some leading ones are missing.
Shape part_of(const Shape& full) {
  Shape s;
  for (int d = static_cast<int>(draw(0, full.ndim)); d < full.ndim; d++)
    s.push(draw(0, 2) ? full[d] : 1);
  return s;
}

void test_broadcasting() {
  for (int round = 0; round < 400; round++) {
    Shape full;
    for (int64_t d = draw(0, 5); d > 0; d--)
      full.push(draw(0, 9) ? draw(1, round % 10 ? 6 : 40) : draw(100, 300));
    if (full.volume() > 200000) continue;
    DType kinds[] = {DType::u8, DType::i16, DType::f32, DType::f64, DType::bf16, DType::b8};
    Array a(draw(0, 1) ? full : part_of(full), kinds[draw(0, 5)]),
        b(part_of(full), kinds[draw(0, 5)]);
    Array c(part_of(full), kinds[draw(0, 5)]);
    const int64_t real = id(DType::f64);
    Const f64 = numbers({real, real, real}), two = numbers({real, real});
    Array sum = call("-", {&a, &b}, numbers({-1, -1}), two, DType::f64, {});
    Array less = call("<", {&a, &b}, numbers({-1, -1}), two, DType::b8, {});
    Array kept = call("clamp", {&a, &b, &c}, numbers({-1, -1, -1}), f64, DType::f32, {});
    Array scaled =
        call("*", {&a}, numbers({id(DType::f32), -1}), two, DType::f64, {Immediate::of(2.5)});
    auto walk = [&](const Array& result, auto expected) {
      int64_t index[kMaxDims] = {};
      for (int64_t i = 0; i < result.view.volume(); i++) {
        double found = result.at(result.view.shape, index);
        if (found != expected(result.view.shape, index)) return false;
        for (int d = result.view.shape.ndim - 1; d >= 0 && ++index[d] == result.view.shape[d]; d--)
          index[d] = 0;
      }
      return true;
    };
    std::string what = a.view.shape.str() + b.view.shape.str() + c.view.shape.str();
    check(walk(sum, [&](const Shape& s, auto* i) { return a.at(s, i) - b.at(s, i); }), "- " + what);
    check(walk(less, [&](const Shape& s, auto* i) { return double(a.at(s, i) < b.at(s, i)); }),
          "< " + what);
    check(walk(kept,
               [&](const Shape& s, auto* i) {
                 double v = std::max(a.at(s, i), b.at(s, i));
                 return std::min(v, c.at(s, i));
               }),
          "clamp " + what);
    check(walk(scaled, [&](const Shape& s, auto* i) { return 2.5 * a.at(s, i); }), "* " + what);
  }
}

// Every loop, at lengths around vector and block sizes, with numbers of all kinds.
void test_loops() {
  for (int op = 0; op < static_cast<int>(Op::count); op++)
    for (int t = 0; t < static_cast<int>(DType::count); t++) {
      const ArithmeticEntry& e = arithmetic_entry(static_cast<Op>(op), static_cast<DType>(t));
      for (ArithmeticFunction f : {e.arrays, e.scalars})
        for (int64_t n : {0, 1, 7, 64, 255, 257, 600}) {
          if (!f) continue;
          bool scalar = f == e.scalars;
          Array a(Shape{n}, static_cast<DType>(t)), b(Shape{scalar ? 1 : n}, static_cast<DType>(t)),
              c(Shape{scalar ? 1 : n}, static_cast<DType>(t)), out(Shape{n}, static_cast<DType>(t));
          f(a.view.data, b.view.data, c.view.data, out.view.data, n);
          bool is_float = t == static_cast<int>(DType::f32) || t == static_cast<int>(DType::f64);
          for (int64_t i = 0; is_float && i < a.view.bytes(); i++)
            a.view.data[i] = static_cast<uint8_t>(draw(0, 255));
          f(a.view.data, b.view.data, c.view.data, out.view.data, n);
        }
    }
}

void test_errors() {
  Array a(Shape{2, 3}, DType::i32), b(Shape{2}, DType::i32);
  Const i32 = numbers({id(DType::i32), id(DType::i32)});
  auto fails = [&](auto f, const char* with) {
    try {
      f();
    } catch (const Error& e) {
      return std::string(e.what()).find(with) != std::string::npos;
    }
    return false;
  };
  check(fails([&] { call("+", {&a, &b}, numbers({-1, -1}), i32, DType::i32, {}); },
              "int32 (2, 3) and int32 (2,)"),
        "shapes that do not broadcast");
  check(fails([&] { call("//", {&a}, numbers({-1, id(DType::i32)}), i32, DType::i32, {{0}}); },
              "division by zero"),
        "division by a constant zero");
  check(fails([&] { call("?", {&a}, numbers({-1}), numbers({id(DType::i32)}), DType::i32, {}); },
              "no operation"),
        "unknown operation");
  int32_t least = std::numeric_limits<int32_t>::min();
  a.view.as<int32_t>()[0] = least;
  Array q = call("//", {&a}, numbers({-1, id(DType::i32)}), i32, DType::i32,
                 {{static_cast<uint64_t>(-1)}});
  check(q.view.as<int32_t>()[0] == least, "least // -1");
}

}  // namespace

int main() {
  test_broadcasting();
  test_loops();
  test_errors();
  if (failures) std::fprintf(stderr, "%d failures\n", failures);
  return failures ? 1 : 0;
}
