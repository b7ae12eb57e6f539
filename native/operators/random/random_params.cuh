// What the host hands to the kernels of random.
#pragma once

namespace hrk {

// Whose numbers they are: see hr::RandomKey.
struct RandomKeyParams {
  unsigned long long seed, position;
  unsigned sample, unused;
};

struct RandomParams {
  unsigned long long data;
  long long count;  // elements
  RandomKeyParams key;
  double a, b, last;             // [a, b) and its last number; mean, deviation; alpha, beta
  unsigned long long threshold;  // of words: heads
  unsigned long long values;     // in the upload: what to choose from
  long long choices;
};

struct ChoiceParams {
  unsigned long long from, to;
  RandomKeyParams key;
  long long rows, row;         // of the output: how many, elements of one
  unsigned long long choices;  // how many; 0: the number at `from` says it
  unsigned long long sums;     // in the upload: sums of probabilities
  long long weighted, unused;  // how many sums there are
};

}  // namespace hrk
