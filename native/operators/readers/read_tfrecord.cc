// read_tfrecord: records of TFRecord files, one output per requested feature. Bytes are views of
// the records; numbers are decoded into arrays.
#include <algorithm>
#include <cstring>

#include "formats/example.h"
#include "formats/record_index.h"
#include "operators/readers/record_batch.h"
#include "simd/crc32c.h"

namespace hr::read_tfrecord_kernel {
namespace {

// Features, one per output: list elements, or pieces of concatenated lists that end at `…_ends`.
struct TfrecordArgs {
  List<int64_t> names, name_ends;  // names and texts as bytes
  List<int64_t> shapes, shape_ends;
  List<bool> any, has_default;
  List<int64_t> int_defaults;
  List<float> float_defaults;
  List<int64_t> texts, text_ends;  // default strings
};
HR_ARGS(TfrecordArgs, names, name_ends, shapes, shape_ends, any, has_default, int_defaults,
        float_defaults, texts, text_ends);

struct Feature {
  DType dtype = DType::u8;
  std::vector<int64_t> shape;  // of a row, if the number of rows is arbitrary
  int64_t volume = 1;
  bool any = false;  // arbitrary number of rows
  bool has_default = false;
  int64_t int_default = 0;
  float float_default = 0;
  std::string text_default;

