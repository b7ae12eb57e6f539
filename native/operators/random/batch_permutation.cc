// batch_permutation: sample indices in random order, determined by the key and the batch size.
#include <numeric>

#include "base/checked.h"
#include "engine/kernel.h"

namespace hr::batch_permutation_kernel {
namespace {

struct BatchPermutationArgs {
  bool allow_repetitions, no_fixed_points;
};
HR_ARGS(BatchPermutationArgs, allow_repetitions, no_fixed_points);

// An index below n, from 64 random bits.
int32_t below(RandomStream& random, int64_t n) {
  uint64_t high = random.next(), low = random.next();
  return static_cast<int32_t>(
      (static_cast<unsigned __int128>(high << 32 | low) * static_cast<uint64_t>(n)) >> 64);
}

void independent(RandomStream& random, bool no_fixed_points, int32_t* out, int64_t n) {
  for (int64_t i = 0; i < n; i++) {
    int32_t k = below(random, no_fixed_points ? n - 1 : n);
    out[i] = no_fixed_points && k >= i ? k + 1 : k;
  }
}

// Fisher-Yates shuffle. Without fixed points: repeats until there is none, so that all such
// permutations are equally likely; about 1 in e is.
void shuffle(RandomStream& random, bool no_fixed_points, int32_t* out, int64_t n) {
  bool fixed = true;
  while (fixed) {
    fixed = false;
    std::iota(out, out + n, 0);
    for (int64_t i = n - 1; i >= 0 && !fixed; i--) {
      std::swap(out[i], out[below(random, i + 1)]);
      fixed = no_fixed_points && out[i] == i;  // out[i] is final now
    }
  }
}

void run_batch(BatchContext& c) {
  const auto& a = c.spec.as<BatchPermutationArgs>();
  bool no_fixed_points = a.no_fixed_points && c.n > 1;
  Samples& out = c.out[0];
  out.dtype = DType::i32;
  out.n = c.n;
  make_room(out);
  auto* numbers = reinterpret_cast<int32_t*>(out.owners[0]->data);  // the samples form one array
  RandomStream random(c.key, 0);
  if (a.allow_repetitions)
    independent(random, no_fixed_points, numbers, c.n);
  else
    shuffle(random, no_fixed_points, numbers, c.n);
}

const KernelEntry entry{{.name = "batch_permutation",
                         .args = schema<BatchPermutationArgs>(),
                         .run_batch = run_batch,
                         .cost = 0}};

}  // namespace
}  // namespace hr::batch_permutation_kernel
