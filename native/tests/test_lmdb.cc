// LMDB databases, Caffe and Caffe2 messages: their contents; damaged ones give errors or values,
// never a crash or an access outside of the file or message.
//
//   test_lmdb [mutants]    damaged files and messages: HEADRACE_MUTANTS, or 3000
#include "formats/lmdb.h"

#include <cstring>

#include "formats/caffe.h"
#include "samples.h"

namespace {

using hr::DType;
using hr::ErrorKind;
using hr::Message;
using hr::Part;

constexpr size_t kPage = 4096;

// A file in a heap block of exactly its size.
class MemoryFile : public hr::File {
 public:
  explicit MemoryFile(Bytes data)
      : File(static_cast<int64_t>(data.size())), data_(std::move(data)) {}
  void read(int64_t offset, int64_t length, uint8_t* out) const override {
    if (offset < 0 || length < 0 || offset > size() || length > size() - offset) {
      CHECK(!"a part beyond the file");
      return;
    }
    std::memcpy(out, data_.data() + offset, static_cast<size_t>(length));
  }

 private:
  Bytes data_;
};

template <class T>
void put(Bytes& data, size_t at, T value) {
  std::memcpy(data.data() + at, &value, sizeof value);
}

void put_header(Bytes& data, size_t page, uint16_t flags) {
  put<uint64_t>(data, page * kPage, page);
  put<uint16_t>(data, page * kPage + 10, flags);
  put<uint16_t>(data, page * kPage + 12, 16);
  put<uint16_t>(data, page * kPage + 14, kPage);
}

// Adds a node at the end of a page's free space, like LMDB does.
void put_node(Bytes& data, size_t page, uint32_t low, uint16_t flags, const std::string& key,
              const std::string& value) {
  const size_t at = page * kPage;
  uint16_t lower, upper;
  std::memcpy(&lower, &data[at + 12], 2);
  std::memcpy(&upper, &data[at + 14], 2);
  upper = static_cast<uint16_t>(upper - (8 + key.size() + value.size() + 1) / 2 * 2);
  put<uint32_t>(data, at + upper, low);
  put<uint16_t>(data, at + upper + 4, flags);
  put<uint16_t>(data, at + upper + 6, static_cast<uint16_t>(key.size()));
  std::memcpy(&data[at + upper + 8], key.data(), key.size());
  std::memcpy(&data[at + upper + 8 + key.size()], value.data(), value.size());
  put<uint16_t>(data, at + lower, upper);
  put<uint16_t>(data, at + 12, static_cast<uint16_t>(lower + 2));
  put<uint16_t>(data, at + 14, upper);
}

// Two leaves under a branch; the last value has its own pages.
Bytes database() {
  Bytes data(8 * kPage);
  for (size_t page : {0, 1}) {
    put_header(data, page, 8);
    const size_t meta = page * kPage + 16, main = meta + 24 + 48;
    put<uint32_t>(data, meta, 0xBEEFC0DE);
    put<uint32_t>(data, meta + 4, 1);
    put<uint32_t>(data, meta + 24, kPage);
    put<uint64_t>(data, main + 32, page ? 4 : 0);             // records
    put<uint64_t>(data, main + 40, page ? 2 : ~uint64_t{0});  // root
    put<uint64_t>(data, meta + 24 + 96 + 8, page);            // transaction
  }
  put_header(data, 2, 1);
  put_node(data, 2, 3, 0, "", "");
  put_node(data, 2, 4, 0, "c", "");
  put_header(data, 3, 2);
  put_node(data, 3, 3, 0, "a", "one");
  put_node(data, 3, 0, 0, "b", "");
  put_header(data, 4, 2);
  put_node(data, 4, 5, 0, "c", "three");
  std::string number(8, '\0');
  number[0] = 5;
  put_node(data, 4, 9000, 1, "dd", number);
  put_header(data, 5, 4);
  for (size_t k = 0; k < 9000; k++) data[5 * kPage + 16 + k] = static_cast<uint8_t>(k);
  return data;
}

void test_database() {
  const Bytes data = database();
  const hr::LmdbIndex index = hr::index_lmdb(MemoryFile(data));
  CHECK((index.lengths == std::vector<int64_t>{3, 0, 5, 9000}));
  CHECK(index.keys == "abcdd");
  CHECK((index.key_offsets == std::vector<int64_t>{0, 1, 2, 3, 5}));
  CHECK(std::memcmp(&data[static_cast<size_t>(index.offsets[0])], "one", 3) == 0);
  CHECK(std::memcmp(&data[static_cast<size_t>(index.offsets[2])], "three", 5) == 0);
  CHECK(index.offsets[3] == 5 * 4096 + 16);
}

bool indexed(Bytes data) {
  try {
    const MemoryFile file(std::move(data));
    const hr::LmdbIndex index = hr::index_lmdb(file);
    for (size_t k = 0; k < index.offsets.size(); k++) {
      CHECK(index.offsets[k] >= 0 && index.lengths[k] >= 0);
      CHECK(index.offsets[k] + index.lengths[k] <= file.size());
    }
    CHECK(index.key_offsets.back() == static_cast<int64_t>(index.keys.size()));
    return true;
  } catch (const hr::Error& e) {
    CHECK((e.kind == ErrorKind::io || e.kind == ErrorKind::notimplemented) && e.what()[0] != 0);
    return false;
  }
}

// Trees with cycles, and overlapping nodes.
void test_hostile_databases() {
  Bytes circle = database();
  put<uint32_t>(circle, 2 * kPage + kPage - 8, 2);  // the first child of the root is the root
  CHECK(!indexed(circle));
  Bytes wide = database();
  put<uint64_t>(wide, kPage + 16 + 24 + 48 + 40, 3);
  put<uint16_t>(wide, 3 * kPage + 12, kPage - 512);  // many offsets of the same node
  for (size_t at = 16; at < kPage - 512; at += 2)
    put<uint16_t>(wide, 3 * kPage + at, static_cast<uint16_t>(kPage - 500));
  put<uint16_t>(wide, 3 * kPage + kPage - 500 + 6, 400);
  CHECK(!indexed(wide));
}

void damage(Bytes& data) {
  for (int64_t n = draw(1, 4); n > 0; n--) {
    // Mostly in structural data: the beginnings and ends of pages.
    size_t at = static_cast<size_t>(draw(0, static_cast<int64_t>(data.size()) - 1));
    if (data.size() > kPage && draw(0, 3))
      at = at / kPage * kPage + static_cast<size_t>(draw(0, 1) ? draw(0, 180) : draw(4050, 4095));
    data[at] = static_cast<uint8_t>(draw(0, 2) ? draw(0, 255) : any<int64_t>({0, 1, 2, 127, 255}));
  }
  if (draw(0, 9) == 0) data.resize(static_cast<size_t>(draw(0, static_cast<int64_t>(data.size()))));
}

// ---- messages -----------------------------------------------------------------------------------

void add_varint(Bytes& out, uint64_t value) {
  for (; value > 127; value >>= 7) out.push_back(static_cast<uint8_t>(value & 127) | 128);
  out.push_back(static_cast<uint8_t>(value));
}

void add_number(Bytes& out, uint64_t field, uint64_t value) {
  add_varint(out, field << 3);
  add_varint(out, value);
}

void add_bytes(Bytes& out, uint64_t field, const Bytes& value) {
  add_varint(out, field << 3 | 2);
  add_varint(out, value.size());
  out.insert(out.end(), value.begin(), value.end());
}

Bytes tensor(uint64_t type, uint64_t field, const Bytes& data, const std::vector<uint64_t>& dims) {
  Bytes t;
  for (uint64_t d : dims) add_number(t, 1, d);
  add_number(t, 2, type);
  add_bytes(t, field, data);
  return t;
}

Bytes tensors() {
  Bytes all;
  add_bytes(all, 1, tensor(3, 5, Bytes(12, 7), {2, 2, 3}));
  add_bytes(all, 1, tensor(2, 4, {1, 3, 4}, {3}));
  add_bytes(all, 1, tensor(1, 3, Bytes(12, 63), {3}));
  add_bytes(all, 1, tensor(10, 10, {1, 0xFF, 0xFF, 3, 4}, {}));
  add_bytes(all, 1, tensor(13, 9, Bytes(16, 64), {}));
  return all;
}

Bytes datum() {
  Bytes d;
  add_number(d, 1, 3);
  add_number(d, 2, 2);
  add_number(d, 3, 2);
  add_bytes(d, 4, Bytes(12, 9));
  add_number(d, 5, 1000);
  add_number(d, 7, 0);
  return d;
}

// Accesses everything that a message's parts refer to.
template <class Format>
bool parses(const Format& format, const Bytes& message) {
  const std::vector<uint8_t> exact(message);
  try {
    std::vector<Part> parts;
    hr::parse(format, Message(exact.data(), static_cast<int64_t>(exact.size())), parts);
    unsigned sum = 0;
    for (const Part& p : parts) {
      const size_t bytes = static_cast<size_t>(p.shape.volume() * hr::itemsize(p.dtype));
      CHECK(bytes <= 64 * exact.size() + 64);
      if (p.kind == Part::Kind::bytes) {
        for (size_t k = 0; k < bytes; k++) sum += p.bytes[k];
      } else {
        Bytes out(bytes);
        hr::write(p, out.data());
      }
    }
    return sum != 1;
  } catch (const hr::Error& e) {
    CHECK(e.what()[0] != 0);
    return false;
  }
}

void test_messages(int mutants) {
  const hr::DatumFormat image_and_label{true, true};
  CHECK(parses(image_and_label, datum()));
  int failed = 0;
  using hr::LabelType;
  for (int k = 0; k < mutants; k++) {
    const hr::TensorsFormat format{draw(0, 4) > 0, static_cast<LabelType>(draw(0, 4)), 5,
                                   draw(0, 3), draw(0, 1) > 0};
    Bytes one = datum(), several = tensors();
    damage(one);
    damage(several);
    failed += !parses(image_and_label, one);
    failed += !parses(format, several);
  }
  CHECK(failed > mutants / 10 && failed < mutants * 2);
}

void test_values() {
  std::vector<Part> parts;
  const Bytes message = tensors();
  hr::parse(hr::TensorsFormat{true, hr::LabelType::weighted, 5, 2, false},
            Message(message.data(), static_cast<int64_t>(message.size())), parts);
  CHECK(parts.size() == 4);
  CHECK(parts[0].kind == Part::Kind::bytes && (parts[0].shape == hr::Shape{2, 2, 3}));
  float weights[5];
  hr::write(parts[1], reinterpret_cast<uint8_t*>(weights));
  float expected;
  std::memset(&expected, 63, 4);
  CHECK(weights[0] == 0 && weights[1] == expected && weights[2] == 0 && weights[4] == expected);
  int64_t wide[3];
  CHECK(parts[2].dtype == DType::i64 && (parts[2].shape == hr::Shape{3}));
  hr::write(parts[2], reinterpret_cast<uint8_t*>(wide));
  CHECK(wide[0] == 1 && wide[1] == 0xFFFF && wide[2] == 4);
  CHECK(parts[3].dtype == DType::f64 && (parts[3].shape == hr::Shape{2}));
}

}  // namespace

int main(int argc, char** argv) {
  const int mutants = mutants_of(argc, argv, 3000);
  test_database();
  test_hostile_databases();
  int failed = 0;
  for (int k = 0; k < mutants; k++) {
    Bytes data = database();
    damage(data);
    failed += !indexed(std::move(data));
  }
  CHECK(failed > mutants / 20 && failed < mutants);
  test_values();
  test_messages(mutants);
  return report();
}
