// Parser of tf.train.Example messages.
#include "formats/example.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "formats/protobuf.h"

namespace hr {
namespace {

Message message_of(Span s) { return {s.begin, s.size()}; }
Span span_of(const Message& m) { return {m.data, m.data + m.size}; }

// Calls f(field) for the length-delimited fields with this number.
template <class F>
void each_of(Span message, uint32_t number, F f) {
  for (Message m = message_of(message); m.next();)
    if (m.is(number, Wire::bytes)) f(span_of(m));
}

// Calls f(kind, list) for all lists of an entry, in order.
template <class F>
void each_list(Span entry, F f) {
  each_of(entry, 2, [&](Span feature) {
    for (Message m = message_of(feature); m.next();)
      if (m.wire == Wire::bytes && m.field <= 3) f(static_cast<ListKind>(m.field), span_of(m));
  });
}

// Counts packed varints and checks that all are complete: the last byte of each is below 128, and
// each has at most ten bytes.
int64_t count_packed(const uint8_t* p, int64_t bytes) {
  constexpr uint64_t kOnes = 0x0101010101010101;
  int64_t count = 0;
  int run = 0;  // bytes of an unfinished varint
  for (; bytes > 0; p += 8, bytes -= 8) {
    uint64_t word = 0;  // zero padding counts as one varint per byte: subtracted below
    if (bytes >= 8) {
      std::memcpy(&word, p, 8);
    } else {
      std::memcpy(&word, p, static_cast<size_t>(bytes));
      count -= 8 - bytes;
    }
    const uint64_t last = ~word >> 7 & kOnes;
    const int first = last ? std::countr_zero(last) / 8 : 8;
    if (run + first > 9) fail(ErrorKind::decode, "a number has more than ten bytes");
    if (bytes < 8 && word >> (8 * bytes - 1))
      fail(ErrorKind::decode, "a list of integers ends within a number");
    run = last ? std::countl_zero(last) / 8 : run + 8;
    count += static_cast<int64_t>(last * kOnes >> 56);
  }
  if (run) fail(ErrorKind::decode, "a list of integers ends within a number");
  return count;
}

// Decodes packed varints that count_packed has checked.
int64_t* decode_packed(const uint8_t* p, int64_t bytes, int64_t* out) {
  for (const uint8_t* end = p + bytes; p < end;) {
    uint64_t value = *p++;
    if (value > 127) {
      value &= 127;
      for (int shift = 7;; shift += 7) {
        const uint64_t byte = *p++;
        value |= (byte & 127) << shift;  // the tenth byte contributes one bit
        if (byte < 128) break;
      }
    }
    *out++ = static_cast<int64_t>(value);
  }
  return out;
}

// Calls one(value) or packed(data, bytes) for the integers of a list: both encodings are legal.
template <class One, class Packed>
void each_ints(Span list, One one, Packed packed) {
  for (Message m = message_of(list); m.next();) {
    if (m.is(1, Wire::varint)) one(static_cast<int64_t>(m.number));
    if (m.is(1, Wire::bytes)) packed(m.data, m.size);
  }
}

// Calls f(floats, count) likewise.
template <class F>
void each_float(Span list, F f) {
  for (Message m = message_of(list); m.next();) {
    if (m.is(1, Wire::fixed32)) f(reinterpret_cast<const uint8_t*>(&m.number), 1);
    if (!m.is(1, Wire::bytes)) continue;
    if (m.size % 4) fail(ErrorKind::decode, "a list of floats does not consist of floats");
    f(m.data, m.size / 4);
  }
}

void look_into(FoundFeature& found) {
  found.kind = ListKind::none;
  found.count = 0;
  int64_t lists = 0;
  each_list(found.entry, [&](ListKind kind, Span list) {
    if (kind != found.kind) {
      found.kind = kind;
      found.count = 0;
      found.skip = lists;
    }
    lists++;
    if (kind == ListKind::ints) {
      each_ints(
          list, [&](int64_t) { found.count++; },
          [&](const uint8_t* p, int64_t bytes) { found.count += count_packed(p, bytes); });
    } else if (kind == ListKind::floats) {
      each_float(list, [&](const uint8_t*, int64_t n) { found.count += n; });
    } else {
      each_of(list, 1, [&](Span value) {
        if (!found.count++) found.first = value;
      });
    }
  });
}

template <class F>
void each_counted_list(const FoundFeature& feature, F f) {
  int64_t lists = 0;
  each_list(feature.entry, [&](ListKind, Span list) {
    if (lists++ >= feature.skip) f(list);
  });
}

}  // namespace

FeatureNames::FeatureNames(std::vector<std::string> names) : names_(std::move(names)) {
  for (size_t i = 0; i < names_.size(); i++) where_.emplace(names_[i], static_cast<int>(i));
}

int FeatureNames::find(std::string_view name) const {
  const auto it = where_.find(name);
  return it == where_.end() ? -1 : it->second;
}

void find_features(Span message, const FeatureNames& names, FoundFeature* found) {
  for (size_t i = 0; i < names.size(); i++) found[i] = {};
  each_of(message, 1, [&](Span features) {
    each_of(features, 1, [&](Span entry) {
      std::string_view key;
      each_of(entry, 1, [&](Span k) {
        key = {reinterpret_cast<const char*>(k.begin), static_cast<size_t>(k.size())};
      });
      if (const int i = names.find(key); i >= 0) found[i].entry = entry;
    });
  });
  for (size_t i = 0; i < names.size(); i++)
    if (found[i].entry.begin) look_into(found[i]);
}

void decode_ints(const FoundFeature& feature, int64_t* out) {
  each_counted_list(feature, [&](Span list) {
    each_ints(
        list, [&](int64_t value) { *out++ = value; },
        [&](const uint8_t* p, int64_t bytes) { out = decode_packed(p, bytes, out); });
  });
}

void decode_floats(const FoundFeature& feature, float* out) {
  static_assert(std::endian::native == std::endian::little, "floats are copied as they are");
  each_counted_list(feature, [&](Span list) {
    each_float(list, [&](const uint8_t* values, int64_t n) {
      if (n) std::memcpy(out, values, static_cast<size_t>(n) * 4);
      out += n;
    });
  });
}

}  // namespace hr
