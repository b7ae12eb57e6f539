// Neighbourhood filters on memory of exact size: a computed part must equal that part of the whole.
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>

#include "kernel_calls.h"

namespace {

using namespace hr;

int failures = 0;
std::mt19937 rng(11);

int64_t draw(int64_t low, int64_t high) {
  return std::uniform_int_distribution<int64_t>(low, high)(rng);
}

// An array, or a part of it, in its own heap block: sanitizers detect any access outside of it.
struct Array {
  std::unique_ptr<uint8_t[]> memory;
  View view;

  Array(const Shape& shape, DType dtype, const Region* part = nullptr) {
    view.shape = shape;
    view.dtype = dtype;
    if (part) {
      view.windowed = true;
      view.region = *part;
    }
    size_t bytes = static_cast<size_t>(view.narrowed().bytes());
    memory.reset(new uint8_t[bytes]);
    view.data = memory.get();
    std::memset(view.data, 0xEE, bytes);
  }

  void randomize() {
    for (int64_t i = 0; i < view.bytes(); i++) view.data[i] = static_cast<uint8_t>(draw(0, 255));
  }

  // Copies a part to its own array.
  Array cut(const Region& r) const {
    Array part(view.shape, view.dtype, &r);
    int64_t item = view.shape.volume(2) * itemsize(view.dtype), row = r.cols() * item;
    for (int64_t y = r.y0; y < r.y1; y++)
      std::memcpy(part.view.data + (y - r.y0) * row, view.data + y * view.pitch() + r.x0 * item,
                  static_cast<size_t>(row));
    return part;
  }
};

bool same(const Array& a, const Array& b) {
  return std::memcmp(a.view.data, b.view.data, static_cast<size_t>(a.view.narrowed().bytes())) == 0;
}

struct Job {
  const char* kernel;
  NamedConstants constants;
  const Array* second = nullptr;  // optional second input
  DType out;
};

// Computes the whole output, and a random part of it from the input region the kernel requests.
void check_parts(const Job& job, const Array& in) {
  const Spec spec = spec_of(job.kernel, job.constants, {{job.out, in.view.shape.ndim}});
  std::vector<ArgView> dyn(spec.consts.size());
  Args args(spec, dyn.data(), 0, 0, {});
  View views[2] = {in.view, job.second ? job.second->view : View{}};
  int nin = job.second ? 2 : 1;
  Shape shape;
  InferContext infer{args, nin, 1, views, &shape, nullptr};
  spec.kernel->infer(infer);
  Array whole(shape, job.out);
  RunContext run{args, nin, 1, views, &whole.view, nullptr};
  spec.kernel->run(run);
  for (int round = 0; round < 3; round++) {
    Region want{draw(0, shape[0] - 1), draw(0, shape[1] - 1), 0, 0};
    want.y1 = draw(want.y0 + 1, shape[0]);
    want.x1 = draw(want.x0 + 1, shape[1]);
    Region read = spec.kernel->region(infer, &want);
    Array some = in.cut(read), part(shape, job.out, &want);
    View cut[2] = {some.view, views[1]};
    RunContext again{args, nin, 1, cut, &part.view, nullptr};
    spec.kernel->run(again);
    if (same(part, whole.cut(want))) continue;
    failures++;
    std::fprintf(stderr, "FAILED: %s, a part of %s\n", job.kernel, shape.str().c_str());
  }
}

const DType kTypes[] = {DType::u8, DType::i8, DType::u16, DType::i32, DType::b8};
DType random_type() { return kTypes[draw(0, 4)]; }

struct Layout {
  int ndim, first, count;
};
const Layout kLayouts[] = {{3, 0, 2}, {2, 0, 2}, {3, 1, 2}, {4, 0, 3},
                           {4, 1, 3}, {2, 0, 1}, {4, 2, 2}};

Array random_array(const Layout& layout) {
  Shape shape;
  for (int d = 0; d < layout.ndim; d++) shape.push(draw(1, draw(0, 2) ? 9 : 70));
  Array a(shape, random_type());
  a.randomize();
  if (a.view.dtype == DType::b8)
    for (int64_t i = 0; i < a.view.bytes(); i++) a.view.data[i] &= 1;
  return a;
}

double odd(int64_t low, int64_t high) { return static_cast<double>(2 * draw(low, high) + 1); }

void test_convolutions(const Layout& l) {
  Array in = random_array(l);
  const Const first = number(l.first), count = number(l.count);
  DType out = draw(0, 1) ? in.view.dtype : DType::f32;
  check_parts({"gaussian_blur",
               {{"sigma", number(double(draw(0, 40)) / 8)},
                {"window_size", number(odd(0, 9))},
                {"first", first},
                {"count", count}},
               nullptr,
               out},
              in);
  check_parts({"laplacian",
               {{"window_size", number(odd(1, 6))},
                {"smoothing_size", draw(0, 1) ? number(odd(0, 4)) : Const{}},
                {"scale", number(0.5)},
                {"normalized_kernel", number(double(draw(0, 1)))},
                {"first", first},
                {"count", count}},
               nullptr,
               out},
              in);
  if (l.count < 2) return;
  Shape size;
  for (int d = 0; d < l.count; d++) size.push(draw(1, 6));
  Array window(size, DType::f32);
  int kind = static_cast<int>(draw(0, 2));  // integer weights, an outer product, or arbitrary
  for (int64_t i = 0; i < size.volume(); i++)
    window.view.as<float>()[i] = kind == 0   ? static_cast<float>(draw(-1, 2))
                                 : kind == 1 ? 0.125f
                                             : static_cast<float>(draw(-99, 99)) / 64;
  bool valid = true;
  for (int d = 0; d < l.count; d++)
    if (size[d] > in.view.shape[l.first + d]) valid = false;
  check_parts({"filter",
               {{"anchor", number(draw(0, 1) ? -1 : 0)},
                {"border", number(double(draw(0, 4)))},
                {"valid", number(valid && !draw(0, 3))},
                {"first", first},
                {"count", count}},
               &window,
               out},
              in);
}

void test_comparisons(const Layout& l) {
  if (l.count != 2) return;
  Array in = random_array(l);
  const Const first = number(l.first);
  double w = double(draw(1, 9)), h = double(draw(1, 9));
  check_parts({"morphology",
               {{"mask_size", numbers<double>({w, h})},
                {"anchor", draw(0, 1) ? number(-1) : numbers<double>({w - 1, 0})},
                {"border", number(double(draw(0, 4)))},
                {"iterations", number(double(draw(0, 3)))},
                {"erode", number(double(draw(0, 1)))},
                {"first", first}},
               nullptr,
               in.view.dtype},
              in);
  check_parts({"median_blur",
               {{"window_size", numbers<double>({odd(0, 6), odd(0, 6)})}, {"first", first}},
               nullptr,
               in.view.dtype},
              in);
}

}  // namespace

int main() {
  for (int round = 0; round < 150; round++)
    for (const Layout& l : kLayouts) {
      test_convolutions(l);
      test_comparisons(l);
    }
  return failures != 0;
}
