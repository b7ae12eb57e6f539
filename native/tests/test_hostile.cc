// Kernels with hostile arguments: NaN, infinities, limits of the integers, arrays without elements
// but with axes of 2^32. Each call must be rejected with an error, or write every byte of its
// outputs and none outside. Sanitizers check that no step is undefined.
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>

#include "hostile_cases.h"
#include "samples.h"

namespace {

using namespace hr;

constexpr int64_t kMostBytes = int64_t{1} << 46;  // limit per array, as in the engine
constexpr int64_t kWorthRunning = int64_t{1} << 21;

int64_t whole() {
  constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();
  static const std::vector<int64_t> odd = {0,
                                           -1,
                                           255,
                                           -(int64_t{1} << 31),
                                           (int64_t{1} << 24) + 1,
                                           (int64_t{1} << 31) - 1,
                                           int64_t{1} << 32,
                                           (int64_t{1} << 53) + 1,
                                           int64_t{1} << 62,
                                           kHuge,
                                           -kHuge,
                                           -kHuge - 1};
  return draw(0, 2) ? draw(0, 7) : any(odd);
}

double number() {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  static const std::vector<double> odd = {
      -0.0,  1.5,   16777217.0, 4294967297.0, 9e15,  1e18,         9.3e18,    -9.3e18,   1e38,
      -1e38, 1e300, -1e300,     5e-324,       1e-38, std::nan(""), kInfinite, -kInfinite};
  if (draw(0, 2)) return draw(0, 1) ? static_cast<double>(draw(0, 9)) : 0.1 * double(draw(0, 10));
  return any(odd);
}

// A hostile argument as integers and as floats, like Python passes it.
Const hostile(int64_t count) {
  Const c;
  c.given = true;
  const bool integers = draw(0, 1);
  for (int64_t k = 0; k < count; k++) {
    const double v = integers ? 0 : number();
    c.i.push_back(integers ? whole() : convert<int64_t>(v));
    c.f.push_back(integers ? static_cast<double>(c.i.back()) : v);
  }
  return c;
}

// An array in its own heap block: sanitizers detect any access outside of it.
struct Array {
  std::unique_ptr<uint8_t[]> memory;
  View view;

