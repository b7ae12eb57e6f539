// parse_datum, parse_tensors: Caffe and Caffe2 records to images, labels and others. Inputs: the
// records and their keys. Encoded images are views of the records.
#include "formats/caffe.h"

#include "operators/readers/reading.h"

namespace hr::caffe_kernel {
namespace {

constexpr std::string_view kFile = "/data.mdb";

// Source names of records: "folder at key …".
std::shared_ptr<const std::vector<std::string>> names_of(const Samples& raw, const Samples& keys) {
  auto names = std::make_shared<std::vector<std::string>>();
  for (int64_t i = 0; i < raw.n; i++) {
    std::string_view folder;
    if (raw.sources) folder = (*raw.sources)[static_cast<size_t>(i)];
    if (folder.ends_with(kFile)) folder.remove_suffix(kFile.size());
    const View key = keys.view(i);
    names->push_back(std::string(folder) + " at key ");
    names->back().append(reinterpret_cast<const char*>(key.data),
                         static_cast<size_t>(key.volume()));
  }
  return names;
}

void check(const Part& part, const OutMeta& expected, size_t o) {
  if (part.dtype != expected.dtype || part.shape.ndim != expected.ndim)
    fail(ErrorKind::decode, "output " + std::to_string(o) + " is " + name(part.dtype) +
                                " of shape " + part.shape.str() + ", but in the first record " +
                                name(expected.dtype) + " with " + std::to_string(expected.ndim) +
                                (expected.ndim == 1 ? " axis" : " axes"));
  check_fits(part.shape, part.dtype, "an output");
}

// Allocates output o of all records, or none of it: bytes used in place.
Samples room(const std::vector<std::vector<Part>>& parts, size_t o, const OutMeta& meta,
             const Samples& raw) {
  std::vector<Shape> shapes;
  bool in_place = true;
  for (const auto& p : parts) {
    shapes.push_back(p.empty() ? Shape() : p[o].shape);
    shapes.back().ndim = meta.ndim;
    in_place &= p.empty() || p[o].kind == Part::Kind::bytes;
  }
  if (!in_place) return tight_room(meta.dtype, meta.ndim, shapes);
  Samples s;
  s.dtype = meta.dtype;
  s.ndim = meta.ndim;
  s.n = raw.n;
  s.owners = raw.owners;
  for (size_t i = 0; i < parts.size(); i++) {
    s.shapes.insert(s.shapes.end(), shapes[i].d.begin(), shapes[i].d.begin() + meta.ndim);
    s.data.push_back(parts[i].empty() ? raw.data[i] : const_cast<uint8_t*>(parts[i][o].bytes));
  }
  s.find_dense();
  return s;
}

template <class Format>
void parse_all(BatchContext& c) {
  const auto& format = c.spec.as<Format>();
  const Samples& raw = *c.in[0];
  const auto names = names_of(raw, *c.in[1]);
  const auto nameless = std::make_shared<const std::vector<std::string>>(names->size());
  const size_t outs = c.spec.outs.size();
  std::vector<std::vector<Part>> parts(static_cast<size_t>(c.n));
  Reading reading(c, [&](int64_t i) { return (*names)[static_cast<size_t>(i)]; });
  reading.each([&](int64_t i) {
    if (raw.filled(i)) return;
    const View v = raw.view(i);
    std::vector<Part> found;
    parse(format, Message(v.data, v.volume()), found);
    for (size_t o = 0; o < outs; o++) check(found[o], c.spec.outs[o], o);
    parts[static_cast<size_t>(i)] = std::move(found);
  });
  for (size_t o = 0; o < outs; o++) {
    c.out[o] = room(parts, o, c.spec.outs[o], raw);
    c.out[o].errors = raw.errors;
    c.out[o].sources = format.image && o == 0 ? names : nameless;  // like DALI
  }
  reading.each([&](int64_t i) {
    const auto& p = parts[static_cast<size_t>(i)];
    for (size_t o = 0; o < p.size(); o++) {
      uint8_t* out = c.out[o].data[static_cast<size_t>(i)];
      if (p[o].kind != Part::Kind::bytes)
        write(p[o], out);
      else if (out != p[o].bytes)
        std::memcpy(out, p[o].bytes, static_cast<size_t>(p[o].shape.volume()));
    }
  });
  reading.finish();
}

const KernelEntry datums{
    {.name = "parse_datum", .args = schema<DatumFormat>(), .run_batch = parse_all<DatumFormat>}};
const KernelEntry tensors{{.name = "parse_tensors",
                           .args = schema<TensorsFormat>(),
                           .run_batch = parse_all<TensorsFormat>}};

}  // namespace
}  // namespace hr::caffe_kernel
