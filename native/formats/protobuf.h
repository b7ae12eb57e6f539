// Parser of protobuf's wire format, field by field, without a schema; never reads past the end.
#pragma once
#include <cstdint>
#include <cstring>

#include "base/dtype.h"

namespace hr {

enum class Wire : int { varint = 0, fixed64 = 1, bytes = 2, group = 3, end_group = 4, fixed32 = 5 };

class Message {
 public:
  Message() = default;
  Message(const uint8_t* data, int64_t size) : at_(data), end_(data + size) {}

  // Moves to the next field; false: none left. Throws Error(decode) for damaged messages.
  bool next() {
    if (at_ == end_) return false;
    read_tag();
    if (wire == Wire::group)
      skip_group();
    else
      read_value();
    return true;
  }

  uint32_t field = 0;
  Wire wire = Wire::varint;
  uint64_t number = 0;            // varint, fixed32, fixed64: raw bits
  const uint8_t* data = nullptr;  // content of a length-delimited field
  int64_t size = 0;

  bool is(uint32_t f, Wire w) const { return field == f && wire == w; }
  Message message() const { return {data, size}; }
  bool at_end() const { return at_ == end_; }

  uint64_t varint() {
    uint64_t value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (at_ == end_) damaged("it ends within a number");
      const uint8_t byte = *at_++;
      if (shift < 64) value |= static_cast<uint64_t>(byte & 127) << shift;
      if (byte < 128) return value;
    }
    damaged("a number has more than ten bytes");
  }

 private:
  [[noreturn]] static void damaged(const std::string& how) {
    fail(ErrorKind::decode, "it is no protobuf message, or a damaged one: " + how);
  }

  void read_tag() {
    const uint64_t tag = varint();
    field = static_cast<uint32_t>(tag >> 3);
    wire = static_cast<Wire>(tag & 7);
    if (tag >> 32 || field == 0) damaged("a field has no valid number");
  }

  void read_value() {
    switch (wire) {
      case Wire::varint:
        number = varint();
        break;
      case Wire::fixed64:
      case Wire::fixed32: {
        const size_t bytes = wire == Wire::fixed64 ? 8 : 4;
        if (static_cast<size_t>(end_ - at_) < bytes) damaged("it ends within a number");
        number = 0;
        std::memcpy(&number, at_, bytes);
        at_ += bytes;
        break;
      }
      case Wire::bytes: {
        const uint64_t length = varint();
        if (length > static_cast<uint64_t>(end_ - at_))
          damaged("a field of " + std::to_string(length) + " bytes reaches beyond its end");
        data = at_;
        size = static_cast<int64_t>(length);
        at_ += length;
        break;
      }
      default:
        damaged("a field has no valid type");
    }
  }

  // Groups are deprecated, and no format here uses them.
  void skip_group() {
    const uint32_t outer = field;
    for (int depth = 1; depth > 0;) {
      if (at_ == end_) damaged("a group does not end");
      read_tag();
      if (wire == Wire::end_group)
        depth--;
      else if (wire == Wire::group)
        depth++;
      else
        read_value();
    }
    field = outer;
    wire = Wire::group;
  }

  const uint8_t* at_ = nullptr;
  const uint8_t* end_ = nullptr;
};

}  // namespace hr
