// index_tfrecord, index_recordio, index_text: locations of records in each file; file_sizes.
#include <cstring>

#include "formats/record_index.h"
#include "operators/readers/reading.h"

namespace hr::index_records_kernel {
namespace {

// The numbers that `index` returns for each file, as rows of `columns`.
template <class F>
void index_files(BatchContext& c, int64_t columns, F index) {
  const auto& files = static_cast<const FileSet&>(*c.spec.resource);
  auto file_of = [&](int64_t i) { return *c.in[0]->view(i).as<int64_t>(); };
  Reading reading(c, [&](int64_t i) { return files.name(file_of(i)); });
  std::vector<std::vector<int64_t>> found(static_cast<size_t>(c.n));
  reading.each([&](int64_t i) { found[static_cast<size_t>(i)] = index(*files.open(file_of(i))); });
  std::vector<Shape> shapes;
  for (const auto& f : found) shapes.push_back({static_cast<int64_t>(f.size()) / columns, columns});
  c.out[0] = tight_room(DType::i64, 2, shapes);
  for (size_t i = 0; i < found.size(); i++) {
    if (!found[i].empty())
      std::memcpy(c.out[0].data[i], found[i].data(), found[i].size() * sizeof(int64_t));
    std::vector<int64_t>().swap(found[i]);
  }
  reading.finish();
}

void tfrecord(BatchContext& c) { index_files(c, 2, index_tfrecord); }
void recordio(BatchContext& c) { index_files(c, 1, index_recordio); }
void sizes(BatchContext& c) {
  index_files(c, 1, [](const File& file) { return std::vector<int64_t>{file.size()}; });
}

struct IndexTextArgs {
  int columns;
};
HR_ARGS(IndexTextArgs, columns);

void text(BatchContext& c) {
  const int columns = c.spec.as<IndexTextArgs>().columns;
  index_files(c, columns, [&](const File& file) { return index_text(file, columns); });
}

const KernelEntry tfrecords{{.name = "index_tfrecord", .run_batch = tfrecord, .cost = 20000.0f}};
const KernelEntry recordios{{.name = "index_recordio", .run_batch = recordio, .cost = 20000.0f}};
const KernelEntry bytes{{.name = "file_sizes", .run_batch = sizes, .cost = 20000.0f}};
const KernelEntry texts{
    {.name = "index_text", .args = schema<IndexTextArgs>(), .run_batch = text, .cost = 20000.0f}};

}  // namespace
}  // namespace hr::index_records_kernel
