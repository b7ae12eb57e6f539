// Messages of Caffe and Caffe2: images, labels, tensors.
#include "formats/caffe.h"

#include <bit>

namespace hr {
namespace {

// ---- Datum --------------------------------------------------------------------------------------

enum DatumField : uint32_t { kChannels = 1, kHeight, kWidth, kData, kLabel, kFloats, kEncoded };

int32_t int32_of(uint64_t bits) { return static_cast<int32_t>(static_cast<uint32_t>(bits)); }

// ---- TensorProto --------------------------------------------------------------------------------

enum TensorField : uint32_t {
  kDims = 1,
  kType,
  kFloatData,
  kInt32Data,
  kByteData,
  kStringData,
  kDoubleData = 9,
  kInt64Data
};

// The type's number in messages, our type, and the field that holds its elements.
struct ElementType {
  int number;
  DType dtype;
  uint32_t field;
};
constexpr int kString = 4;
constexpr ElementType kTypes[] = {
    {1, DType::f32, kFloatData},  {2, DType::i32, kInt32Data},  {3, DType::u8, kByteData},
    {4, DType::u8, kStringData},  {5, DType::b8, kInt32Data},   {6, DType::u8, kInt32Data},
    {7, DType::i8, kInt32Data},   {8, DType::u16, kInt32Data},  {9, DType::i16, kInt32Data},
    {10, DType::i64, kInt64Data}, {12, DType::f16, kInt32Data}, {13, DType::f64, kDoubleData},
};

const ElementType& type_of(Message tensor) {
  int number = 1;  // default
  while (tensor.next())
    if (tensor.is(kType, Wire::varint)) number = int32_of(tensor.number);
  for (const ElementType& t : kTypes)
    if (t.number == number) return t;
  fail(ErrorKind::notimplemented,
       "a tensor has elements of the unknown type " + std::to_string(number));
}

bool fixed_size(uint32_t field) { return field == kFloatData || field == kDoubleData; }

// Calls f(bits) for every number of a repeated field, packed or not; byte strings hold none.
template <class F>
void each(Message tensor, uint32_t field, F f) {
  if (field == kByteData || field == kStringData) return;
  const int64_t item = field == kFloatData ? 4 : 8;
  const Wire single = field == kFloatData    ? Wire::fixed32
                      : field == kDoubleData ? Wire::fixed64
                                             : Wire::varint;
  while (tensor.next()) {
    if (tensor.is(field, single)) {
      f(tensor.number);
    } else if (tensor.is(field, Wire::bytes)) {
      if (fixed_size(field)) {
        if (tensor.size % item) fail(ErrorKind::decode, "a list of numbers ends within a number");
        for (int64_t k = 0; k < tensor.size; k += item) {
          uint64_t bits = 0;
          std::memcpy(&bits, tensor.data + k, static_cast<size_t>(item));
          f(bits);
        }
      } else {
        for (Message list = tensor.message(); !list.at_end();) f(list.varint());
      }
    }
  }
}

int64_t count(Message tensor, uint32_t field) {
  int64_t n = 0;
  each(tensor, field, [&](uint64_t) { n++; });
  return n;
}

// First byte string of a field; `data` is null if there is none.
Message find_bytes(Message tensor, uint32_t field) {
  while (tensor.next())
    if (tensor.is(field, Wire::bytes)) return tensor;
  return {};
}

Shape dims_of(Message tensor) {
  Shape shape;
  each(tensor, kDims, [&](uint64_t d) {
    if (d > uint64_t{1} << 40) fail(ErrorKind::decode, "a tensor has an impossible size");
    shape.push(static_cast<int64_t>(d));
  });
  return shape;
}

// A tensor's elements as one row.
Part row(Message tensor) {
  const ElementType& type = type_of(tensor);
  Part part;
  part.dtype = type.dtype;
  const Message text = find_bytes(tensor, type.number == kString ? kStringData : kByteData);
  if (itemsize(type.dtype) == 1 && text.data) {
    part.bytes = text.data;
    part.shape = {text.size};
  } else {
    part.kind = Part::Kind::row;
    part.from = tensor;
    part.shape = {count(tensor, type.field)};
  }
  return part;
}

// Encoded images are strings; others have a shape.
Part image(Message tensor) {
  Part part = row(tensor);
  if (type_of(tensor).number == kString) return part;
  const Shape shape = dims_of(tensor);
  double elements = 1;  // double, because the product of hostile sizes may overflow
  for (int d = 0; d < shape.ndim; d++) elements *= static_cast<double>(shape[d]);
  if (shape.ndim == 0 || elements != static_cast<double>(part.shape[0]))
    fail(ErrorKind::decode, "an image of shape " + shape.str() + " has " +
                                std::to_string(part.shape[0]) + " elements");
  part.shape = shape;
  return part;
}

Part sparse(Message indices, const Message* weights, int64_t size) {
  Part part = row(weights ? *weights : indices);
  const Part labels = row(indices);
  if (part.kind != Part::Kind::row || labels.kind != Part::Kind::row)
    fail(ErrorKind::decode, "a label is not a list of numbers");
  if (part.shape[0] != labels.shape[0])
    fail(ErrorKind::decode, std::to_string(labels.shape[0]) + " labels have " +
                                std::to_string(part.shape[0]) + " weights");
  part.from = indices;
  if (weights) part.weights = *weights;
  part.kind = Part::Kind::sparse;
  part.shape = {size};
  return part;
}

// ---- elements -----------------------------------------------------------------------------------

template <class T>
T element(uint64_t bits, uint32_t field) {
  if (field == kFloatData) return static_cast<T>(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  if (field == kDoubleData) return static_cast<T>(std::bit_cast<double>(bits));
  return static_cast<T>(static_cast<int64_t>(bits));
}

int64_t index_of(uint64_t bits, uint32_t field) {
  if (!fixed_size(field)) return static_cast<int64_t>(bits);
  const double x = element<double>(bits, field);
  return x >= 0 && x < 1e15 ? static_cast<int64_t>(x) : -1;
}

void put(DType type, uint64_t bits, uint32_t field, uint8_t* out, int64_t k) {
  if (type == DType::f16) type = DType::u16;  // stored as the integer of its bits
  dispatch(type, [&](auto t) {
    using T = typename decltype(t)::type;
    const T value = element<T>(bits, field);
    std::memcpy(out + k * static_cast<int64_t>(sizeof(T)), &value, sizeof(T));
  });
}

void write_sparse(const Part& part, uint8_t* out) {
  const int64_t n = part.shape[0];
  std::fill_n(out, n * itemsize(part.dtype), uint8_t{0});  // `out` may be null if empty
  const uint32_t field = type_of(part.from).field;
  const bool weighted = !part.weights.at_end();
  const uint32_t weight_field = weighted ? type_of(part.weights).field : kInt32Data;
  std::vector<uint64_t> weights;
  if (weighted) each(part.weights, weight_field, [&](uint64_t w) { weights.push_back(w); });
  size_t k = 0;
  each(part.from, field, [&](uint64_t bits) {
    const int64_t at = index_of(bits, field);
    if (at < 0 || at >= n)
      fail(ErrorKind::index, "label " + std::to_string(at) + " of " + std::to_string(n) +
                                 ": num_labels is too small, or the record is wrong");
    put(part.dtype, weighted ? weights[k] : 1, weight_field, out, at);
    k++;
  });
}

}  // namespace

void parse(const DatumFormat& format, Message record, std::vector<Part>& parts) {
  uint64_t size[3] = {};
  bool raw = false, labelled = false;
  int32_t label = 0;
  static const uint8_t nothing = 0;
  const uint8_t* data = &nothing;
  int64_t length = 0;
  while (record.next()) {
    if (record.is(kData, Wire::bytes)) {
      data = record.data;
      length = record.size;
    } else if (record.wire == Wire::varint) {
      if (record.field >= kChannels && record.field <= kWidth)
        size[record.field - kChannels] = record.number;
      if (record.field == kEncoded) raw = record.number == 0;
      if (record.field == kLabel) {
        label = int32_of(record.number);
        labelled = true;
      }
    }
  }
  if (format.image) {
    Part image;
    image.bytes = data;
    image.shape = {length};
    if (raw) {
      const auto [c, h, w] = size;
      for (uint64_t s : size)
        if (s > uint64_t{1} << 31) fail(ErrorKind::decode, "an image has an impossible size");
      const double pixels = static_cast<double>(h) * static_cast<double>(w);
      if (pixels * static_cast<double>(c) != static_cast<double>(length))
        fail(ErrorKind::decode, "an image that is not encoded has " + std::to_string(length) +
                                    " bytes, not " + std::to_string(h) + " × " + std::to_string(w) +
                                    " × " + std::to_string(c));
      image.shape = {static_cast<int64_t>(h), static_cast<int64_t>(w), static_cast<int64_t>(c)};
    }
    parts.push_back(image);
  }
  if (format.label) {
    Part part;
    part.kind = Part::Kind::label;
    part.dtype = DType::i32;
    part.shape = {labelled};
    part.label = label;
    parts.push_back(part);
  }
}

void parse(const TensorsFormat& format, Message record, std::vector<Part>& parts) {
  int64_t used = 0;
  auto next = [&]() -> Message {
    while (record.next())
      if (record.is(1, Wire::bytes)) {
        used++;
        return record.message();
      }
    fail(ErrorKind::decode, "it has " + std::to_string(used) + " tensors, which are not enough");
  };
  if (format.image) parts.push_back(image(next()));
  switch (format.label) {
    case LabelType::single:
      parts.push_back(row(next()));
      if (parts.back().shape[0] != 1)
        fail(ErrorKind::decode, "its label is " + std::to_string(parts.back().shape[0]) +
                                    " numbers instead of one: label_type may be another");
      break;
    case LabelType::dense:
      parts.push_back(row(next()));
      break;
    case LabelType::sparse:
      parts.push_back(sparse(next(), nullptr, format.num_labels));
      break;
    case LabelType::weighted: {
      const Message indices = next(), weights = next();
      parts.push_back(sparse(indices, &weights, format.num_labels));
      break;
    }
    case LabelType::none:
      break;
  }
  for (int64_t k = 0; k < format.additional; k++) parts.push_back(row(next()));
  if (format.bbox) parts.push_back(row(next()));
}

void write(const Part& part, uint8_t* out) {
  if (part.kind == Part::Kind::label) {
    if (part.shape[0]) std::memcpy(out, &part.label, sizeof part.label);
  } else if (part.kind == Part::Kind::sparse) {
    write_sparse(part, out);
  } else if (part.shape.volume()) {
    const uint32_t field = type_of(part.from).field;
    int64_t k = 0;
    each(part.from, field, [&](uint64_t bits) { put(part.dtype, bits, field, out, k++); });
  }
}

}  // namespace hr
