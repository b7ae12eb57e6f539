// read_npy: arrays in .npy files, or a window of each.
#include "formats/npy.h"
#include "numerics/fill.h"
#include "operators/geometry/slice_window.h"
#include "operators/readers/reading.h"

namespace hr::read_npy_kernel {
namespace {

struct ReadNpyArgs {
  SliceWindowArgs window;
  Bounds bounds;
  float fill_value;
  bool direct;  // bypass the page cache
};
HR_ARGS(ReadNpyArgs, window, bounds, fill_value, direct);

constexpr int64_t kKeepOpen = 256;  // files kept open between the passes; others reopen

struct Array {
  std::shared_ptr<const File> file;
  BufferRef contents;  // the whole file, if read past the page cache
  NpyHeader header;
  Window window;
  int64_t size = 0;  // file size

  ReadBytes reader() const {
    if (contents)
      return [this](int64_t offset, int64_t length, uint8_t* out) {
        std::memcpy(out, contents->data + offset, static_cast<size_t>(length));
      };
    return
        [this](int64_t offset, int64_t length, uint8_t* out) { file->read(offset, length, out); };
  }
};

Element fill_of(float v, DType t) {
  Element e;
  dispatch(t, [&](auto tag) { e.set(convert<typename decltype(tag)::type>(v)); });
  return e;
}

Shape shape_of(const Window& w, int ndim, DType dtype) {
  Shape s;
  for (int d = 0; d < ndim; d++) s.push(w.size[d]);
  check_fits(s, dtype, "the window");
  return s;
}

// Reads the part of the window inside the array to its position, and fills the rest.
void fetch(const Array& a, const Element& fill_value, const View& out) {
  const Shape& shape = a.header.shape;
  int64_t start[kMaxDims], count[kMaxDims], first[kMaxDims];
  bool inside = true;
  for (int d = 0; d < shape.ndim; d++) {
    const int64_t lo = a.window.anchor[d], hi = lo + a.window.size[d];
    start[d] = std::clamp<int64_t>(lo, 0, shape[d]);
    count[d] = std::clamp<int64_t>(hi, start[d], shape[d]) - start[d];
    first[d] = start[d] - lo;
    inside &= count[d] == a.window.size[d];
  }
  if (inside) return read_npy_box(a.reader(), a.header, start, count, out.data);
  fill(out.data, out.volume(), fill_value);
  Shape box;
  for (int d = 0; d < shape.ndim; d++) box.push(count[d]);
  if (box.volume() == 0) return;
  const int item = itemsize(out.dtype), last = shape.ndim - 1;
  BufferRef part = allocate(static_cast<size_t>(box.volume() * item));
  read_npy_box(a.reader(), a.header, start, count, part->data);
  const int64_t row = count[last] * item, rows = box.volume() / count[last];
  for (int64_t r = 0; r < rows; r++) {
    int64_t at = 0, left = r, stride = 1;  // offset of row r of the box in the output
    for (int d = last; d >= 0; d--) {
      const int64_t index = d == last ? 0 : left % count[d];
      if (d != last) left /= count[d];
      at += (first[d] + index) * stride;
      stride *= out.shape[d];
    }
    std::memcpy(out.data + at * item, part->data + r * row, static_cast<size_t>(row));
  }
}

void read(BatchContext& c) {
  const auto* set = dynamic_cast<const NpyFiles*>(c.spec.resource.get());
  if (!set) fail(ErrorKind::type, "needs a set of .npy files");
  const auto& args = c.spec.as<ReadNpyArgs>();
  const OutMeta meta = c.spec.outs[0];
  auto number = [&](int64_t i) {
    const int64_t k = c.in[0]->view(i).as<int64_t>()[0];
    if (k < 0 || k >= set->size()) fail(ErrorKind::index, "no such file in the set");
    return k;
  };
  std::vector<Array> arrays(static_cast<size_t>(c.n));
  auto at = [&](int64_t i) -> Array& { return arrays[static_cast<size_t>(i)]; };
  Reading reading(c, [&](int64_t i) { return set->name(number(i)); });

  std::vector<Shape> shapes(arrays.size());
  for (Shape& s : shapes) s.ndim = meta.ndim;  // empty shape for samples that fail
  reading.each([&](int64_t i) {
    Array& a = at(i);
    a.file = set->open(number(i));
    a.size = a.file->size();
    if (args.direct) {
      BufferRef all = allocate(static_cast<size_t>(a.size));
      if (read_direct(set->path(number(i)), a.size, all->data)) a.contents = all;
    }
    a.header = set->header(number(i), a.reader(), a.size);
    const NpyHeader& h = a.header;
    if (h.dtype != meta.dtype || h.shape.ndim != meta.ndim)
      fail(ErrorKind::type, std::string("it holds ") + name(h.dtype) + " with " +
                                std::to_string(h.shape.ndim) + " axes, the first file " +
                                name(meta.dtype) + " with " + std::to_string(meta.ndim) +
                                ": all files have to be alike");
    a.window = slice_window(args.window, h.shape, args.bounds);
    shapes[static_cast<size_t>(i)] = shape_of(a.window, meta.ndim, meta.dtype);
    if (c.n > kKeepOpen) a.file.reset();
  });
  Samples& out = c.out[0] = tight_room(meta.dtype, meta.ndim, shapes);
  const Element fill_value = fill_of(args.fill_value, meta.dtype);
  reading.each([&](int64_t i) {
    Array& a = at(i);
    if (!a.file && !a.contents) a.file = set->open(number(i));
    fetch(a, fill_value, out.view(i));
    a = {};
  });
  auto sources = std::make_shared<std::vector<std::string>>();
  for (int64_t i = 0; i < c.n; i++) sources->push_back(reading.name(i));
  out.sources = std::move(sources);
  reading.finish();
}

const KernelEntry entry{
    {.name = "read_npy", .args = schema<ReadNpyArgs>(), .run_batch = read, .cost = 20000.0f}};

}  // namespace
}  // namespace hr::read_npy_kernel
