// Building blocks of readers: sets of files, folder listings, permutations, rows of tables.
#include <algorithm>
#include <cstring>

#include "base/checked.h"
#include "engine/loop.h"
#include "engine/recipe.h"
#include "formats/files.h"
#include "numerics/shuffle.h"
#include "reading.h"

namespace hr::bind {
namespace {

nb::tuple listing(const nb::bytes& root,
                  ClassFolders (*list)(const std::string&, bool, const std::vector<std::string>&,
                                       const std::vector<std::string>&),
                  const std::vector<std::string>& files, const std::vector<std::string>& folders,
                  bool case_sensitive) {
  const std::string path = bytes_of(root);
  ClassFolders all = translated(path, [&] {
    Unlocked unlocked;
    return list(path, case_sensitive, files, folders);
  });
  auto set = std::make_shared<FileSet>(std::move(all.names), std::move(all.ends), path, false);
  return nb::make_tuple(set, to_numpy(std::move(all.labels)), all.classes);
}

// Rows `begin` to `end` of a table: one sample whose outer axis counts rows.
struct Rows {
  const Samples* table;
  int64_t begin, end;
};

const Samples& table_of(const Value& v) {
  evaluate(v.node);
  const Samples& t = kept(v.node)->results[v.out];
  if (t.n != 1 || t.ndim < 1) throw nb::value_error("a table is one sample with an outer axis");
  return t;
}

// Samples made of rows: a range of rows each, or (not `ragged`) one row without the outer axis.
// Copied, so that users may write to them.
std::shared_ptr<Value> copy_rows(const Samples& like, const std::vector<Rows>& parts, bool ragged) {
  int64_t row = itemsize(like.dtype);
  for (int d = 1; d < like.ndim; d++) row *= like.shapes[d];
  Samples r;
  r.dtype = like.dtype;
  r.ndim = ragged ? like.ndim : like.ndim - 1;
  r.n = static_cast<int64_t>(parts.size());
  for (const Rows& p : parts) {
    if (p.begin < 0 || p.end < p.begin || p.end > p.table->shapes[0])
      throw nb::value_error("offsets must grow and stay within the table");
    if (ragged) r.shapes.push_back(p.end - p.begin);
    for (int d = 1; d < like.ndim; d++) r.shapes.push_back(like.shapes[d]);
  }
  // Packed tightly, so that samples of one shape form one array; elements stay aligned.
  make_room(r, 1);
  auto copy = [&] {
    for (size_t i = 0; i < parts.size(); i++) {
      const Rows& p = parts[i];
      const size_t bytes = static_cast<size_t>((p.end - p.begin) * row);
      if (bytes) std::memcpy(r.data[i], p.table->data[0] + p.begin * row, bytes);
      if (!bytes && !ragged) std::memset(r.data[i], 0, static_cast<size_t>(row));  // none: zeros
    }
  };
  if (r.total_bytes() > (1 << 18)) {
    Unlocked unlocked;
    copy();
  } else {
    copy();
  }
  std::vector<Samples> results;
  results.push_back(std::move(r));
  return std::make_shared<Value>(make_value(std::move(results)), 0);
}

// For each i of `which`: rows offsets[i] … offsets[i + 1] of a table, or row i without offsets.
std::shared_ptr<Value> rows(const Value& table, const std::optional<Numbers>& offsets,
                            const Numbers& which) {
  const Samples& t = table_of(table);
  const int64_t samples = offsets ? static_cast<int64_t>(offsets->shape(0)) - 1 : t.shapes[0];
  std::vector<Rows> parts;
  for (size_t k = 0; k < which.shape(0); k++) {
    const int64_t i = which.data()[k];
    if (i < 0 || i >= samples) throw nb::index_error("no such sample in the table");
    if (offsets)
      parts.push_back({&t, offsets->data()[i], offsets->data()[i + 1]});
    else
      parts.push_back({&t, i, i + 1});
  }
  return copy_rows(t, parts, offsets.has_value());
}

// The same from several tables: sample k is rows begins[k] … ends[k] of table numbers[k].
std::shared_ptr<Value> gather(nb::list tables, const Numbers& numbers, const Numbers& begins,
                              const Numbers& ends, bool ragged) {
  std::vector<const Samples*> all;
  for (nb::handle h : tables) {
    all.push_back(&table_of(nb::cast<const Value&>(h)));
    const Samples &first = *all[0], &last = *all.back();
    if (last.dtype != first.dtype || last.ndim != first.ndim ||
        !std::equal(last.shapes.begin() + 1, last.shapes.end(), first.shapes.begin() + 1))
      throw nb::value_error("tables that go together have one type and one shape of rows");
  }
  const size_t n = numbers.shape(0);
  if (all.empty() || begins.shape(0) != n || ends.shape(0) != n)
    throw nb::value_error("needs a table, and a begin and an end for each sample");
  std::vector<Rows> parts;
  for (size_t k = 0; k < n; k++) {
    const int64_t t = numbers.data()[k];
    if (t < 0 || t >= static_cast<int64_t>(all.size())) throw nb::index_error("no such table");
    if (!ragged && ends.data()[k] - begins.data()[k] > 1)
      throw nb::value_error("a sample without an outer axis is one row");
    parts.push_back({all[static_cast<size_t>(t)], begins.data()[k], ends.data()[k]});
  }
  return copy_rows(*all[0], parts, ragged);
}

}  // namespace

void bind_readers(nb::module_& m) {
  nb::class_<Loop>(m, "Loop")
      .def(nb::new_([] { return std::make_shared<Loop>(); }))
      .def(
          "step",
          [](Loop& l, nb::tuple now, nb::tuple next) { l.step(inputs_of(now), inputs_of(next)); },
          nb::arg("now"), nb::arg("next"))
      .def("leave", &Loop::leave)
      .def_prop_ro("adopted", &Loop::adopted)
      .def_prop_ro("ahead", &Loop::ahead);
  nb::class_<FileSet>(m, "FileSet")
      .def(nb::new_([](const nb::bytes& names, const Numbers& ends, const nb::bytes& root,
                       bool keep_open) {
             std::vector<int64_t> e(ends.data(), ends.data() + ends.shape(0));
             return std::make_shared<FileSet>(bytes_of(names), std::move(e), bytes_of(root),
                                              keep_open);
           }),
           nb::arg("names"), nb::arg("ends"), nb::arg("root") = nb::bytes(""),
           nb::arg("keep_open") = false)
      .def("__len__", &FileSet::size)
      .def_prop_ro("remote", &FileSet::remote)
      .def("name",
           [](const FileSet& s, int64_t i) {
             if (i < 0 || i >= s.size()) throw nb::index_error("no such file in the set");
             std::string n = s.name(i);
             return nb::bytes(n.data(), n.size());
           })
      .def("path", [](const FileSet& s, int64_t i) {
        if (i < 0 || i >= s.size()) throw nb::index_error("no such file in the set");
        std::string n = s.path(i);
        return nb::bytes(n.data(), n.size());
      });
  m.def(
      "list_classes",
      [](const nb::bytes& root, const std::vector<std::string>& files,
         const std::vector<std::string>& folders, bool case_sensitive) {
        return listing(
            root,
            [](const std::string& p, bool c, const auto& f, const auto& d) {
              return list_classes(p, f, d, c);
            },
            files, folders, case_sensitive);
      },
      nb::arg("root"), nb::arg("files"), nb::arg("folders"), nb::arg("case_sensitive"));
  m.def(
      "list_folder",
      [](const nb::bytes& root, const std::vector<std::string>& files, bool case_sensitive) {
        return listing(
            root,
            [](const std::string& p, bool c, const auto& f, const auto&) {
              return list_folder(p, f, c);
            },
            files, {}, case_sensitive);
      },
      nb::arg("root"), nb::arg("files"), nb::arg("case_sensitive"));
  nb::class_<Permutation>(m, "Permutation")
      .def(nb::init<uint64_t, uint64_t, int64_t>(), nb::arg("seed"), nb::arg("stream"),
           nb::arg("n"))
      .def("__call__", [](const Permutation& p, const Numbers& positions) {
        std::vector<int64_t> r(positions.shape(0));
        for (size_t i = 0; i < r.size(); i++) {
          const int64_t at = positions.data()[i];
          if (at < 0 || at >= p.size()) throw nb::index_error("no such position");
          r[i] = p(at);
        }
        return to_numpy(std::move(r));
      });
  m.def("rows", &rows, nb::arg("table"), nb::arg("offsets").none(), nb::arg("which"));
  m.def("gather", &gather, nb::arg("tables"), nb::arg("numbers"), nb::arg("begins"),
        nb::arg("ends"), nb::arg("ragged"));
}

}  // namespace hr::bind
