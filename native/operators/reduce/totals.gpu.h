// Totals over chosen axes on the GPU, for reduce and normalize: how samples are gone through.
#pragma once
#include "gpu/kernel.h"
#include "operators/reduce/reduce_params.cuh"
#include "operators/reduce/reduction.h"

namespace hr::gpu {

// The totals of one sample.
struct Totals {
  std::string loop;   // "reduce_rows<{}, 3>": {} stands for the operation and the sink
  int64_t items = 0;  // of 256 threads each
  hrk::ReduceParams p{};

  Totals(const View& in, const Reduction& r);
};

// What a total consists of: "Moments<u8>", and how many numbers that are for each result.
struct TotalOf {
  std::string operation;
  int numbers = 1;
};

TotalOf sum_of(DType t);                   // exact for integers
const char* total_type(Total t);           // i64, u64, double
bool has_moments(DType t, int64_t count);  // both sums are exact

// Adds up, and hands the totals to `sink` of `file`. One launch, or two where samples are worked on
// in parts; one more for each further kind of sample in a batch of several.
void launch_totals(Run& run, std::vector<Totals>& all, const TotalOf& what, const std::string& file,
                   const std::string& sink);
// The same; all samples go into one set of totals, which has parameters of its own.
void launch_joint_totals(Run& run, std::vector<Totals>& all, const TotalOf& what,
                         const std::string& file, const std::string& sink, hrk::ReduceParams joint);

}  // namespace hr::gpu
