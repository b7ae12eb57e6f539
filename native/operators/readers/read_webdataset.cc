// read_webdataset: components of samples in tar archives, one output each.
#include "formats/webdataset.h"
#include "operators/readers/reading.h"

namespace hr::read_webdataset_kernel {
namespace {

// Input 0 holds the index of each sample in the dataset.
void read(BatchContext& c) {
  const auto* set = dynamic_cast<const Webdataset*>(c.spec.resource.get());
  if (!set || set->outputs() != static_cast<int64_t>(c.out.size()))
    fail(ErrorKind::type, "needs a dataset in archives with as many outputs");
  std::vector<Webdataset::Sample> samples;
  for (int64_t i = 0; i < c.n; i++)
    samples.push_back(set->sample(c.in[0]->view(i).as<int64_t>()[0]));
  auto at = [&](int64_t i) { return samples[static_cast<size_t>(i)]; };
  Reading reading(c, [&](int64_t i) { return set->name(at(i).archive); });

  for (size_t o = 0; o < c.out.size(); o++) {
    std::vector<int64_t> sizes;
    auto sources = std::make_shared<std::vector<std::string>>();
    for (int64_t i = 0; i < c.n; i++) {
      const auto part = set->component(at(i), static_cast<int64_t>(o));
      sizes.push_back(part.length);
      sources->push_back(part.offset < 0 ? ""
                                         : reading.name(i) + ":" + std::to_string(part.offset) +
                                               ":" + std::string(part.name));
    }
    Samples& out = c.out[o] = room_for(sizes);
    out.dtype = c.spec.outs[o].dtype;
    for (int64_t& n : out.shapes) n /= itemsize(out.dtype);
    out.find_dense();
    out.sources = std::move(sources);
  }
  reading.each([&](int64_t i) {
    const auto file = set->open(at(i).archive);
    for (size_t o = 0; o < c.out.size(); o++) {
      const auto part = set->component(at(i), static_cast<int64_t>(o));
      if (part.length > 0)
        file->read(part.offset, part.length, c.out[o].data[static_cast<size_t>(i)]);
    }
  });
  reading.finish();
}

const KernelEntry entry{{.name = "read_webdataset", .run_batch = read, .cost = 20000.0f}};

}  // namespace
}  // namespace hr::read_webdataset_kernel
