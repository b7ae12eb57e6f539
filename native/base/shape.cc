// Shape::str. Stands alone: operator libraries compile this file too.
#include "base/value.h"

namespace hr {

std::string Shape::str() const {
  std::string r = "(";
  for (int i = 0; i < ndim; i++) r += (i ? ", " : "") + std::to_string(d[i]);
  return r + (ndim == 1 ? ",)" : ")");
}

}  // namespace hr
