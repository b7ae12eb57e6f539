// GPUs: enumeration, streams, the kernel compiler, memory of other libraries.
#include "base/checked.h"
#include "bind.h"
#include "dlpack.h"
#include "gpu/kernel.h"
#include "gpu/nvimgcodec.h"

namespace hr::bind {

using namespace std::string_literals;

namespace {

DType from_dl(const DLDataType& t) {
  static constexpr DType unsigned_[] = {DType::u8, DType::u16, DType::u32, DType::u64};
  static constexpr DType signed_[] = {DType::i8, DType::i16, DType::i32, DType::i64};
  int k = t.bits == 8 ? 0 : t.bits == 16 ? 1 : t.bits == 32 ? 2 : t.bits == 64 ? 3 : -1;
  if (k < 0) return DType::count;
  switch (t.code) {
    case 0:
      return signed_[k];
    case 1:
      return unsigned_[k];
    case 2:
      return k == 1 ? DType::f16 : k == 2 ? DType::f32 : k == 3 ? DType::f64 : DType::count;
    case 4:
      return k == 1 ? DType::bf16 : DType::count;
    case 6:
      return k == 0 ? DType::b8 : DType::count;
    default:
      return DType::count;
  }
}

nb::object& compiler() {
  static auto* f = new nb::object;
  return *f;
}

std::string compile(const std::string& text, int device) {
  Locked gil;
  try {
    nb::object image = call_python(compiler(), text, device);
    nb::bytes bytes = nb::cast<nb::bytes>(image);
    return {bytes.c_str(), bytes.size()};
  } catch (nb::python_error& e) {
    throw PythonError(e.what(), keep(e.value()));
  }
}

nb::dict counters() {
  gpu::Counters& c = gpu::driver().counted;
  nb::dict d;
  d["launches"] = c.launches.load();
  d["uploads"] = c.uploads.load();
  d["uploaded"] = c.uploaded.load();
  d["downloads"] = c.downloads.load();
  d["downloaded"] = c.downloaded.load();
  d["synchronizations"] = c.synchronizations.load();
  d["allocations"] = c.allocations.load();
  d["pinned"] = c.pinned.load();
  d["compilations"] = c.compilations.load();
  d["staged"] = c.staged.load();
  return d;
}

// Marks foreign memory as read-only, or as writable by others.
void mark(Buffer& b, bool read_only) {
  b.read_only = read_only;
  if (read_only) return;
  b.shared_writable++;
  b.lent = true;
}

// Kernels need naturally aligned elements, as on the CPU.
bool aligned(uint64_t address, DType t) {
  return address % static_cast<uint64_t>(itemsize(t)) == 0;
}

// Samples in device memory of another owner, at a constant stride.
std::shared_ptr<Value> from_device(uint64_t base, nb::tuple shape, int dtype,
                                   const gpu::StreamRef& stream, nb::object owner, bool read_only) {
  Samples s;
  s.dtype = static_cast<DType>(dtype);
  if (shape.size() > kMaxDims) throw nb::value_error("more than 10 dimensions");
  s.ndim = static_cast<int>(shape.size());
  s.n = 1;
  s.device = stream->device;
  s.stream = stream;
  for (nb::handle d : shape) s.shapes.push_back(nb::cast<int64_t>(d));
  check_fits(s);
  if (!aligned(base, s.dtype)) throw nb::value_error("the array's elements are not aligned");
  s.data = {reinterpret_cast<uint8_t*>(base)};
  std::shared_ptr<void> parked = keep(owner);
  s.owners = {gpu::wrap_on(stream, base, static_cast<size_t>(s.view(0).bytes()),
                           [parked]() mutable { parked.reset(); })};
  mark(*s.owners[0], read_only);
  s.dense = 1;
  std::vector<Samples> r;
  r.push_back(std::move(s));
  return std::make_shared<Value>(make_value(std::move(r)), 0);
}

bool is_gpu(const DLDevice& d) { return d.type == 2 || d.type == 13; }  // 13: managed memory

// Imports a DLPack capsule of GPU memory that the stream may read now. The capsule is kept
// unconsumed: its destructor, which runs under the GIL, frees the memory.
template <class Managed>
nb::object take(nb::object capsule, const gpu::StreamRef& stream, bool read_only) {
  auto* m = static_cast<Managed*>(PyCapsule_GetPointer(capsule.ptr(), Managed::kName));
  if (!m) throw nb::python_error();
  const DLTensor& t = m->tensor;
  const bool there = is_gpu(t.device) && t.device.id == stream->device;
  if (t.dtype.lanes != 1 || t.ndim < 0 || t.ndim > kMaxDims || !there) return nb::none();
  Samples s;
  s.dtype = from_dl(t.dtype);
  if (s.dtype == DType::count) return nb::none();
  Shape shape;
  for (int d = 0; d < t.ndim; d++) shape.push(t.shape[d]);
  check_fits(shape, s.dtype);
  int64_t step = 1;
  for (int d = t.ndim - 1; d >= 0; d--) {
    if (t.strides && t.shape[d] != 1 && t.strides[d] != step) return nb::none();
    step *= t.shape[d];
  }
  s.ndim = t.ndim;
  s.n = 1;
  s.device = stream->device;
  s.stream = stream;
  s.shapes.assign(t.shape, t.shape + t.ndim);
  auto at = reinterpret_cast<uint64_t>(t.data) + t.byte_offset;
  if (!aligned(at, s.dtype)) return nb::none();
  s.data = {reinterpret_cast<uint8_t*>(at)};
  std::shared_ptr<void> parked = keep(capsule);
  s.owners = {gpu::wrap_on(stream, at, static_cast<size_t>(s.view(0).bytes()),
                           [parked]() mutable { parked.reset(); })};
  mark(*s.owners[0], read_only);
  s.dense = 1;
  const int dtype = static_cast<int>(s.dtype), ndim = s.ndim;
  std::vector<Samples> r;
  r.push_back(std::move(s));
  return nb::make_tuple(std::make_shared<Value>(make_value(std::move(r)), 0), dtype, ndim);
}

// Returns (value, dtype, ndim), or None if the array is not contiguous, not aligned, on another
// device or of an unsupported type.
nb::object from_dlpack(nb::object capsule, const gpu::StreamRef& stream, bool read_only) {
  if (PyCapsule_IsValid(capsule.ptr(), DLManagedTensorVersioned::kName)) {
    auto* m = static_cast<DLManagedTensorVersioned*>(
        PyCapsule_GetPointer(capsule.ptr(), DLManagedTensorVersioned::kName));
    return take<DLManagedTensorVersioned>(capsule, stream, read_only || (m->flags & 1));
  }
  return take<DLManagedTensor>(capsule, stream, read_only);
}

template <class Managed>
std::pair<int, int> device_of(nb::handle capsule) {
  auto* m = static_cast<Managed*>(PyCapsule_GetPointer(capsule.ptr(), Managed::kName));
  if (!m) throw nb::python_error();
  return {m->tensor.device.type, m->tensor.device.id};
}

// The array's __dlpack_device__, read from the capsule.
std::pair<int, int> dlpack_device(nb::object capsule) {
  return PyCapsule_IsValid(capsule.ptr(), DLManagedTensorVersioned::kName)
             ? device_of<DLManagedTensorVersioned>(capsule)
             : device_of<DLManagedTensor>(capsule);
}

}  // namespace

void bind_gpu(nb::module_& m) {
  gpu::set_compiler(compile);
  nb::class_<gpu::Stream>(m, "Stream")
      .def_prop_ro("device", [](const gpu::Stream& s) { return s.device; })
      .def_prop_ro("handle",
                   [](const gpu::Stream& s) { return reinterpret_cast<uint64_t>(s.handle); })
      .def("synchronize",
           [](const gpu::Stream& s) {
             Unlocked unlocked;
             s.synchronize();
           })
      .def("follow",
           [](const gpu::Stream& s, uint64_t other) { s.follow(reinterpret_cast<void*>(other)); });
  m.def("make_stream", &gpu::make_stream, nb::arg("device"));
  m.def(
      "wrap_stream",
      [](int device, uint64_t handle, nb::object owner) {
        return gpu::wrap_stream(device, reinterpret_cast<void*>(handle), keep(owner));
      },
      nb::arg("device"), nb::arg("handle"), nb::arg("owner").none() = nb::none());
  m.def("default_stream", &gpu::default_stream, nb::arg("device"));
  m.def("set_default_stream", &gpu::set_default_stream, nb::arg("stream"));
  m.def("set_gpu_compiler", [](nb::object f) { compiler() = std::move(f); });
  m.def("use_emulated_gpu", &gpu::use_emulation, nb::arg("runs") = true);
  m.def("gpu_emulated", [] { return gpu::has_driver() && gpu::driver().emulated(); });
  m.def("gpu_count", [] { return gpu::has_driver() ? gpu::driver().devices() : 0; });
  m.def("gpu_why_none", [] {
    std::string why;
    gpu::has_driver(&why);
    return why;
  });
  m.def("gpu_name", [](int device) { return gpu::driver().name(device); });
  m.def("gpu_architecture", [](int device) { return gpu::driver().architecture(device); });
  m.def("gpu_counters", &counters);
  m.def("kernel_on_gpu", [](const std::string& name) {
    const Kernel* k = find_kernel(name);
    return (k && k->view) || gpu::find_gpu_kernel(name) != nullptr;
  });
  m.def("kernel_host_inputs", [](const std::string& name) {
    const Kernel* k = find_kernel(name);
    return k ? k->data_inputs : 0u;
  });
  m.def("kernel_host_work", [](const std::string& name) {
    const gpu::GpuKernel* k = gpu::find_gpu_kernel(name);
    return k && k->host_work;
  });
  m.def("set_gpu_decoder", [](const std::string& folder) {
    gpu::GpuDecoder::Settings s;
    s.folder = folder;
    gpu::GpuDecoder::configure(s);
  });
  m.def("set_decoder_split", &gpu::GpuDecoder::leave_to_host, nb::arg("share"));
  m.def("gpu_decoder", [](int device) {  // the JPEG decoder in use, or the reason why there is none
    std::string why_not;
    const gpu::GpuDecoder* decoder = gpu::GpuDecoder::get(device, &why_not);
    if (!decoder) return std::pair(""s, why_not);
    const bool engine = decoder->means() == gpu::GpuDecoder::Means::engine;
    return std::pair(engine ? "engine"s : "kernels"s, ""s);
  });
  m.def("from_dlpack", &from_dlpack, nb::arg("capsule"), nb::arg("stream"),
        nb::arg("read_only") = false);
  m.def("gpu_of", [](uint64_t address) { return gpu::driver().device_of(address); });
  m.def("dlpack_device", &dlpack_device, nb::arg("capsule"));
  m.def("from_device", &from_device, nb::arg("base"), nb::arg("shape"), nb::arg("dtype"),
        nb::arg("stream"), nb::arg("owner"), nb::arg("read_only") = false);
}

}  // namespace hr::bind
