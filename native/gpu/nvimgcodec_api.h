// The part of nvImageCodec's C API (0.9) used here. The library is loaded at run time; building
// needs neither its headers nor CUDA's.
#pragma once
#include <cstddef>
#include <cstdint>

namespace hr::gpu::nvic {

// Header of every structure, filled by `make`.
struct Head {
  int32_t type;
  size_t size;
  void* next;
};

enum Status : int32_t { kSuccess = 0 };

// Opaque handles.
struct Instance;
struct Image;
struct CodeStream;
struct Decoder;
struct Extension;
struct Future;

enum SampleType : int32_t { kUint8 = 0x0802 };
enum SampleFormat : int32_t { kInterleavedY = 4, kInterleavedRgb = 8, kInterleavedBgr = 10 };
enum ColorSpec : int32_t { kSrgb = 1, kGray = 2 };
enum BufferKind : int32_t { kDeviceBuffer = 1, kHostBuffer = 2 };
enum BackendKind : int32_t { kCpuOnly = 1, kGpuOnly = 2, kHybrid = 3, kHardware = 4 };
enum LoadPolicy : int32_t { kLoadIgnore = 1, kLoadFixed = 2, kLoadAdaptive = 3 };

// Per sample: kProcessed, or bits with the reason.
using ProcessingStatus = uint32_t;
inline constexpr ProcessingStatus kProcessed = 1, kFailed = 3;

struct InstanceCreateInfo {
  static constexpr int32_t kType = 2;
  Head head;
  int32_t load_builtin_modules, load_extension_modules;
  const char* extension_modules_path;
  int32_t create_debug_messenger;
  const void* debug_messenger_desc;
  uint32_t message_severity, message_category;
};
static_assert(sizeof(InstanceCreateInfo) == 64);

// Filled by the entry function of an extension module.
struct ExtensionDesc {
  static constexpr int32_t kType = 27;
  Head head;
  void* instance;
  const char* id;
  uint32_t version, ext_api_version;
  void *create, *destroy;
};
static_assert(sizeof(ExtensionDesc) == 64);

struct BackendParams {
  static constexpr int32_t kType = 29;
  Head head;
  float load_hint;
  LoadPolicy policy;
};
static_assert(sizeof(BackendParams) == 32);

struct Backend {
  static constexpr int32_t kType = 17;
  Head head;
  BackendKind kind;
  BackendParams params;
};
static_assert(sizeof(Backend) == 64);

struct ExecutionParams {
  static constexpr int32_t kType = 30;
  Head head;
  void *device_allocator, *pinned_allocator;
  int32_t max_num_cpu_threads;  // 0: one per core
  void* executor;               // null: the library's own threads, see Note [Host threads]
  int32_t device_id, pre_init, skip_pre_sync, num_backends;
  const Backend* backends;
};
static_assert(sizeof(ExecutionParams) == 80);

struct Orientation {
  static constexpr int32_t kType = 7;
  Head head;
  int32_t rotated, flip_x, flip_y;  // degrees counter-clockwise, then mirrored
};
static_assert(sizeof(Orientation) == 40);

struct PlaneInfo {
  static constexpr int32_t kType = 12;
  Head head;
  uint32_t width, height;
  size_t row_stride;  // bytes
  uint32_t channels;
  SampleType sample_type;
  uint8_t precision;
};
static_assert(sizeof(PlaneInfo) == 56);

// Half-open; axis 0 is y. In oriented coordinates if orientation is applied.
struct Region {
  static constexpr int32_t kType = 8;
  Head head;
  int32_t ndim, start[5], end[5];
  int32_t out_of_bounds_policy;
  struct {
    uint32_t value;
    int32_t type;
  } fill[5];
};
static_assert(sizeof(Region) == 112);

struct ImageInfo {
  static constexpr int32_t kType = 11;
  Head head;
  char codec[256];
  ColorSpec color;
  int32_t chroma_subsampling;
  SampleFormat format;
  Orientation orientation;
  uint32_t planes;
  PlaneInfo plane[32];
  void* buffer;
  BufferKind kind;
  void* stream;  // a CUstream
};
static_assert(sizeof(ImageInfo) == 2160);

struct CodeStreamView {
  static constexpr int32_t kType = 9;
  Head head;
  size_t image;
  Region region;
  size_t offset;
};
static_assert(sizeof(CodeStreamView) == 152);

struct DecodeParams {
  static constexpr int32_t kType = 5;
  Head head;
  int32_t apply_exif_orientation;
};
static_assert(sizeof(DecodeParams) == 32);

template <class T>
T make() {
  T t{};
  t.head = {T::kType, sizeof(T), nullptr};
  return t;
}

// Per function: member, library name, parameters. All return a Status. Create functions reuse the
// object if the handle is not null.
#define HR_NVIC_FUNCTIONS(F)                                                                    \
  F(instance_create, InstanceCreate, (Instance**, const InstanceCreateInfo*))                   \
  F(extension_create, ExtensionCreate, (Instance*, Extension**, ExtensionDesc*))                \
  F(decoder_create, DecoderCreate, (Instance*, Decoder**, const ExecutionParams*, const char*)) \
  F(decoder_destroy, DecoderDestroy, (Decoder*))                                                \
  F(decoder_decode, DecoderDecode,                                                              \
    (Decoder*, CodeStream* const*, Image* const*, int, const DecodeParams*, Future**))          \
  F(stream_create, CodeStreamCreateFromHostMem,                                                 \
    (Instance*, CodeStream**, const uint8_t*, size_t, const CodeStreamView*))                   \
  F(stream_cut, CodeStreamGetSubCodeStream, (CodeStream*, CodeStream**, const CodeStreamView*)) \
  F(stream_info, CodeStreamGetImageInfo, (CodeStream*, ImageInfo*))                             \
  F(stream_destroy, CodeStreamDestroy, (CodeStream*))                                           \
  F(image_create, ImageCreate, (Instance*, Image**, const ImageInfo*))                          \
  F(image_destroy, ImageDestroy, (Image*))                                                      \
  F(future_wait, FutureWaitForAll, (Future*))                                                   \
  F(future_status, FutureGetProcessingStatus, (Future*, ProcessingStatus*, size_t*))            \
  F(future_destroy, FutureDestroy, (Future*))

struct Api {
#define HR_MEMBER(member, name, parameters) Status(*member) parameters = nullptr;
  HR_NVIC_FUNCTIONS(HR_MEMBER)
#undef HR_MEMBER
};

}  // namespace hr::gpu::nvic
