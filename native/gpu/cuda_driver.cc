// CUDA's driver API, loaded at run time from libcuda.so.1.
#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <mutex>
#include <vector>

#include "base/error.h"
#include "gpu/driver.h"

namespace hr::gpu {
namespace {

using Result = int;
using Device = int;
using Context = void*;

constexpr Result kSuccess = 0, kNotReady = 600;
constexpr int kMajor = 75, kMinor = 76;              // attributes: compute capability
constexpr int kDeviceOrdinal = 9;                    // attribute of a pointer
constexpr unsigned kNonBlocking = 1, kNoTiming = 2;  // flags of streams and events
constexpr int kReleaseThreshold = 4;                 // attribute of a memory pool
constexpr unsigned kPortable = 1;                    // pinned for all devices

struct Functions {
  Result (*init)(unsigned);
  Result (*error_string)(Result, const char**);
  Result (*device_count)(int*);
  Result (*device_get)(Device*, int);
  Result (*device_name)(char*, int, Device);
  Result (*device_attribute)(int*, int, Device);
  Result (*retain)(Context*, Device);
  Result (*push)(Context);
  Result (*pop)(Context*);
  Result (*synchronize)();
  Result (*pointer_attribute)(void*, int, Address);
  Result (*stream_create)(Handle*, unsigned);
  Result (*stream_destroy)(Handle);
  Result (*stream_synchronize)(Handle);
  Result (*stream_wait)(Handle, Handle, unsigned);
  Result (*event_create)(Handle*, unsigned);
  Result (*event_destroy)(Handle);
  Result (*event_record)(Handle, Handle);
  Result (*event_query)(Handle);
  Result (*event_synchronize)(Handle);
  Result (*pool_of)(void**, Device);
  Result (*pool_set)(void*, int, void*);
  Result (*allocate)(Address*, size_t, Handle);
  Result (*release)(Address, Handle);
  Result (*host_allocate)(void**, size_t, unsigned);
  Result (*host_release)(void*);
  Result (*upload)(Address, const void*, size_t, Handle);
  Result (*download)(void*, Address, size_t, Handle);
  Result (*copy)(Address, Address, size_t, Handle);
  Result (*clear)(Address, unsigned char, size_t, Handle);
  Result (*module_load)(void**, const void*);
  Result (*module_function)(Handle*, void*, const char*);
  Result (*launch)(Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                   Handle, void**, void**);
};

bool bind(void* library, Functions& f) {
  bool all = true;
  auto get = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
    all = all && function;
  };
  get(f.init, "cuInit");
  get(f.error_string, "cuGetErrorString");
  get(f.device_count, "cuDeviceGetCount");
  get(f.device_get, "cuDeviceGet");
  get(f.device_name, "cuDeviceGetName");
  get(f.device_attribute, "cuDeviceGetAttribute");
  get(f.retain, "cuDevicePrimaryCtxRetain");
  get(f.push, "cuCtxPushCurrent_v2");
  get(f.pop, "cuCtxPopCurrent_v2");
  get(f.synchronize, "cuCtxSynchronize");
  get(f.pointer_attribute, "cuPointerGetAttribute");
  get(f.stream_create, "cuStreamCreate");
  get(f.stream_destroy, "cuStreamDestroy_v2");
  get(f.stream_synchronize, "cuStreamSynchronize");
  get(f.stream_wait, "cuStreamWaitEvent");
  get(f.event_create, "cuEventCreate");
  get(f.event_destroy, "cuEventDestroy_v2");
  get(f.event_record, "cuEventRecord");
  get(f.event_query, "cuEventQuery");
  get(f.event_synchronize, "cuEventSynchronize");
  get(f.pool_of, "cuDeviceGetDefaultMemPool");
  get(f.pool_set, "cuMemPoolSetAttribute");
  get(f.allocate, "cuMemAllocAsync");
  get(f.release, "cuMemFreeAsync");
  get(f.host_allocate, "cuMemHostAlloc");
  get(f.host_release, "cuMemFreeHost");
  get(f.upload, "cuMemcpyHtoDAsync_v2");
  get(f.download, "cuMemcpyDtoHAsync_v2");
  get(f.copy, "cuMemcpyDtoDAsync_v2");
  get(f.clear, "cuMemsetD8Async");
  get(f.module_load, "cuModuleLoadData");
  get(f.module_function, "cuModuleGetFunction");
  get(f.launch, "cuLaunchKernel");
  return all;
}

std::atomic<bool> forked{false};  // set in forked children

class CudaDriver : public Driver {
 public:
  CudaDriver(const Functions& f, int count) : f_(f), contexts_(count) {
    pthread_atfork(nullptr, nullptr, [] { forked = true; });
  }

  int devices() override { return static_cast<int>(contexts_.size()); }
  std::string name(int device) override {
    Device d;
    char text[128] = {};
    check(f_.device_get(&d, device), "look at the device");
    check(f_.device_name(text, sizeof(text) - 1, d), "look at the device");
    return text;
  }
  int architecture(int device) override {
    Device d;
    int major = 0, minor = 0;
    check(f_.device_get(&d, device), "look at the device");
    check(f_.device_attribute(&major, kMajor, d), "look at the device");
    check(f_.device_attribute(&minor, kMinor, d), "look at the device");
    return major * 10 + minor;
  }
  int device_of(Address memory) override {
    if (devices() == 1) return 0;
    Entered entered(0);
    int device = 0;
    check(f_.pointer_attribute(&device, kDeviceOrdinal, memory), "find the device of an array");
    return device;
  }
  void enter(int device) override {
    if (forked)  // check before locking: a thread of the parent may hold the mutex
      throw Error(ErrorKind::device, "a forked process cannot use the GPU of its parent");
    if (device < 0 || device >= devices())
      throw Error(ErrorKind::device, "there is no GPU number " + std::to_string(device));
    Context& c = contexts_[device];
    {
      std::lock_guard lock(mutex_);
      if (!c) open(device, c);
    }
    check(f_.push(c), "use the device");
  }
  void leave() override {
    Context c;
    f_.pop(&c);
  }

