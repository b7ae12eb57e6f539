// read_fits: images of FITS files, one output per requested unit.
#include "formats/fits.h"
#include "operators/readers/reading.h"

namespace hr::read_fits_kernel {
namespace {

struct ReadFitsArgs {
  List<int64_t> units;  // one per output, counted from 1
};
HR_ARGS(ReadFitsArgs, units);

// Input 0 holds the index of each file in the set.
void read(BatchContext& c) {
  const auto* set = dynamic_cast<const FileSet*>(c.spec.resource.get());
  if (!set) fail(ErrorKind::type, "needs a set of files");
  const std::vector<int64_t> units = c.spec.as<ReadFitsArgs>().units.vector();
  const size_t outputs = c.out.size();
  auto number = [&](int64_t i) {
    const int64_t k = c.in[0]->view(i).as<int64_t>()[0];
    if (k < 0 || k >= set->size()) fail(ErrorKind::index, "no such file in the set");
    return k;
  };
  Reading reading(c, [&](int64_t i) { return set->name(number(i)); });
  auto reader = [&](const std::shared_ptr<const File>& file) {
    return
        [file](int64_t offset, int64_t length, uint8_t* out) { file->read(offset, length, out); };
  };

  std::vector<std::vector<FitsImage>> images(static_cast<size_t>(c.n));
  std::vector<std::vector<Shape>> shapes(outputs, std::vector<Shape>(images.size()));
  for (size_t o = 0; o < outputs; o++)
    for (Shape& s : shapes[o]) s.ndim = c.spec.outs[o].ndim;  // empty shape for samples that fail
  reading.each([&](int64_t i) {
    const auto file = set->open(number(i));
    auto found = find_fits_images(reader(file), file->size(), units);
    for (size_t o = 0; o < outputs; o++) {
      const std::string which = "unit (HDU) " + std::to_string(units[o]);
      if (found[o].compressed)
        fail(ErrorKind::decode, which + " is compressed, the first file's not");
      if (found[o].shape.ndim != c.spec.outs[o].ndim)
        fail(ErrorKind::value, which + " has " + std::to_string(found[o].shape.ndim) +
                                   " axes, the first file's " +
                                   std::to_string(c.spec.outs[o].ndim));
      check_fits(found[o].shape, c.spec.outs[o].dtype, "the image");
    }
    for (size_t o = 0; o < outputs; o++) shapes[o][static_cast<size_t>(i)] = found[o].shape;
    images[static_cast<size_t>(i)] = std::move(found);
  });
  auto sources = std::make_shared<std::vector<std::string>>();
  for (int64_t i = 0; i < c.n; i++) sources->push_back(reading.name(i));
  for (size_t o = 0; o < outputs; o++) {
    c.out[o] = tight_room(c.spec.outs[o].dtype, c.spec.outs[o].ndim, shapes[o]);
    c.out[o].sources = sources;
  }
  reading.each([&](int64_t i) {
    const auto file = set->open(number(i));
    for (size_t o = 0; o < outputs; o++)
      read_fits_image(reader(file), images[static_cast<size_t>(i)][o], c.out[o].dtype,
                      c.out[o].data[static_cast<size_t>(i)]);
  });
  reading.finish();
}

const KernelEntry entry{
    {.name = "read_fits", .args = schema<ReadFitsArgs>(), .run_batch = read, .cost = 20000.0f}};

}  // namespace
}  // namespace hr::read_fits_kernel
