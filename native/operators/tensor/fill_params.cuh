// Parameters of the fill kernels, shared by host and device.
#pragma once

namespace hrk {

struct ConstantParams {
  unsigned long long bits;  // bits of the element
  long long unused;
};

struct OneHotParams {
  unsigned long long from, to;
  long long count;             // elements of the output
  long long classes, inner;    // output layout: [..., classes, inner]
  unsigned long long on, off;  // bits of elements
};

}  // namespace hrk
