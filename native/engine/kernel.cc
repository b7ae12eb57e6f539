// The kernel registry; argument access.
#include "engine/kernel.h"

#include <map>

namespace hr {
namespace {

std::map<std::string, Kernel>& table() {
  static auto* t = new std::map<std::string, Kernel>;  // never destroyed: workers may still run
  return *t;
}

}  // namespace

KernelEntry::KernelEntry(Kernel k) {
  std::string key = k.name;
  if (k.args)
    for (const ArgField& f : k.args->fields) k.params.push_back(f.name);
  if (!table().emplace(key, std::move(k)).second) {
    std::fprintf(stderr, "headrace: kernel '%s' registered twice\n", key.c_str());
    std::abort();
  }
}

const Kernel* find_kernel(const std::string& name) {
  auto it = table().find(name);
  return it == table().end() ? nullptr : &it->second;
}

std::vector<const Kernel*> all_kernels() {
  std::vector<const Kernel*> r;
  for (auto& [name, k] : table()) r.push_back(&k);
  return r;
}

Args::Values Args::values(int k) const {
  const Samples& s = *dyn_[k].samples;
  const int64_t i = s.n == 1 ? 0 : sample_;
  Values v{s.data[i], s.dtype, s.shapes.data() + i * s.ndim, s.ndim, 1};
  const bool framed = dyn_[k].per_frame && v.ndim > 0;
  const int64_t frames = framed ? v.shape[0] : 1;
  if (framed) v.shape++, v.ndim--;
  for (int d = 0; d < v.ndim; d++) v.count *= v.shape[d];
  if (frames != 1) {
    if (frame_ >= frames)
      fail_value("argument '" + std::string(spec_.kernel->params[k]) + "' has values for " +
                 std::to_string(frames) + " frames, the sequence is longer");
    v.data += frame_ * v.count * itemsize(v.dtype);
  }
  return v;
}

int64_t Args::size(int k) const {
  if (dyn_[k].samples) return values(k).count;
  const Const& c = spec_.consts[k];
  return static_cast<int64_t>(c.f.size());
}

Shape Args::shape(int k) const {
  if (!dyn_[k].samples) return Shape{size(k)};
  const Values v = values(k);
  Shape shape;
  for (int d = 0; d < v.ndim; d++) shape.push(v.shape[d]);
  return shape;
}

// ---- typed arguments ----

void Spec::read_constants(const std::vector<bool>& varies) {
  args = kernel->args->make();
  for (size_t k = 0; k < consts.size(); k++) {
    const ArgField& field = kernel->args->fields[k];
    if (k < varies.size() && varies[k]) continue;
    if (!consts[k].given) {
      if (!field.optional)
        fail(ErrorKind::runtime,
             "kernel '" + std::string(kernel->name) + "' needs argument '" + field.name + "'");
      continue;
    }
    const ArgValue v{field.name,
                     &consts[k],
                     nullptr,
                     DType::f64,
                     nullptr,
                     0,
                     static_cast<int64_t>(consts[k].f.size())};
    field.read(static_cast<uint8_t*>(args.get()) + field.offset, v);
  }
}

void Args::read_varying() {
  const std::vector<ArgField>& fields = spec_.kernel->args->fields;
  for (size_t k = 0; k < fields.size(); k++) {
    if (!dyn_[k].samples) continue;
    if (!varies_) std::memcpy(own_, spec_.args.get(), spec_.kernel->args->size);
    varies_ = true;
    const Values v = values(static_cast<int>(k));
    fields[k].read(own_ + fields[k].offset,
                   {fields[k].name, nullptr, v.data, v.dtype, v.shape, v.ndim, v.count});
  }
}

namespace {

[[noreturn, gnu::cold]] void fail_element(const Spec& spec, int k, int64_t j, int64_t size) {
  fail_value("argument '" + std::string(spec.kernel->params[k]) + "' has " + std::to_string(size) +
             " elements, needs at least " + std::to_string(j + 1));
}

template <class T>
[[noreturn, gnu::cold]] void fail_integer(const Spec& spec, int k, T v) {
  fail_value("argument '" + std::string(spec.kernel->params[k]) + "' is " + std::to_string(v) +
             ", which is no integer of 64 bits");
}

// Throws for NaN and values outside int64.
template <class T>
int64_t integer(const Spec& spec, int k, T v) {
  if constexpr (is_half<T>)
    return integer(spec, k, static_cast<float>(v));
  else if constexpr (std::is_floating_point_v<T>) {
    if (!(v >= T(-0x1p63) && v < T(0x1p63))) fail_integer(spec, k, v);
  } else if constexpr (std::is_same_v<T, uint64_t>) {
    if (v > static_cast<uint64_t>(INT64_MAX)) fail_integer(spec, k, v);
  }
  return convert<int64_t>(v);
}

void check_element(const Spec& spec, int k, int64_t j, int64_t size) {
  if (j < 0 || j >= size) fail_element(spec, k, j, size);
}

}  // namespace

double Args::f(int k, int64_t j) const {
  if (!dyn_[k].samples) {
    const Const& c = spec_.consts[k];
    check_element(spec_, k, j, static_cast<int64_t>(c.f.size()));
    return c.f[j];
  }
  const Values v = values(k);
  check_element(spec_, k, j, v.count);
  return dispatch(v.dtype, [&](auto t) {
    return static_cast<double>(reinterpret_cast<const typename decltype(t)::type*>(v.data)[j]);
  });
}

int64_t Args::i(int k, int64_t j) const {
  if (!dyn_[k].samples) {
    const Const& c = spec_.consts[k];
    check_element(spec_, k, j, static_cast<int64_t>(c.i.size()));
    return c.beyond ? integer(spec_, k, c.f[j]) : c.i[j];
  }
  const Values v = values(k);
  check_element(spec_, k, j, v.count);
  return dispatch(v.dtype, [&](auto t) {
    return integer(spec_, k, reinterpret_cast<const typename decltype(t)::type*>(v.data)[j]);
  });
}

}  // namespace hr
