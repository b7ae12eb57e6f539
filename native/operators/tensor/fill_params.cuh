// What the host hands to the kernels of fill.
#pragma once

namespace hrk {

struct ConstantParams {
  unsigned long long bits;  // of the element
  long long unused;
};

struct OneHotParams {
  unsigned long long from, to;
  long long count;             // elements of the output
  long long classes, inner;    // it lies as [..., classes, inner]
  unsigned long long on, off;  // bits of elements
};

}  // namespace hrk
