// Ordered keys of elements and their maximum. See Note [Keys] in simd/morphology.h.
#include "simd/morphology.h"

namespace hr::HR_ISA {
namespace {

template <class U>
constexpr U kSign = static_cast<U>(U(1) << (8 * sizeof(U) - 1));
template <class U>
constexpr U kAll = static_cast<U>(~U(0));

template <class U>
void encode(const void* data, void* keys, int64_t n, KeyKind kind, bool inverted) {
  const U* __restrict in = static_cast<const U*>(data);
  U* __restrict out = static_cast<U*>(keys);
  U mask = inverted ? kAll<U> : U(0);
  if (kind == KeyKind::real) {
    for (int64_t i = 0; i < n; i++)
      out[i] = static_cast<U>(in[i] ^ mask ^ (in[i] >= kSign<U> ? kAll<U> : kSign<U>));
    return;
  }
  if (kind == KeyKind::sign) mask = static_cast<U>(mask ^ kSign<U>);
  for (int64_t i = 0; i < n; i++) out[i] = static_cast<U>(in[i] ^ mask);
}

template <class U>
void decode(const void* keys, void* data, int64_t n, KeyKind kind, bool inverted) {
  const U* __restrict in = static_cast<const U*>(keys);
  U* __restrict out = static_cast<U*>(data);
  U mask = inverted ? kAll<U> : U(0);
  if (kind == KeyKind::real) {
    for (int64_t i = 0; i < n; i++) {
      U key = static_cast<U>(in[i] ^ mask);
      out[i] = static_cast<U>(key ^ (key >= kSign<U> ? kSign<U> : kAll<U>));
    }
    return;
  }
  if (kind == KeyKind::sign) mask = static_cast<U>(mask ^ kSign<U>);
  for (int64_t i = 0; i < n; i++) out[i] = static_cast<U>(in[i] ^ mask);
}

template <class U>
void larger(const void* first, const void* second, void* result, int64_t n) {
  const U* a = static_cast<const U*>(first);
  const U* b = static_cast<const U*>(second);
  U* __restrict out = static_cast<U*>(result);
  for (int64_t i = 0; i < n; i++) out[i] = a[i] > b[i] ? a[i] : b[i];
}

template <class U>
void raise(void* first, const void* second, int64_t n) {
  U* __restrict a = static_cast<U*>(first);
  const U* __restrict b = static_cast<const U*>(second);
  for (int64_t i = 0; i < n; i++) a[i] = a[i] > b[i] ? a[i] : b[i];
}

template <class U>
constexpr MorphologyLoops loops() {
  return {&encode<U>, &decode<U>, &larger<U>, &raise<U>};
}

}  // namespace

const MorphologyTable& morphology_table() {
  static const MorphologyTable t{
      {loops<uint8_t>(), loops<uint16_t>(), loops<uint32_t>(), loops<uint64_t>()}};
  return t;
}

}  // namespace hr::HR_ISA
