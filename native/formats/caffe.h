// Records of Caffe's and Caffe2's databases: protobuf messages "Datum" and "TensorProtos".
#pragma once
#include <vector>

#include "engine/args.h"
#include "formats/protobuf.h"

namespace hr {

// One output of one record: bytes that may stay where they are, or elements to be written.
struct Part {
  enum class Kind { bytes, row, sparse, label } kind = Kind::bytes;
  DType dtype = DType::u8;
  Shape shape;
  const uint8_t* bytes = nullptr;
  Message from;     // row, sparse: the message "TensorProto"; of sparse ones with indices
  Message weights;  // sparse: what stands there, or nothing: ones
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

// The outputs of a record, in their order. Throw Error for messages that are damaged or do not have
// what the format says.
void parse(const DatumFormat& format, Message record, std::vector<Part>& parts);
void parse(const TensorsFormat& format, Message record, std::vector<Part>& parts);

// Puts the elements of a part that is not `bytes` into memory of its shape and type.
void write(const Part& part, uint8_t* out);

}  // namespace hr
