// COCO annotation files as arrays; gathers slices of an array.
#include "formats/coco.h"

#include <cstring>

#include "reading.h"

namespace hr::bind {
namespace {

using Bytes = nb::ndarray<const uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Shape (rows, width), or (rows,) if width is 0.
template <class T>
nb::object list_array(LongList<T>& list, size_t width = 0) {
  list.shrink();
  auto* held = new LongList<T>(std::move(list));
  nb::capsule owner(held, [](void* p) noexcept { delete static_cast<LongList<T>*>(p); });
  size_t shape[] = {width ? held->size() / width : held->size(), width};
  static T nothing{};  // even an empty array needs an address
  T* data = held->size() ? held->data() : &nothing;
  return nb::cast(nb::ndarray<nb::numpy, T>(data, width ? 2 : 1, shape, owner),
                  nb::rv_policy::reference);
}

nb::dict read_file(const nb::bytes& path, bool outlines) {
  const std::string name = bytes_of(path);
  CocoFile f = translated(name, [&] {
    Unlocked unlocked;
    const FileSet file(name, {static_cast<int64_t>(name.size())}, "", true);
    return read_coco(*file.open(0), outlines);
  });
  nb::dict d;
  d["image_ids"] = list_array(f.image_ids);
  d["image_sizes"] = list_array(f.image_sizes, 2);
  d["names"] = list_array(f.names);
  d["name_ends"] = list_array(f.name_ends);
  d["annotation_images"] = list_array(f.annotation_images);
  d["annotation_categories"] = list_array(f.annotation_categories);
  d["annotation_places"] = list_array(f.annotation_places);
  d["crowds"] = list_array(f.crowds);
  d["boxes"] = list_array(f.boxes, 4);
  d["category_ids"] = list_array(f.category_ids);
  if (!outlines) return d;
  d["polygon_ends"] = list_array(f.polygon_ends);
  d["vertex_ends"] = list_array(f.vertex_ends);
  d["vertices"] = list_array(f.vertices, 2);
  d["run_ends"] = list_array(f.run_ends);
  d["runs"] = list_array(f.runs);
  d["run_sizes"] = list_array(f.run_sizes, 2);
  return d;
}

// Concatenates data[begins[0]:ends[0]], data[begins[1]:ends[1]], …
nb::object gather_bytes(const Bytes& data, const Numbers& begins, const Numbers& ends) {
  if (begins.shape(0) != ends.shape(0)) throw nb::value_error("as many begins as ends");
  const auto size = static_cast<int64_t>(data.shape(0));
  int64_t total = 0;
  for (size_t i = 0; i < begins.shape(0); i++) {
    const int64_t a = begins.data()[i], b = ends.data()[i];
    if (a < 0 || b < a || b > size) throw nb::value_error("pieces must lie within the data");
    total += b - a;
  }
  auto* held = static_cast<uint8_t*>(std::calloc(static_cast<size_t>(total) + 1, 1));
  if (!held) throw std::bad_alloc();
  nb::capsule owner(held, [](void* p) noexcept { std::free(p); });
  {
    Unlocked unlocked;
    uint8_t* at = held;
    for (size_t i = 0; i < begins.shape(0); i++) {
      const auto n = static_cast<size_t>(ends.data()[i] - begins.data()[i]);
      std::memcpy(at, data.data() + begins.data()[i], n);
      at += n;
    }
  }
  size_t shape[] = {static_cast<size_t>(total)};
  return nb::cast(nb::ndarray<nb::numpy, uint8_t>(held, 1, shape, owner), nb::rv_policy::reference);
}

}  // namespace

void bind_coco(nb::module_& m) {
  m.def("read_coco", &read_file, nb::arg("path"), nb::arg("outlines"));
  m.def("gather_bytes", &gather_bytes, nb::arg("data"), nb::arg("begins"), nb::arg("ends"));
}

}  // namespace hr::bind
