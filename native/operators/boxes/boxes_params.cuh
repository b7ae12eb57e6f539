// Parameters of the box kernels, shared by host and device.
#pragma once

namespace hrk {

// Boxes of four numbers, to be mirrored or pasted.
struct BoxesParams {
  unsigned long long in, out;  // addresses
  long long boxes;
  double ratio, at[2];       // canvas ratio, paste position
  int across[2], ends, pad;  // axes to mirror; whether boxes have ends or extents
};

// Boxes (left, top, right, bottom) to be matched to anchors.
struct BoxEncoderParams {
  unsigned long long boxes, labels, out, out_labels;  // addresses
  unsigned long long best;                            // index of the best anchor of each box
  long long count;                                    // number of boxes
};

// Shared by all samples, in the upload; the anchors follow.
struct EncodingParams {
  long long anchors;
  float criteria, scale, mean[4], deviation[4];
  int offset, pad;
};

}  // namespace hrk
