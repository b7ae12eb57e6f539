// Shapes as text; questions about finished samples.
#include "headrace/value.h"

namespace hr {

std::string Shape::str() const {
  std::string r = "(";
  for (int i = 0; i < ndim; i++) r += (i ? ", " : "") + std::to_string(d[i]);
  return r + (ndim == 1 ? ",)" : ")");
}

int64_t Samples::total_bytes() const {
  int64_t total = 0;
  for (int64_t i = 0; i < n; i++) {
    int64_t v = 1;
    for (int k = 0; k < ndim; k++) v *= shapes[i * ndim + k];
    total += v;
  }
  return total * itemsize(dtype);
}

bool Samples::shared_writable() const {
  for (const auto& o : owners)
    if (o && o->shared_writable.load(std::memory_order_relaxed)) return true;
  return false;
}

void Samples::find_dense() {
  dense = n ? 1 : 0;
  for (int64_t i = 1; i < n; i++) {
    int64_t bytes = itemsize(dtype);
    for (int k = 0; k < ndim; k++) {
      if (shapes[i * ndim + k] != shapes[k]) return;
      bytes *= shapes[k];
    }
    if (data[i] != data[0] + i * bytes) return;
    dense = i + 1;
  }
}

}  // namespace hr
