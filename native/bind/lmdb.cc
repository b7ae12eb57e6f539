// LMDB databases and their Caffe and Caffe2 records.
#include "formats/lmdb.h"

#include "formats/caffe.h"
#include "reading.h"

namespace hr::bind {
namespace {

// Returns (offsets and lengths of values, concatenated keys, key offsets with the end).
nb::tuple index(const FileSet& files, int64_t i) {
  if (i < 0 || i >= files.size()) throw nb::index_error("no such file in the set");
  LmdbIndex all = translated(files.name(i), [&] {
    Unlocked unlocked;
    return index_lmdb(*files.open(i));
  });
  std::vector<uint8_t> keys(all.keys.begin(), all.keys.end());
  return nb::make_tuple(to_numpy(std::move(all.offsets)), to_numpy(std::move(all.lengths)),
                        to_numpy(std::move(keys)), to_numpy(std::move(all.key_offsets)));
}

// Type and number of axes of each output of a record; if it is damaged, a text with the reason.
template <class Format>
nb::object describe_record(const Format& format, const nb::bytes& record) {
  std::vector<Part> parts;
  try {
    parse(format,
          {reinterpret_cast<const uint8_t*>(record.data()), static_cast<int64_t>(record.size())},
          parts);
  } catch (const Error& e) {
    return nb::str(e.what());
  }
  nb::list all;
  for (const Part& p : parts) all.append(nb::make_tuple(static_cast<int>(p.dtype), p.shape.ndim));
  return all;
}

}  // namespace

void bind_lmdb(nb::module_& m) {
  m.def("index_lmdb", &index, nb::arg("files"), nb::arg("number"));
  m.def(
      "describe_datum",
      [](const nb::bytes& record, bool image, bool label) {
        return describe_record(DatumFormat{image, label}, record);
      },
      nb::arg("record"), nb::arg("image"), nb::arg("label"));
  m.def(
      "describe_tensors",
      [](const nb::bytes& record, bool image, int label, int64_t num_labels, int64_t additional,
         bool bbox) {
        return describe_record(
            TensorsFormat{image, static_cast<LabelType>(label), num_labels, additional, bbox},
            record);
      },
      nb::arg("record"), nb::arg("image"), nb::arg("label"), nb::arg("num_labels"),
      nb::arg("additional"), nb::arg("bbox"));
}

}  // namespace hr::bind
