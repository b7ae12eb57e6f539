// Error messages for sizes that are too large; slab placement.
#include "base/checked.h"

namespace hr {

void fail_overflow(const char* what) {
  throw Error(ErrorKind::memory, std::string(what) + " would take more than 2**63 bytes");
}

void fail_fit(const Shape& shape, DType dtype, const char* what) {
  for (int d = 0; d < shape.ndim; d++)
    if (shape[d] < 0)
      throw Error(ErrorKind::value,
                  std::string("negative size in the shape of ") + what + ": " + shape.str());
  throw Error(ErrorKind::value, std::string(what) + " would be too large: " + shape.str() + " of " +
                                    name(dtype) + "; a sample has at most 2**46 bytes");
}

void check_fits(const Samples& s, const char* what) {
  for (int64_t i = 0; i < s.n; i++)
    if (!fits(s.shapes.data() + i * s.ndim, s.ndim, s.dtype)) fail_fit(s.shape(i), s.dtype, what);
}

namespace {

std::string described(const Samples& s) {
  if (s.n == 0) return "no samples";
  int64_t largest = 0;
  for (int64_t i = 1; i < s.n; i++)
    if (s.shape(i).volume() > s.shape(largest).volume()) largest = i;
  const std::string one = std::string(name(s.dtype)) + " of shape " + s.shape(largest).str();
  if (s.n == 1) return one;
  return std::to_string(s.n) + " samples, " +
         (s.uniform() ? "each " : "the largest of them (sample " + std::to_string(largest) + ") ") +
         one;
}

}  // namespace

SlabLayout lay_out(const Samples& s, size_t align) {
  SlabLayout r;
  r.at.resize(static_cast<size_t>(s.n));
  for (int64_t i = 0; i < s.n; i++) {
    size_t bytes = static_cast<size_t>(itemsize(s.dtype));
    for (int d = 0; d < s.ndim; d++)
      bytes *= static_cast<size_t>(s.shapes[static_cast<size_t>(i * s.ndim + d)]);
    r.at[static_cast<size_t>(i)] = r.total;
    const size_t room = (bytes + align - 1) & ~(align - 1);
    if (__builtin_add_overflow(r.total, room, &r.total)) [[unlikely]]
      throw Error(ErrorKind::memory, described(s) + ", would take 2**64 bytes or more together");
  }
  return r;
}

void make_room(Samples& s, size_t align) {
  const SlabLayout layout = lay_out(s, align);
  if (layout.total > max_allocation()) [[unlikely]]
    refuse_allocation(layout.total, described(s));
  BufferRef slab = allocate(layout.total);
  s.data.resize(static_cast<size_t>(s.n));
  for (size_t i = 0; i < s.data.size(); i++) s.data[i] = slab->data + layout.at[i];
  s.owners = {std::move(slab)};
  s.find_dense();
}

}  // namespace hr