  Array(const Shape& shape, DType dtype) {
    view.shape = shape;
    view.dtype = dtype;
    memory.reset(new uint8_t[static_cast<size_t>(view.bytes())]);
    view.data = memory.get();
  }
  void fill(uint8_t with) const { std::memset(view.data, with, static_cast<size_t>(view.bytes())); }
  void randomize() const {
    dispatch(view.dtype, [&](auto tag) {
      using T = typename decltype(tag)::type;
      for (int64_t i = 0; i < view.volume(); i++) {
        if constexpr (is_real<T>)
          view.as<T>()[i] =
              T(static_cast<float>(draw(0, 3) ? 0.1 * double(draw(0, 10)) : number()));
        else
          view.as<T>()[i] = static_cast<T>(draw(0, 1) ? draw(0, 3) : draw(0, 255));
      }
    });
  }
};

// A shape with the same number of axes but no elements: some axes are 0, others arbitrarily long.
Shape hollow(Shape s) {
  const int none = static_cast<int>(draw(0, s.ndim - 1));
  for (int d = 0; d < s.ndim; d++)
    if (draw(0, 1)) s[d] = 1;
  if (s.ndim > 1) s[(none + 1) % s.ndim] = int64_t{1} << 32;
  s[none] = 0;
  return s;
}

bool fits(const Shape& s, DType t) {
  int64_t bytes = itemsize(t);
  for (int d = 0; d < s.ndim; d++)
    if (s[d] < 0 || __builtin_mul_overflow(bytes, std::max<int64_t>(s[d], 1), &bytes)) return false;
  return bytes <= kMostBytes;
}

// Runs twice on memory with different previous contents: bytes that differ were not written.
// Kernels that support regions sometimes get one.
void run(const Spec& spec, const Args& args, const std::vector<View>& in,
         const std::vector<Shape>& shapes, std::vector<uint64_t> state) {
  std::vector<Array> first, second;
  std::optional<Region> part;
  if (spec.kernel->makes_region && shapes[0].ndim >= 2 && draw(0, 2) == 0) {
    const Box b = random_box(shapes[0][0], shapes[0][1]);
    part = Region{b.y0, b.x0, b.y1, b.x1};
  }
  for (std::vector<Array>* made : {&first, &second}) {
    std::vector<View> out;
    for (size_t k = 0; k < shapes.size(); k++) {
      Shape held = shapes[k];
      if (part && k == 0) held[0] = part->rows(), held[1] = part->cols();
      made->emplace_back(held, spec.outs[k].dtype);
      made->back().fill(made == &first ? 0x5A : 0xA5);
      out.push_back(made->back().view);
      out.back().shape = shapes[k];
      if (part && k == 0) out.back().windowed = true, out.back().region = *part;
    }
    std::vector<uint64_t> own = state;
    RunContext c{
        args,      static_cast<int>(in.size()), static_cast<int>(out.size()), in.data(), out.data(),
        own.data()};
    try {
      spec.kernel->run(c);
    } catch (const Error&) {
      return;
    }
  }
  for (size_t k = 0; k < shapes.size(); k++) {
    const auto bytes = static_cast<size_t>(first[k].view.bytes());
    if (std::memcmp(first[k].view.data, second[k].view.data, bytes) == 0) continue;
    std::fprintf(stderr, "%s leaves parts of an output of shape %s unwritten\n", spec.kernel->name,
                 shapes[k].str().c_str());
    failures++;
  }
}

// Makes one call. Returns true if it was not rejected.
bool call(const HostileCase& c) {
  Spec spec;
  spec.kernel = find_kernel(c.kernel);
  if (!spec.kernel) {
    std::fprintf(stderr, "no kernel %s\n", c.kernel);
    failures++;
    return false;
  }
  for (size_t k = 0; k < spec.kernel->params.size(); k++) {
    const char* name = spec.kernel->params[k];
    const bool needed = spec.kernel->args && !spec.kernel->args->fields[k].optional;
    const Fixed* known = nullptr;
    for (const Fixed& f : c.fixed)
      if (!std::strcmp(f.name, name)) known = &f;
    if (known)
      spec.consts.push_back(known->value());
    else if (needed || draw(0, 3))
      spec.consts.push_back(hostile(draw(0, 2) ? 1 : draw(2, 9)));
    else
      spec.consts.emplace_back();
  }
  for (DType t : c.outputs) spec.outs.push_back({t, 0});
  const bool empty = draw(0, 5) == 0;
  std::vector<Array> inputs;
  std::vector<View> in;
  for (const auto& [shape, type] : c.inputs) {
    inputs.emplace_back(empty && shape.ndim ? hollow(shape) : shape, type);
    inputs.back().randomize();
    in.push_back(inputs.back().view);
  }
  const RandomKey key{static_cast<uint64_t>(draw(0, 1 << 20)), 0};
  try {
    if (spec.kernel->args) spec.read_constants();
    if (spec.kernel->prepare) spec.kernel->prepare(spec);
  } catch (const Error&) {
    return false;
  }
  std::vector<ArgView> dyn(spec.consts.size());
  const Args args(spec, dyn.data(), 0, 0, key);
  std::vector<uint64_t> state(static_cast<size_t>(spec.kernel->state_size) / 8 + 1);
  std::vector<Shape> shapes(spec.outs.size());
  InferContext infer{args,
                     static_cast<int>(in.size()),
                     static_cast<int>(shapes.size()),
                     in.data(),
                     shapes.data(),
                     state.data()};
  try {
    spec.kernel->infer(infer);
    uint8_t failed = 0;
    if (spec.kernel->agree)
      spec.kernel->agree({1, reinterpret_cast<uint8_t*>(state.data()), shapes.data(), &failed});
  } catch (const Error&) {
    return false;
  }
  int64_t bytes = 0;
  for (size_t k = 0; k < shapes.size(); k++) {
    if (!fits(shapes[k], spec.outs[k].dtype)) return false;
    bytes += shapes[k].volume() * itemsize(spec.outs[k].dtype);
    spec.outs[k].ndim = shapes[k].ndim;
  }
  if (bytes > kWorthRunning) return false;
  run(spec, args, in, shapes, state);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  using Clock = std::chrono::steady_clock;
  constexpr int kFewest = 250;
  constexpr std::chrono::seconds kLongest{
      20};  // per kernel: some hostile arguments are legal and slow
  const int rounds = mutants_of(argc, argv, 300) / 2 + 100;
  for (const HostileCase& c : hostile_cases()) {
    const Clock::time_point end = Clock::now() + kLongest;
    int done = 0;
    for (int k = 0; k < rounds && (k < kFewest || Clock::now() < end); k++) done += call(c);
    if (done == 0) std::fprintf(stderr, "%s was never carried out\n", c.kernel);
    CHECK(done > 0);
  }
  return report();
}
