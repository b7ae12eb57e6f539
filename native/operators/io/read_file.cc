// read_file, read_records: the contents of files and of parts of files. Read rather than mapped: a
// file that shrinks while it is mapped kills the process.
#include <algorithm>
#include <memory>

#include "operators/readers/reading.h"

namespace hr::read_file_kernel {
namespace {

struct ReadFileArgs {
  bool direct;  // past the system's cache, where the file system allows that
};
HR_ARGS(ReadFileArgs, direct);

constexpr int64_t kOpen = 32;  // files of a batch that stay open between their size and their bytes

// What is read: open, until its turn comes, unless there are too many.
struct Part {
  std::shared_ptr<const File> file;
  int64_t offset = 0, length = 0;
};

// Sizes, then room for all of them, then their bytes. find(i): part i, opened. read(i, part, out).
template <class Find, class Read>
void read_parts(BatchContext& c, Reading& reading, Find find, Read read) {
  std::vector<Part> parts(static_cast<size_t>(c.n));
  auto at = [&](int64_t i) -> Part& { return parts[static_cast<size_t>(i)]; };
  reading.each([&](int64_t i) {
    at(i) = find(i);
    if (i >= kOpen && !is_remote(reading.path(i))) at(i).file.reset();
  });
  std::vector<int64_t> sizes;
  for (int64_t i = 0; i < c.n; i++) sizes.push_back(reading.ok(i) ? at(i).length : 0);
  c.out[0] = room_for(sizes);
  c.out[0].sources = std::make_shared<const std::vector<std::string>>(reading.names());
  reading.each([&](int64_t i) {
    if (!at(i).file) at(i).file = find(i).file;
    read(i, at(i), c.out[0].data[static_cast<size_t>(i)]);
    at(i).file.reset();
  });
  reading.finish();
}

// Names end at their first zero byte, if there is one, as in C; "file://" may stand before a path.
std::string text_of(const View& v) {
  const char* p = reinterpret_cast<const char*>(v.data);
  return {p, std::find(p, p + v.volume(), '\0')};
}

void read_files(BatchContext& c) {
  const Samples& names = *c.in[0];
  const bool direct = c.spec.as<ReadFileArgs>().direct;
  auto name = [&](int64_t i) { return text_of(names.view(names.n == 1 ? 0 : i)); };
  auto path = [&](int64_t i) {
    std::string n = name(i);
    return n.starts_with("file://") ? n.substr(7) : n;
  };
  Reading reading(c, name, path);
  read_parts(
      c, reading,
      [&](int64_t i) {
        Part p{open_path(reading.path(i), true)};
        p.length = p.file->size();
        return p;
      },
      [&](int64_t i, const Part& p, uint8_t* out) {
        if (!direct || !read_direct(reading.path(i), p.length, out)) p.file->read(0, p.length, out);
      });
}

// Which part of which file: (number in the set, first byte, length), a length of -1 is up to the
// end. What an index says is believed only as far as the file reaches.
void read_records(BatchContext& c) {
  const auto& files = static_cast<const FileSet&>(*c.spec.resource);
  auto extent = [&](int64_t i) { return c.in[0]->view(i).as<int64_t>(); };
  for (int64_t i = 0; i < c.n; i++)
    if (extent(i)[0] < 0 || extent(i)[0] >= files.size())
      fail(ErrorKind::index, "no such file in the set");
  Reading reading(
      c, [&](int64_t i) { return files.name(extent(i)[0]); },
      [&](int64_t i) { return files.path(extent(i)[0]); });
  read_parts(
      c, reading,
      [&](int64_t i) {
        Part p{files.open(extent(i)[0]), extent(i)[1], extent(i)[2]};
        const int64_t there = p.file->size();
        if (p.length < 0 && p.offset >= 0) p.length = std::max<int64_t>(there - p.offset, 0);
        if (p.offset < 0 || p.offset > there || p.length > there - p.offset)
          fail(ErrorKind::io, "the record has " + std::to_string(p.length) + " bytes from byte " +
                                  std::to_string(p.offset) + ", the file only " +
                                  std::to_string(there) +
                                  ": it is truncated, or its index is not its own");
        return p;
      },
      [](int64_t, const Part& p, uint8_t* out) { p.file->read(p.offset, p.length, out); });
}

// (The cost keeps either of them off the thread that asks, which may hold something up.)
const KernelEntry files{{.name = "read_file",
                         .args = schema<ReadFileArgs>(),
                         .run_batch = read_files,
                         .reads_files = true,
                         .cost = 20.0f}};
const KernelEntry records{{.name = "read_records", .run_batch = read_records, .cost = 20000.0f}};

}  // namespace
}  // namespace hr::read_file_kernel
