// TFRecord and RecordIO files: checksums, indices, messages, whole batches; intact and damaged, on
// memory of exact size. Its argument is the number of damaged files.
#include <unistd.h>

#include <cstring>
#include <memory>
#include <sstream>

#include "engine/pool.h"
#include "formats/example.h"
#include "formats/files.h"
#include "formats/record_index.h"
#include "kernel_calls.h"
#include "samples.h"
#include "simd/crc32c.h"

using namespace hr;

namespace {

// ---- writing ------------------------------------------------------------------------------------

void add(Bytes& to, const Bytes& data) { to.insert(to.end(), data.begin(), data.end()); }

template <class T>
Bytes little(T value) {
  Bytes b(sizeof(T));
  std::memcpy(b.data(), &value, sizeof(T));
  return b;
}

Bytes varint(uint64_t v) {
  Bytes b;
  for (; v > 127; v >>= 7) b.push_back(static_cast<uint8_t>(v & 127) | 128);
  b.push_back(static_cast<uint8_t>(v));
  return b;
}

Bytes field(uint64_t number, const Bytes& data) {
  Bytes b = varint(number << 3 | 2);
  add(b, varint(data.size()));
  add(b, data);
  return b;
}

Bytes text(const std::string& s) { return {s.begin(), s.end()}; }

Bytes entry(const std::string& name, const Bytes& feature) {
  Bytes b = field(1, text(name));
  add(b, field(2, feature));
  return field(1, b);
}

Bytes message() {
  Bytes ints, floats;
  for (int64_t i = draw(0, 5); i > 0; i--) add(ints, varint(static_cast<uint64_t>(draw(-9, 999))));
  for (int64_t i = draw(0, 5); i > 0; i--) add(floats, little(0.5f));
  Bytes all = entry("bytes", field(1, field(1, text("some bytes"))));
  add(all, entry("ints", field(3, field(1, ints))));
  add(all, entry("floats", field(2, field(1, floats))));
  add(all, entry("other", field(3, field(1, varint(7)))));
  return field(1, all);
}

uint32_t masked(const Bytes& data) {
  const uint32_t c = crc32c(0, data.data(), data.size());
  return (c >> 15 | c << 17) + 0xA282EAD8u;
}

Bytes tf_record(const Bytes& data) {
  Bytes b = little(static_cast<uint64_t>(data.size()));
  add(b, little(masked(b)));
  add(b, data);
  add(b, little(masked(data)));
  return b;
}

Bytes part(const Bytes& data, uint32_t kind) {
  Bytes b = little(kPartMagic);
  add(b, little(kind << 29 | static_cast<uint32_t>(data.size())));
  add(b, data);
  b.resize((b.size() + 3) / 4 * 4);
  return b;
}

Bytes image(uint32_t labels) {
  Bytes b = little(labels);
  b.resize(24 + labels * 4 + static_cast<size_t>(draw(0, 40)), 9);
  return b;
}

struct TempFile {
  std::string path;
  explicit TempFile(const Bytes& data) {
    char name[] = "/tmp/headrace_records_XXXXXX";
    const int fd = mkstemp(name);
    path = name;
    CHECK(fd >= 0 && write(fd, data.data(), data.size()) == static_cast<ssize_t>(data.size()));
    close(fd);
  }
  ~TempFile() { unlink(path.c_str()); }
};

// ---- checksums ----------------------------------------------------------------------------------

void test_checksums() {
  const Bytes digits = text("123456789");
  CHECK(crc32c(0, digits.data(), digits.size()) == 0xE3069283u);
  for (int round = 0; round < 200; round++) {
    const size_t n = static_cast<size_t>(draw(0, round % 4 ? 40 : 10000));
    std::unique_ptr<uint8_t[]> data(new uint8_t[n]);
    for (size_t i = 0; i < n; i++) data[i] = static_cast<uint8_t>(draw(0, 255));
    const uint32_t whole = crc32c(0, data.get(), n);
    const size_t cut = static_cast<size_t>(draw(0, static_cast<int64_t>(n)));
    CHECK(crc32c(crc32c(0, data.get(), cut), data.get() + cut, n - cut) == whole);
    CHECK(base::crc32c(0, data.get(), n) == whole);
  }
}

// ---- messages -----------------------------------------------------------------------------------

const FeatureNames& names() {
  static const FeatureNames n({"bytes", "ints", "floats", "none"});
  return n;
}

// Checks that all features are inside the message, and that as many values are decoded as counted.
bool parse(const Bytes& data) {
  std::unique_ptr<uint8_t[]> exact(new uint8_t[data.size()]);
  if (!data.empty()) std::memcpy(exact.get(), data.data(), data.size());
  const Span whole{exact.get(), exact.get() + data.size()};
  FoundFeature found[4];
  try {
    find_features(whole, names(), found);
  } catch (const Error&) {
    return false;
  }
  for (const FoundFeature& f : found) {
    CHECK(f.count >= 0 && f.count <= static_cast<int64_t>(data.size()));
    if (f.kind == ListKind::ints) {
      std::unique_ptr<int64_t[]> out(new int64_t[static_cast<size_t>(f.count)]);
      decode_ints(f, out.get());
    } else if (f.kind == ListKind::floats) {
      std::unique_ptr<float[]> out(new float[static_cast<size_t>(f.count)]);
      decode_floats(f, out.get());
    } else if (f.count) {
      CHECK(f.first.begin >= whole.begin && f.first.end <= whole.end && f.first.size() >= 0);
    }
  }
  return true;
}

// Packed integers of every length survive a round trip; truncated or too long ones are rejected.
void test_integers() {
  for (int round = 0; round < 2000; round++) {
    std::vector<int64_t> values;
    Bytes packed;
    for (int64_t i = draw(0, 20); i > 0; i--) {
      values.push_back(static_cast<int64_t>(rng()) << draw(0, 40));
      if (draw(0, 1)) values.back() = -values.back() >> draw(0, 60);
      add(packed, varint(static_cast<uint64_t>(values.back())));
    }
    auto list = [](const Bytes& data) { return field(1, entry("ints", field(3, field(1, data)))); };
    const Bytes whole = list(packed);
    FoundFeature found[4];
    find_features({whole.data(), whole.data() + whole.size()}, names(), found);
    CHECK(found[1].count == static_cast<int64_t>(values.size()));
    std::vector<int64_t> decoded(values.size());
    decode_ints(found[1], decoded.data());
    CHECK(decoded == values);
    Bytes cut = packed;
    while (!cut.empty() && cut.back() < 128) cut.pop_back();
    CHECK(cut.empty() || !parse(list(cut)));
    Bytes overlong = packed;
    overlong.insert(overlong.end(), static_cast<size_t>(draw(10, 30)), 0x80);
    overlong.push_back(0);
    CHECK(!parse(list(overlong)));
  }
}

void test_messages(int mutants) {
  int good = 0;
  for (int i = 0; i < 100; i++) CHECK(parse(message()));
  for (int i = 0; i < mutants; i++) good += parse(mutate(message(), message(), 60, 4));
  CHECK(mutants < 100 || (good > 0 && good < mutants));
  CHECK(!parse(Bytes(100000, 0x0B)));  // nested groups
}

// ---- files --------------------------------------------------------------------------------------

// A checksum of zero is not checked; zeros are no record.
void test_absent_checksums() {
  Bytes data = tf_record(message());
  std::fill_n(data.begin() + 8, 4, uint8_t{0});
  std::fill_n(data.end() - 4, 4, uint8_t{0});
  CHECK(index_tfrecord(File(TempFile(data).path)).size() == 2);
  CHECK(tfrecord_intact(5, &data[data.size() - 4]));
  data[8] = 1;
  for (const Bytes& bad : {data, Bytes(64)}) {
    try {
      index_tfrecord(File(TempFile(bad).path));
      CHECK(false);
    } catch (const Error&) {
    }
  }
}

void test_indices(int mutants) {
  for (int i = 0; i < mutants; i++) {
    const bool tf = i % 2;
    Bytes data;
    const int64_t count = draw(0, 4);
    for (int64_t k = 0; k < count; k++) {
      if (tf)
        add(data, tf_record(message()));
      else
        add(data, part(image(static_cast<uint32_t>(draw(0, 3))), 0));
    }
    const bool damaged = i > 20 && data.size() > 8;
    if (damaged) data = mutate(data, little(kPartMagic), 60, 3);
    TempFile file(data);
    const int64_t size = static_cast<int64_t>(data.size());
    try {
      const auto found = tf ? index_tfrecord(File(file.path)) : index_recordio(File(file.path));
      CHECK(damaged || static_cast<int64_t>(found.size()) == count * (tf ? 2 : 1));
      for (size_t k = 0; k < found.size(); k++) CHECK(found[k] >= 0 && found[k] <= size);
    } catch (const Error&) {
      CHECK(damaged);
    }
  }
}

void test_texts(int mutants) {
  for (int i = 0; i < mutants; i++) {
    std::ostringstream lines;
    const int64_t count = draw(0, 30);
    for (int64_t k = 0; k < count; k++) lines << k << (k % 3 ? " " : " \t") << k * 7 << "\r\n";
    Bytes data = text(lines.str());
    const bool damaged = i > 20 && data.size() > 8;
    if (damaged) data = mutate(data, text("\n-5 x"), 1000, 3);
    TempFile file(data);
    for (int columns : {1, 2}) {
      try {
        const auto found = index_text(File(file.path), columns);
        CHECK(static_cast<int64_t>(found.size()) % columns == 0);
        CHECK(damaged || static_cast<int64_t>(found.size()) == count * columns);
      } catch (const Error&) {
        CHECK(damaged);
      }
    }
  }
}

// ---- batches ------------------------------------------------------------------------------------

// The parameters of read_tfrecord for: bytes (a string), ints (any number), floats (2 of them).
NamedConstants features() {
  std::vector<int64_t> letters;
  for (char c : std::string("bytesintsfloats")) letters.push_back(c);
  return {{"names", numbers(letters)},
          {"name_ends", numbers({5, 9, 15})},
          {"shapes", numbers({2})},
          {"shape_ends", numbers({0, 0, 1})},
          {"any", numbers({0, 1, 0})},
          {"has_default", numbers({1, 1, 1})},
          {"int_defaults", numbers({0, 0, 0})},
          {"float_defaults", numbers({0, 0, 3})},
          {"texts", numbers({120})},
          {"text_ends", numbers({1, 1, 1})}};
}

// Reads a batch of records of one file, some with a wrong index; counts those that can be read.
int64_t read_batch(const char* kernel, const NamedConstants& constants,
                   const std::vector<OutMeta>& outs, const Bytes& data, Pool* pool) {
  TempFile file(data);
  Spec spec = spec_of(kernel, constants, outs);
  spec.resource = std::make_shared<FileSet>(
      file.path, std::vector<int64_t>{static_cast<int64_t>(file.path.size())}, "", true);
  const int64_t n = 6, size = static_cast<int64_t>(data.size());
  std::vector<int64_t> extents;
  for (int64_t i = 0; i < n; i++) {
    const int64_t at = i ? draw(-1, size) : 0;
    extents.insert(extents.end(),
                   {0, at, i > 1 ? draw(-1, size) : size - std::max<int64_t>(at, 0)});
  }
  Samples in;
  in.dtype = DType::i64;
  in.ndim = 1;
  in.n = n;
  for (int64_t i = 0; i < n; i++) {
    in.shapes.push_back(3);
    in.data.push_back(reinterpret_cast<uint8_t*>(&extents[static_cast<size_t>(i) * 3]));
  }
  std::vector<Samples> out(outs.size());
  std::vector<ArgView> dyn(spec.consts.size());
  BatchContext c{spec, n, {&in}, dyn, {}, out, pool, {}};
  spec.kernel->run_batch(c);
  int64_t sum = 0;
  for (const Samples& s : out) {
    CHECK(s.n == n && static_cast<int64_t>(s.data.size()) == n);
    for (int64_t i = 0; i < n; i++)
      for (int64_t b = 0; b < s.view(i).bytes(); b++) sum += s.data[static_cast<size_t>(i)][b];
  }
  CHECK(sum >= 0);
  return n - static_cast<int64_t>(c.failures.size());
}

void test_batches(int mutants) {
  Pool pool(2);
  int64_t tf_good = 0, io_good = 0;
  for (int i = 0; i < mutants; i++) {
    // Damage inside of the message, before its checksum is computed, and outside.
    Bytes data = tf_record(i % 3 ? message() : mutate(message(), message(), 60, 3));
    if (i % 3 == 1) data = mutate(data, data, 20, 2);
    tf_good += read_batch("read_tfrecord", features(),
                          {{DType::u8, 1}, {DType::i64, 1}, {DType::f32, 1}}, data, &pool);
    data = part(image(static_cast<uint32_t>(draw(0, 3))), i % 2);
    if (i % 2) {
      for (int64_t k = draw(0, 2); k > 0; k--) add(data, part(image(0), 2));
      add(data, part(image(0), 3));
    }
    if (i % 3 == 1) data = mutate(data, data, 40, 2);
    io_good += read_batch("read_recordio", {}, {{DType::u8, 1}, {DType::f32, 1}}, data, &pool);
  }
  CHECK(tf_good > 0 && io_good > 0);
  pool.stop();
}

}  // namespace

int main(int argc, char** argv) {
  const int mutants = mutants_of(argc, argv, 3000);
  test_checksums();
  test_absent_checksums();
  test_integers();
  test_messages(mutants);
  test_indices(std::min(mutants, 2000));
  test_texts(std::min(mutants, 1000));
  test_batches(std::min(mutants, 1000));
  return report();
}
