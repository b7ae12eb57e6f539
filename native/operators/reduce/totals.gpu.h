// Totals over chosen axes on the GPU, for reduce and normalize: choice of loops and launches.
#pragma once
#include "gpu/kernel.h"
#include "operators/reduce/reduce_params.cuh"
#include "operators/reduce/reduction.h"

namespace hr::gpu {

// Totals of one sample.
struct Totals {
  std::string loop;   // "reduce_rows<{}, 3>": {} is replaced by the operation and the sink
  int64_t items = 0;  // work items of 256 threads each
  hrk::ReduceParams p{};

  Totals(const View& in, const Reduction& r);
};

// An operation, e.g. "Moments<u8>", and its totals per result.
struct TotalOf {
  std::string operation;
  int numbers = 1;
};

TotalOf sum_of(DType t);                   // exact for integers
const char* total_type(Total t);           // i64, u64, double
bool has_moments(DType t, int64_t count);  // true if both sums are exact

// Computes totals and passes them to `sink` of `file`. One launch, or two if samples are split into
// parts; one more per additional loop in a batch of different samples.
void launch_totals(Run& run, std::vector<Totals>& all, const TotalOf& what, const std::string& file,
                   const std::string& sink);
// The same with all samples reduced into one set of totals, which has its own parameters.
void launch_joint_totals(Run& run, std::vector<Totals>& all, const TotalOf& what,
                         const std::string& file, const std::string& sink, hrk::ReduceParams joint);

}  // namespace hr::gpu
