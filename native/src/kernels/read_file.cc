// read_file, read_records: the contents of files and of parts of files. Read rather than mapped: a
// file that shrinks while it is mapped kills the process.
#include <algorithm>
#include <memory>
#include <optional>

#include "headrace/files.h"
#include "headrace/pool.h"

namespace hr {
namespace {

constexpr int64_t kOpen = 32;  // files of a batch that stay open between their size and their bytes

struct Wanted {
  std::string name;  // as it was given
  std::string path;
  std::shared_ptr<const File> file;
  int64_t number = 0;  // in its set
  int64_t offset = 0, length = 0;
  std::optional<SampleFailure> failure;

  void fail(int64_t sample, ErrorKind kind, const std::string& why) {
    std::string where = offset ? " at byte " + std::to_string(offset) : "";
    failure = {sample, kind, "cannot read \"" + path + "\"" + where + ": " + why, name};
    length = 0;
    file.reset();
  }
};

// f(i) for every sample on the pool's threads; errors stay with their samples.
template <class F>
void for_all(const BatchContext& c, std::vector<Wanted>& all, F f) {
  parallel(c.pool, c.n, [&](int64_t i) {
    Wanted& w = all[static_cast<size_t>(i)];
    if (w.failure) return;
    try {
      f(w, i);
    } catch (const Error& e) {
      w.fail(i, e.kind, e.what());
    }
  });
}

// Room for all of them, then the files' bytes.
template <class Read>
void read_all(BatchContext& c, std::vector<Wanted>& all, Read read) {
  std::vector<int64_t> sizes;
  auto sources = std::make_shared<std::vector<std::string>>();
  for (const Wanted& w : all) {
    sizes.push_back(w.length);
    sources->push_back(w.name);
  }
  c.out[0] = room_for(sizes);
  c.out[0].sources = std::move(sources);
  for_all(c, all, [&](Wanted& w, int64_t i) {
    read(w, c.out[0].data[static_cast<size_t>(i)]);
    w.file.reset();
  });
  for (size_t i = 0; i < all.size(); i++) {
    if (!all[i].failure) continue;
    c.out[0].shapes[i] = 0;
    c.failures.push_back(std::move(*all[i].failure));
  }
  if (!c.failures.empty()) c.out[0].find_dense();
}

// Names end at their first zero byte, if there is one, as in C; "file://" may stand before a path.
std::string text_of(const View& v) {
  const char* p = reinterpret_cast<const char*>(v.data);
  return {p, std::find(p, p + v.volume(), '\0')};
}

void read_files(BatchContext& c) {
  const Samples& names = *c.in[0];
  const bool direct = Args(c.spec, c.dyn.data(), 0, 0, c.key).i(0) != 0;
  std::vector<Wanted> all(static_cast<size_t>(c.n));
  for_all(c, all, [&](Wanted& w, int64_t i) {
    w.name = text_of(names.view(names.n == 1 ? 0 : i));
    w.path = w.name.starts_with("file://") ? w.name.substr(7) : w.name;
    w.file = open_path(w.path, true);
    w.length = w.file->size();
  });
  read_all(c, all, [&](Wanted& w, uint8_t* out) {
    if (!direct || !read_direct(w.path, w.length, out)) w.file->read(0, w.length, out);
  });
}

// Which part of which file: (number in the set, first byte, length), a length of -1 is up to the
// end. What an index says is believed only as far as the file reaches.
void read_records(BatchContext& c) {
  const auto& files = static_cast<const FileSet&>(*c.spec.resource);
  std::vector<Wanted> all(static_cast<size_t>(c.n));
  for_all(c, all, [&](Wanted& w, int64_t i) {
    const int64_t* extent = c.in[0]->view(i).as<int64_t>();
    if (extent[0] < 0 || extent[0] >= files.size())
      fail(ErrorKind::index, "no such file in the set");
    w.name = files.name(extent[0]);
    w.path = files.path(extent[0]);
    w.file = files.open(extent[0]);
    const int64_t there = w.file->size(), offset = extent[1];
    const int64_t length = extent[2] >= 0 ? extent[2] : std::max<int64_t>(there - offset, 0);
    if (offset < 0 || offset > there || length > there - offset)
      fail(ErrorKind::io, "the record has " + std::to_string(length) + " bytes from byte " +
                              std::to_string(offset) + ", the file only " + std::to_string(there) +
                              ": it is truncated, or its index is not its own");
    w.offset = offset;
    w.length = length;
    w.number = extent[0];
    if (i >= kOpen) w.file.reset();
  });
  read_all(c, all, [&](Wanted& w, uint8_t* out) {
    if (!w.file) w.file = files.open(w.number);
    w.file->read(w.offset, w.length, out);
  });
}

// (The cost keeps either of them off the thread that asks, which may hold something up.)
const KernelEntry files{
    {.name = "read_file", .params = {"direct"}, .run_batch = read_files, .cost = 20.0f}};
const KernelEntry records{{.name = "read_records", .run_batch = read_records, .cost = 20000.0f}};

}  // namespace
}  // namespace hr
