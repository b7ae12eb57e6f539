// What the host hands to the kernels of tint.
#pragma once

struct TintParams {
  unsigned long long color;  // offset of a double for each channel
  double amount;
  int darken, channels;  // 1 where x counts whole pixels
};
