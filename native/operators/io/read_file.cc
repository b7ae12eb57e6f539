// read_file, read_records: contents of files and of parts of files. Files are read, not mapped: if
// a mapped file shrinks, access kills the process.
#include <algorithm>
#include <memory>

#include "operators/readers/reading.h"

namespace hr::read_file_kernel {
namespace {

struct ReadFileArgs {
  bool direct;  // bypass the page cache (O_DIRECT) if the file system supports it
};
HR_ARGS(ReadFileArgs, direct);

constexpr int64_t kOpen = 32;  // files of a batch kept open between querying the size and reading

// A part to read: kept open until it is read, unless there are too many.
struct Part {
  std::shared_ptr<const File> file;
  int64_t offset = 0, length = 0;
};

// Queries all sizes, allocates, then reads. find(i) opens part i; read(i, part, out) reads it.
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

// A name ends at its first zero byte, as in C; a "file://" prefix is allowed.
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

// Parts of files: (index in the set, offset, length); length -1 means to the end. Indices are
// checked against the file size.
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

// (The high cost makes both run on workers: a slow read must not block the calling thread.)
const KernelEntry files{{.name = "read_file",
                         .args = schema<ReadFileArgs>(),
                         .run_batch = read_files,
                         .reads_files = true,
                         .cost = 20.0f}};
const KernelEntry records{{.name = "read_records", .run_batch = read_records, .cost = 20000.0f}};

}  // namespace
}  // namespace hr::read_file_kernel
