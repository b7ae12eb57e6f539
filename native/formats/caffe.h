// Records of Caffe's and Caffe2's databases: protobuf messages "Datum" and "TensorProtos".
#pragma once
#include <vector>

#include "engine/args.h"
#include "formats/protobuf.h"

namespace hr {

// One output of one record: bytes used in place, or elements to be written.
struct Part {
  enum class Kind { bytes, row, sparse, label } kind = Kind::bytes;
  DType dtype = DType::u8;
  Shape shape;
  const uint8_t* bytes = nullptr;
  Message from;     // row, sparse: the "TensorProto" message; sparse: the one with indices
  Message weights;  // sparse: values at the indices; if empty, ones
  int32_t label = 0;
};

struct DatumFormat {
  bool image, label;
};
HR_ARGS(DatumFormat, image, label);

HR_ENUM(LabelType, single, sparse, dense, weighted, none);

struct TensorsFormat {
  bool image;
  LabelType label;
  int64_t num_labels;
  int64_t additional;
  bool bbox;
};
HR_ARGS(TensorsFormat, image, label, num_labels, additional, bbox);

// Parse a record's outputs in order. Throw Error if it is damaged or lacks a required part.
void parse(const DatumFormat& format, Message record, std::vector<Part>& parts);
void parse(const TensorsFormat& format, Message record, std::vector<Part>& parts);

// Writes the elements of a part that is not `bytes` to memory of its shape and type.
void write(const Part& part, uint8_t* out);

}  // namespace hr
