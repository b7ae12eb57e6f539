// Batches of records: their locations, and errors that name the record.
#include "operators/readers/record_batch.h"

namespace hr {
namespace {

const FileSet& files_of(const BatchContext& c) {
  return static_cast<const FileSet&>(*c.spec.resource);
}

int64_t file_of(const BatchContext& c, int64_t i) {
  const int64_t file = *c.in[0]->view(i).as<int64_t>();
  if (file < 0 || file >= files_of(c).size()) fail(ErrorKind::index, "no such file in the set");
  return file;
}

}  // namespace

RecordReading::RecordReading(BatchContext& c)
    : Reading(c, [&](int64_t i) { return files_of(c).name(file_of(c, i)); }),
      records_(static_cast<size_t>(c.n)),
      remote_(files_of(c).remote()) {
  Reading::each([&](int64_t i) {
    Record& r = records_[static_cast<size_t>(i)];
    const int64_t* extent = c.in[0]->view(i).as<int64_t>();
    r.offset = extent[1];
    r.file = files_of(c).open(extent[0]);
    r.length = extent[2];
    if (r.offset < 0 || r.length < 0 || r.length > INT64_MAX - r.offset)
      fail(ErrorKind::index, "no such record");
  });
}

std::shared_ptr<const std::vector<std::string>> RecordReading::sources() const {
  auto sources = std::make_shared<std::vector<std::string>>();
  sources->reserve(records_.size());
  for (size_t i = 0; i < records_.size(); i++)
    sources->push_back(name(static_cast<int64_t>(i)) + " at index " +
                       std::to_string(records_[i].offset));
  return sources;
}

}  // namespace hr
