// The DLPack ABI, versions 0.x and 1.x: structs that a capsule points to.
#pragma once
#include <cstdint>

namespace hr::bind {

struct DLDevice {
  int32_t type;  // 1: CPU, 2: CUDA
  int32_t id;
};

struct DLDataType {
  uint8_t code;  // 0 int, 1 uint, 2 float, 4 bfloat, 6 bool
  uint8_t bits;
  uint16_t lanes;
};

struct DLTensor {
  void* data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t* shape;
  int64_t* strides;  // in elements
  uint64_t byte_offset;
};

struct DLManagedTensor {
  DLTensor tensor;
  void* context;
  void (*deleter)(DLManagedTensor*);
  static constexpr const char* kName = "dltensor";
};

struct DLManagedTensorVersioned {
  uint32_t major, minor;
  void* context;
  void (*deleter)(DLManagedTensorVersioned*);
  uint64_t flags;  // 1: read only, 2: is a copy
  DLTensor tensor;
  static constexpr const char* kName = "dltensor_versioned";
};

}  // namespace hr::bind