  ListKind kind() const {
    return dtype == DType::i64   ? ListKind::ints
           : dtype == DType::f32 ? ListKind::floats
                                 : ListKind::bytes;
  }
};

struct Wanted {
  FeatureNames names;
  std::vector<Feature> features;
};

// Piece k of a list that is split at `ends`.
template <class Piece>
Piece piece(const List<int64_t>& list, const List<int64_t>& ends, int64_t k) {
  Piece found;
  for (int64_t j = k ? ends[k - 1] : 0; j < ends[k]; j++)
    found.push_back(static_cast<typename Piece::value_type>(list[j]));
  return found;
}

void prepare(const TfrecordArgs& a, Spec& spec) {
  std::vector<std::string> names;
  std::vector<Feature> features(spec.outs.size());
  for (size_t i = 0; i < features.size(); i++) {
    const int64_t k = static_cast<int64_t>(i);
    names.push_back(piece<std::string>(a.names, a.name_ends, k));
    Feature& f = features[i];
    f.dtype = spec.outs[i].dtype;
    f.shape = piece<std::vector<int64_t>>(a.shapes, a.shape_ends, k);
    Shape shape;
    for (int64_t d : f.shape) shape.push(d);
    check_fits(shape, f.dtype, "a feature");
    f.volume = shape.volume();
    f.any = a.any[k];
    if (f.volume < f.any) fail_value("a feature's shape is empty");
    f.has_default = a.has_default[k];
    f.int_default = a.int_defaults[k];
    f.float_default = a.float_defaults[k];
    f.text_default = piece<std::string>(a.texts, a.text_ends, k);
  }
  spec.prepared = std::make_shared<Wanted>(Wanted{FeatureNames(std::move(names)), features});
}

// Reads a record, computing the checksum while data is in the cache; returns its message.
Span read_record(const Record& r, bool at_once, uint8_t* out) {
  const int64_t block = at_once ? r.length : 1 << 17;
  if (r.length < kTfHead + kTfFoot)
    fail(ErrorKind::io, "a record of " + std::to_string(r.length) + " bytes: its index is wrong");
  const int64_t foot = r.length - kTfFoot;
  uint32_t crc = 0;
  for (int64_t at = 0; at < r.length; at += block) {
    const int64_t end = std::min(r.length, at + block);
    r.file->read(r.offset + at, end - at, out + at);
    if (!at) {
      const int64_t length = tfrecord_length(out);
      if (length != foot - kTfHead)
        fail(ErrorKind::io, "the record has " + std::to_string(length + kTfHead + kTfFoot) +
                                " bytes, its index says " + std::to_string(r.length));
    }
    const int64_t from = std::max(at, kTfHead), to = std::min(end, foot);
    if (from < to) crc = crc32c(crc, out + from, static_cast<size_t>(to - from));
  }
  if (!tfrecord_intact(crc, out + foot))
    fail(ErrorKind::io, "the record is damaged: its checksum is wrong");
  return {out + kTfHead, out + foot};
}

const char* name_of(ListKind kind) {
  return kind == ListKind::ints ? "int64" : kind == ListKind::floats ? "float32" : "string";
}

// Fails unless the message has the requested feature. An empty list counts as missing.
void check(const FoundFeature& found, const Feature& f, const std::string& name) {
  auto complain = [&](const std::string& why) {
    fail(ErrorKind::io, "feature \"" + name + "\" " + why);
  };
  if (!found.count) {
    if (!f.any && !f.has_default && f.volume)
      complain("is missing, and there is no default for it");
    return;
  }
  if (found.kind != f.kind())
    complain(std::string("holds ") + name_of(found.kind) + " values, not " + name_of(f.kind()));
  if (f.kind() == ListKind::bytes) return;  // uses the first value
  if (f.any && found.count % f.volume)
    complain("has " + std::to_string(found.count) + " values, which are no whole rows of " +
             std::to_string(f.volume));
  if (!f.any && found.count != f.volume)
    complain("has " + std::to_string(found.count) + " values, its shape wants " +
             std::to_string(f.volume));
}

// Values as views of the records. A sample with the default value has its own memory.
Samples bytes_output(const Feature& f, const RecordReading& reading, const Samples& raw,
                     const FoundFeature* found, size_t stride) {
  Samples out;
  out.ndim = 1;
  out.n = raw.n;
  out.owners = raw.owners;
  for (size_t i = 0; i < raw.data.size(); i++) {
    const FoundFeature& here = found[i * stride];
    out.data.push_back(here.count ? const_cast<uint8_t*>(here.first.begin) : raw.data[i]);
    out.shapes.push_back(here.count ? here.first.size() : 0);
    if (here.count || f.text_default.empty() || !reading.ok(static_cast<int64_t>(i))) continue;
    if (out.owners.size() != raw.data.size()) out.owners.assign(raw.data.size(), raw.owners[0]);
    BufferRef text = allocate(f.text_default.size());
    std::memcpy(text->data, f.text_default.data(), f.text_default.size());
    out.owners[i] = text;
    out.data[i] = text->data;
    out.shapes[i] = static_cast<int64_t>(f.text_default.size());
  }
  out.find_dense();
  return out;
}

Samples number_output(const Feature& f, const RecordReading& reading, int64_t n,
                      const FoundFeature* found, size_t stride) {
  std::vector<Shape> shapes;
  for (int64_t i = 0; i < n; i++) {
    Shape s;
    if (f.any) s.push(reading.ok(i) ? found[static_cast<size_t>(i) * stride].count / f.volume : 0);
    for (int64_t d : f.shape) s.push(d);
    shapes.push_back(s);
  }
  return tight_room(f.dtype, static_cast<int>(f.shape.size()) + f.any, shapes);
}

void decode(const Feature& f, const FoundFeature& found, const View& out) {
  if (f.kind() == ListKind::ints) {
    int64_t* p = out.as<int64_t>();
    if (found.count)
      decode_ints(found, p);
    else
      std::fill_n(p, out.volume(), f.int_default);
  } else if (f.kind() == ListKind::floats) {
    float* p = out.as<float>();
    if (found.count)
      decode_floats(found, p);
    else
      std::fill_n(p, out.volume(), f.float_default);
  }
}

void run(BatchContext& c) {
  const Wanted& want = c.spec.prep<Wanted>();
  const size_t n = want.features.size();
  RecordReading reading(c);
  std::vector<int64_t> sizes;
  for (int64_t i = 0; i < c.n; i++) sizes.push_back(reading.length(i));
  const Samples raw = room_for(sizes);
  std::vector<FoundFeature> found(sizes.size() * n);
  reading.each([&](int64_t sample) {
    const size_t i = static_cast<size_t>(sample);
    const Span message = read_record(reading[sample], reading.remote(), raw.data[i]);
    find_features(message, want.names, &found[i * n]);
    for (size_t k = 0; k < n; k++) check(found[i * n + k], want.features[k], want.names[k]);
  });
  const auto sources = reading.sources();
  int64_t numbers = 0;
  for (size_t k = 0; k < n; k++) {
    const Feature& f = want.features[k];
    const bool bytes = f.kind() == ListKind::bytes;
    c.out[k] = bytes ? bytes_output(f, reading, raw, found.data() + k, n)
                     : number_output(f, reading, c.n, found.data() + k, n);
    c.out[k].sources = sources;
    if (!bytes) numbers += c.out[k].total_bytes();
  }
  auto decode_sample = [&](int64_t i) {
    if (!reading.ok(i)) return;
    for (size_t k = 0; k < n; k++)
      decode(want.features[k], found[static_cast<size_t>(i) * n + k], c.out[k].view(i));
  };
  if (numbers > 1 << 17)  // below, waking other threads takes longer
    parallel(c.pool, c.n, decode_sample);
  else
    for (int64_t i = 0; i < c.n; i++) decode_sample(i);
  reading.finish();
}

const KernelEntry entry{{.name = "read_tfrecord",
                         .args = schema<TfrecordArgs>(),
                         .run_batch = run,
                         .prepare = typed<prepare>,
                         .cost = 20000.0f}};

}  // namespace
}  // namespace hr::read_tfrecord_kernel
