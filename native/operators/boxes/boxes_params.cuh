// What the host hands to the kernels of boxes.
#pragma once

namespace hrk {

// Boxes of four numbers, which are mirrored or pasted.
struct BoxesParams {
  unsigned long long in, out;  // addresses
  long long boxes;
  double ratio, at[2];       // of a canvas and of places on it
  int across[2], ends, pad;  // which axes are mirrored; whether boxes have ends or extents
};

// Boxes that are assigned to anchors: left, top, right and bottom.
struct BoxEncoderParams {
  unsigned long long boxes, labels, out, out_labels;  // addresses
  unsigned long long best;                            // an anchor's number for each box
  long long count;                                    // boxes
};

// What all samples share, in the upload; the anchors follow.
struct EncodingParams {
  long long anchors;
  float criteria, scale, mean[4], deviation[4];
  int offset, pad;
};

}  // namespace hrk
