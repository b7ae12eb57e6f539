// Dataset formats: samples in tar archives, arrays in .npy files, images in FITS files.
#include <cstring>

#include "bind.h"
#include "engine/recipe.h"
#include "formats/fits.h"
#include "formats/webdataset.h"
#include "reading.h"

namespace hr::bind {
namespace {

// Runs f without the GIL; translates its errors to Python's.
template <class F>
auto without_gil(F f) {
  try {
    Unlocked unlocked;
    return f();
  } catch (const Error& e) {
    auto error = std::make_shared<SampleError>();
    error->kind = e.kind;
    error->message = e.what();
    error->observed = true;
    nb::object exception = exception_of(error);
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception.ptr())), exception.ptr());
    throw nb::python_error();
  }
}

// Opens a file and calls f with it; errors name the file.
template <class F>
auto look_into(const nb::bytes& path, F f) {
  return without_gil([&, name = bytes_of(path)] {
    try {
      const auto file = open_path(name, false);
      return f([&](int64_t offset, int64_t n, uint8_t* out) { file->read(offset, n, out); },
               file->size());
    } catch (const Error& e) {
      fail(e.kind, "cannot read \"" + name + "\": " + e.what());
    }
  });
}

std::shared_ptr<Webdataset> make_webdataset(const nb::bytes& names, const Numbers& ends,
                                            const std::vector<nb::bytes>& indices,
                                            const std::vector<std::vector<std::string>>& extensions,
                                            const std::vector<int>& item_sizes, bool case_sensitive,
                                            int missing, const std::shared_ptr<Pool>& pool) {
  if (extensions.empty() || extensions.size() != item_sizes.size() || missing < 0 || missing > 2 ||
      (!indices.empty() && indices.size() != ends.shape(0)))
    throw nb::value_error("lists differ in length, or `missing` is out of range");
  for (int n : item_sizes)
    if (n < 1) throw nb::value_error("elements have at least a byte");
  WebdatasetOptions options{extensions, item_sizes, case_sensitive,
                            static_cast<WebdatasetOptions::Missing>(missing)};
  std::vector<std::string> paths;
  for (const nb::bytes& b : indices) paths.push_back(bytes_of(b));
  std::vector<int64_t> e(ends.data(), ends.data() + ends.shape(0));
  std::string packed = bytes_of(names);
  return without_gil([&] {
    return std::make_shared<Webdataset>(std::move(packed), std::move(e), paths, options,
                                        pool.get());
  });
}

// Matching files of a folder ("./name") and of its subfolders ("folder/name").
nb::tuple list_tree(const nb::bytes& root, const std::string& pattern) {
  ClassFolders all = without_gil([&, path = bytes_of(root)] {
    try {
      ClassFolders top = list_folder(path, {pattern}, true), r;
      ClassFolders below = list_classes(path, {pattern}, {"*"}, true);
      int64_t from = 0;
      for (int64_t end : top.ends) {
        r.names +=
            "./" + top.names.substr(static_cast<size_t>(from), static_cast<size_t>(end - from));
        r.ends.push_back(static_cast<int64_t>(r.names.size()));
        from = end;
      }
      for (int64_t end : below.ends) r.ends.push_back(end + static_cast<int64_t>(r.names.size()));
      r.names += below.names;
      return r;
    } catch (const Error& e) {
      fail(e.kind, "cannot read \"" + path + "\": " + e.what());
    }
  });
  return nb::make_tuple(nb::bytes(all.names.data(), all.names.size()),
                        to_numpy(std::move(all.ends)));
}

}  // namespace

void bind_datasets(nb::module_& m) {
  nb::class_<Webdataset, FileSet>(m, "Webdataset")
      .def(nb::new_(&make_webdataset), nb::arg("names"), nb::arg("ends"), nb::arg("indices"),
           nb::arg("extensions"), nb::arg("item_sizes"), nb::arg("case_sensitive"),
           nb::arg("missing"), nb::arg("pool").none())
      .def("__len__", &Webdataset::samples)
      .def("unread", &Webdataset::unread, nb::arg("archive"));
  nb::class_<NpyFiles, FileSet>(m, "NpyFiles")
      .def(nb::new_([](const nb::bytes& names, const Numbers& ends, const nb::bytes& root,
                       bool remember) {
             std::vector<int64_t> e(ends.data(), ends.data() + ends.shape(0));
             return std::make_shared<NpyFiles>(bytes_of(names), std::move(e), bytes_of(root),
                                               remember);
           }),
           nb::arg("names"), nb::arg("ends"), nb::arg("root"), nb::arg("remember"));
  m.def("list_tree", &list_tree, nb::arg("root"), nb::arg("pattern"));
  // (dtype, shape) of a .npy file, or of its bytes.
  auto described = [](const NpyHeader& h) {
    return nb::make_tuple(static_cast<int>(h.dtype), shape_tuple(h.shape));
  };
  m.def(
      "npy_header",
      [described](const nb::bytes& path) {
        return described(look_into(
            path, [](const auto& read, int64_t size) { return read_npy_header(read, size); }));
      },
      nb::arg("path"));
  m.def(
      "npy_header_of",
      [described](const Value& value) {
        evaluate(value.node);
        const Samples& s = kept(value.node)->results[value.out];
        if (s.dtype != DType::u8) throw nb::type_error("needs the bytes of a file");
        for (int64_t i = 0; i < s.n; i++) {  // the first valid one decides
          if (s.filled(i)) continue;
          const View v = s.view(i);
          auto read = [&](int64_t offset, int64_t n, uint8_t* out) {
            if (n > 0) std::memcpy(out, v.data + offset, static_cast<size_t>(n));
          };
          try {
            return described(read_npy_header(read, v.volume()));
          } catch (const Error&) {
          }
        }
        return nb::tuple();
      },
      nb::arg("value"));
  // (dtype of the values, shape, compressed) of images in a FITS file.
  m.def(
      "fits_images",
      [](const nb::bytes& path, const std::vector<int64_t>& units) {
        const auto images = look_into(path, [&](const auto& read, int64_t size) {
          return find_fits_images(read, size, units);
        });
        nb::list r;
        for (const FitsImage& i : images)
          r.append(
              nb::make_tuple(static_cast<int>(i.natural()), shape_tuple(i.shape), i.compressed));
        return r;
      },
      nb::arg("path"), nb::arg("units"));
}

}  // namespace hr::bind
