// transpose, cat, stack, pad, lookup_table, one_hot on memory of exact size.
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>

#include "kernel_calls.h"

namespace {

using namespace hr;

int failures = 0;
std::mt19937 rng(7);

int64_t draw(int64_t low, int64_t high) {
  return std::uniform_int_distribution<int64_t>(low, high)(rng);
}

void check(bool good, const std::string& what) {
  if (good) return;
  failures++;
  std::fprintf(stderr, "FAILED: %s\n", what.c_str());
}

// An array in its own heap block: sanitizers detect any access outside of it.
struct Array {
  std::unique_ptr<uint8_t[]> memory;
  View view;

  Array(const Shape& shape, DType dtype, bool random) {
    view.shape = shape;
    view.dtype = dtype;
    memory.reset(new uint8_t[static_cast<size_t>(view.bytes())]);
    view.data = memory.get();
    for (int64_t i = 0; i < view.bytes(); i++)
      view.data[i] = random ? static_cast<uint8_t>(draw(0, 255)) : 0xEE;
  }
};

// Calls a kernel on one sample.
Array call(const char* kernel, const std::vector<const Array*>& inputs,
           const NamedConstants& constants, DType out) {
  const Spec spec = spec_of(kernel, constants, {{out, 0}});
  std::vector<ArgView> dyn(spec.consts.size());
  Args args(spec, dyn.data(), 0, 0, {});
  std::vector<View> in;
  for (const Array* a : inputs) in.push_back(a->view);
  std::vector<uint64_t> state(static_cast<size_t>(spec.kernel->state_size) / 8 + 1);
  int nin = static_cast<int>(in.size());
  Shape shape;
  InferContext infer{args, nin, 1, in.data(), &shape, state.data()};
  spec.kernel->infer(infer);
  uint8_t failed = 0;
  if (spec.kernel->agree)
    spec.kernel->agree({1, reinterpret_cast<uint8_t*>(state.data()), &shape, &failed});
  Array result(shape, out, false);
  RunContext run{args, nin, 1, in.data(), &result.view, state.data()};
  spec.kernel->run(run);
  return result;
}

DType random_type() {
  const DType types[] = {DType::u8, DType::u16, DType::f32, DType::f64};
  return types[draw(0, 3)];
}

Shape random_shape(int ndim, int64_t largest) {
  Shape s;
  for (int d = 0; d < ndim; d++) s.push(draw(0, 9) ? draw(1, draw(0, 3) ? 6 : largest) : 1);
  return s;
}

// Pointer to element `index`.
const uint8_t* at(const View& v, const int64_t* index) {
  int64_t offset = 0;
  for (int d = 0; d < v.shape.ndim; d++) offset = offset * v.shape[d] + index[d];
  return v.data + offset * itemsize(v.dtype);
}

// Calls f(index) for every element.
template <class F>
void each(const Shape& shape, F&& f) {
  int64_t index[kMaxDims] = {};
  for (int64_t i = 0; i < shape.volume(); i++) {
    int64_t rest = i;
    for (int d = shape.ndim - 1; d >= 0; rest /= shape[d], d--) index[d] = rest % shape[d];
    f(index);
  }
}

void test_transpose() {
  for (int round = 0; round < 400; round++) {
    Array in(random_shape(static_cast<int>(draw(1, 5)), 70), random_type(), true);
    std::vector<int64_t> perm;
    for (int d = 0; d < in.view.shape.ndim; d++) perm.push_back(d);
    std::shuffle(perm.begin(), perm.end(), rng);
    Array out = call("transpose", {&in}, {{"perm", numbers(perm)}}, in.view.dtype);
    bool good = true;
    each(out.view.shape, [&](const int64_t* to) {
      int64_t from[kMaxDims];
      for (int d = 0; d < in.view.shape.ndim; d++) from[perm[d]] = to[d];
      good &= !std::memcmp(at(in.view, from), at(out.view, to), itemsize(in.view.dtype));
    });
    check(good, "transpose of " + in.view.shape.str());
  }
}

void test_join(bool stack) {
  for (int round = 0; round < 300; round++) {
    Shape shape = random_shape(static_cast<int>(draw(1, 4)), 40);
    DType dtype = random_type();
    int axis = static_cast<int>(draw(0, stack ? shape.ndim : shape.ndim - 1));
    std::vector<Array> arrays;
    for (int64_t k = draw(1, 6); k > 0; k--) {
      if (!stack && draw(0, 1)) shape[axis] = draw(0, 5);
      arrays.emplace_back(shape, dtype, true);
    }
    std::vector<const Array*> inputs;
    for (Array& a : arrays) inputs.push_back(&a);
    Array out = call(stack ? "stack" : "cat", inputs, {{"axis", number(axis)}}, dtype);
    bool good = true;
    each(out.view.shape, [&](const int64_t* to) {
      int64_t from[kMaxDims], k = to[axis], source = 0;
      std::copy_n(to, kMaxDims, from);
      if (stack) {
        source = k;
        std::copy(to + axis + 1, to + kMaxDims, from + axis);
      } else {
        while (k >= arrays[source].view.shape[axis]) k -= arrays[source++].view.shape[axis];
        from[axis] = k;
      }
      good &= !std::memcmp(at(arrays[source].view, from), at(out.view, to), itemsize(dtype));
    });
    check(good, std::string(stack ? "stack of " : "cat of ") + shape.str());
  }
}

void test_pad() {
  for (int round = 0; round < 300; round++) {
    Array in(random_shape(static_cast<int>(draw(1, 4)), 20), random_type(), true);
    std::vector<int64_t> sizes;
    for (int d = 0; d < in.view.shape.ndim; d++) sizes.push_back(draw(1, 9));
    Array out = call(
        "pad", {&in},
        {{"shape", numbers(sizes)}, {"align", numbers({draw(1, 3)})}, {"fill_value", number(7)}},
        in.view.dtype);
    bool good = true;
    each(out.view.shape, [&](const int64_t* index) {
      bool inside = true;
      for (int d = 0; d < in.view.shape.ndim; d++) inside &= index[d] < in.view.shape[d];
      if (inside) {
        good &= !std::memcmp(at(in.view, index), at(out.view, index), itemsize(in.view.dtype));
        return;
      }
      double value = dispatch(in.view.dtype, [&](auto t) {
        typename decltype(t)::type v;
        std::memcpy(&v, at(out.view, index), sizeof(v));
        return static_cast<double>(v);
      });
      good &= value == 7;
    });
    check(good, "pad of " + in.view.shape.str() + " to " + out.view.shape.str());
  }
}

void test_classes() {
  for (int64_t n = 1; n < 40; n++) {
    Array in(Shape{n}, DType::u8, true);
    Array table = call(
        "lookup_table", {&in},
        {{"keys", numbers({3, 255})}, {"values", numbers({4, 6})}, {"default_value", number(1)}},
        DType::u16);
    Array hot = call("one_hot", {&in},
                     {{"axis", number(1)},
                      {"num_classes", number(200)},
                      {"on_value", number(1)},
                      {"off_value", number(0)}},
                     DType::u8);
    for (int64_t i = 0; i < n; i++) {
      int v = in.view.data[i], want = v == 3 ? 4 : v == 255 ? 6 : 1, marks = 0;
      check(table.view.as<uint16_t>()[i] == want, "lookup_table of " + std::to_string(v));
      for (int64_t k = 0; k < 200; k++) marks += hot.view.data[i * 200 + k] * (k == v ? 1 : 1000);
      check(marks == (v < 200), "one_hot of " + std::to_string(v));
    }
  }
}

}  // namespace

int main() {
  test_transpose();
  test_join(false);
  test_join(true);
  test_pad();
  test_classes();
  std::printf("tensor kernels: %d failures\n", failures);
  return failures != 0;
}