  Handle make_stream() override {
    Handle s;
    check(f_.stream_create(&s, kNonBlocking), "make a stream");
    return s;
  }
  void drop_stream(Handle s) override { f_.stream_destroy(s); }
  void synchronize(Handle s) override {
    counted.synchronizations++;
    check(f_.stream_synchronize(s), "finish the work of a stream");
  }
  void finish() override {
    counted.synchronizations++;
    check(f_.synchronize(), "finish the work of the device");
  }
  Handle make_event() override {
    Handle e;
    check(f_.event_create(&e, kNoTiming), "make an event");
    return e;
  }
  void drop_event(Handle e) override { f_.event_destroy(e); }
  void record(Handle e, Handle s) override { check(f_.event_record(e, s), "record an event"); }
  void wait(Handle s, Handle e) override { check(f_.stream_wait(s, e, 0), "order two streams"); }
  bool reached(Handle e) override {
    Result r = f_.event_query(e);
    if (r != kNotReady) check(r, "look at an event");
    return r == kSuccess;
  }
  void await(Handle e) override {
    counted.synchronizations++;
    check(f_.event_synchronize(e), "wait for an event");
  }

  Address allocate(size_t bytes, Handle s) override {
    counted.allocations++;
    Address a = 0;
    Result r = f_.allocate(&a, bytes, s);
    if (r == 2)  // out of memory
      throw Error(ErrorKind::memory, "the GPU has no " + std::to_string(bytes) + " bytes left");
    check(r, "allocate memory");
    return a;
  }
  void release(Address a, Handle s) override { f_.release(a, s); }
  void* allocate_pinned(size_t bytes) override {
    counted.pinned++;
    void* p = nullptr;
    check(f_.host_allocate(&p, bytes, kPortable), "allocate pinned memory");
    return p;
  }
  void release_pinned(void* p) override { f_.host_release(p); }

  void upload(Address to, const void* from, size_t bytes, Handle s) override {
    counted.uploads++;
    counted.uploaded += static_cast<int64_t>(bytes);
    check(f_.upload(to, from, bytes, s), "copy to the GPU");
  }
  void download(void* to, Address from, size_t bytes, Handle s) override {
    counted.downloads++;
    counted.downloaded += static_cast<int64_t>(bytes);
    check(f_.download(to, from, bytes, s), "copy from the GPU");
  }
  void copy(Address to, Address from, size_t bytes, Handle s) override {
    check(f_.copy(to, from, bytes, s), "copy on the GPU");
  }
  void clear(Address to, size_t bytes, Handle s) override {
    check(f_.clear(to, 0, bytes, s), "clear memory");
  }

  Handle load(const std::string& image) override {
    void* module = nullptr;
    Handle function = nullptr;
    check(f_.module_load(&module, image.data()), "load a kernel");
    check(f_.module_function(&function, module, "kernel"), "find a kernel");
    return function;
  }
  void launch(Handle function, const Grid& g, const void* argument, size_t, Handle s) override {
    counted.launches++;
    void* arguments[] = {const_cast<void*>(argument)};
    check(f_.launch(function, g.x, g.y, 1, g.threads, 1, 1, 0, s, arguments, nullptr),
          "start a kernel");
  }

 private:
  void check(Result r, const char* what) {
    if (r == kSuccess) return;
    const char* text = nullptr;
    f_.error_string(r, &text);
    throw Error(ErrorKind::device, std::string("CUDA could not ") + what + ": " +
                                       (text ? text : "error") + " (" + std::to_string(r) + ")");
  }
  // Retains the primary context, shared with other libraries; its memory pool never shrinks.
  void open(int device, Context& c) {
    Device d;
    check(f_.device_get(&d, device), "look at the device");
    Context made = nullptr;
    check(f_.retain(&made, d), "open the device");
    void* pool = nullptr;
    uint64_t everything = UINT64_MAX;
    check(f_.pool_of(&pool, d), "find the memory pool");
    check(f_.pool_set(pool, kReleaseThreshold, &everything), "set up the memory pool");
    c = made;
  }

  Functions f_;
  std::mutex mutex_;
  std::vector<Context> contexts_;
};

}  // namespace

std::unique_ptr<Driver> make_cuda_driver(std::string* why_not) {
  void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    *why_not = "there is no CUDA driver on this machine (libcuda.so.1)";
    return nullptr;
  }
  Functions f;
  if (!bind(library, f)) {
    *why_not = "the CUDA driver is too old: version 11.2 or newer is needed";
    return nullptr;
  }
  int count = 0;
  Result r = f.init(0);
  if (r == kSuccess) r = f.device_count(&count);
  if (r != kSuccess || count == 0) {
    const char* text = nullptr;
    if (r != kSuccess) f.error_string(r, &text);
    *why_not =
        std::string("the CUDA driver reports no GPU") + (text ? ": " + std::string(text) : "");
    return nullptr;
  }
  return std::make_unique<CudaDriver>(f, count);
}

}  // namespace hr::gpu
