// Parameters of the random kernels, shared by host and device.
#pragma once

namespace hrk {

// Identifies the stream of random numbers: see hr::RandomKey.
struct RandomKeyParams {
  unsigned long long seed, position;
  unsigned sample, unused;
};

struct RandomParams {
  unsigned long long data;
  long long count;  // elements
  RandomKeyParams key;
  double a, b, last;             // [a, b) and its last number; mean, deviation; alpha, beta
  unsigned long long threshold;  // words below are heads
  unsigned long long values;     // in the upload: list to choose from
  long long choices;
};

struct ChoiceParams {
  unsigned long long from, to;
  RandomKeyParams key;
  long long rows, row;         // output rows, elements per row
  unsigned long long choices;  // number of choices; 0: read it from `from`
  unsigned long long sums;     // in the upload: cumulative probabilities
  long long weighted, unused;  // weighted: number of sums
};

}  // namespace hrk
