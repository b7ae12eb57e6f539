// read_file: the contents of files. Read rather than mapped: a file that shrinks while it is mapped
// kills the process.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <system_error>

#include "headrace/kernel.h"
#include "headrace/pool.h"

namespace hr {
namespace {

enum { kDirect };

constexpr size_t kAlign = 4096;              // what O_DIRECT asks of addresses, offsets and lengths
constexpr size_t kBounce = size_t{1} << 20;  // read at a time with O_DIRECT

struct File {
  std::string name;  // as it was given
  std::string path;
  int64_t size = 0;
};

[[noreturn]] void fail_file(const File& f, int64_t sample, const std::string& reason,
                            ErrorKind kind = ErrorKind::io) {
  fail(kind,
       "cannot read \"" + f.name + "\": " + reason + " (sample " + std::to_string(sample) + ")");
}

std::string reason(int error) { return std::generic_category().message(error); }

// Names end at their first zero byte, if there is one, as in C; "file://" may stand before a path.
File named(const View& text) {
  const char* p = reinterpret_cast<const char*>(text.data);
  File f;
  f.name.assign(p, std::find(p, p + text.volume(), '\0'));
  f.path = f.name.starts_with("file://") ? f.name.substr(7) : f.name;
  return f;
}

void find_size(File& f, int64_t sample) {
  if (f.path.empty()) fail_file(f, sample, "the name is empty");
  struct stat info;
  if (stat(f.path.c_str(), &info) != 0) {
    const int error = errno;
    const bool missing = error == ENOENT || error == ENOTDIR;
    fail_file(f, sample, reason(error), missing ? ErrorKind::missing_file : ErrorKind::io);
  }
  if (S_ISDIR(info.st_mode)) fail_file(f, sample, reason(EISDIR));
  if (!S_ISREG(info.st_mode)) fail_file(f, sample, "it is no regular file");  // might never end
  f.size = info.st_size;
}

struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd >= 0) close(fd);
  }
};

// Reads until `size` bytes are there or the file ends; returns how many were read, -1 for errors.
int64_t read_all(int fd, uint8_t* out, size_t size) {
  size_t done = 0;
  while (done < size) {
    ssize_t n = read(fd, out + done, std::min<size_t>(size - done, size_t{1} << 30));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return -1;
    if (n == 0) break;
    done += static_cast<size_t>(n);
  }
  return static_cast<int64_t>(done);
}

// O_DIRECT wants aligned memory: block by block through a buffer of ours.
int64_t read_direct(int fd, uint8_t* out, size_t size) {
  static_assert(kBounce % kAlign == 0);
  uint8_t* raw = scratch(kBounce + kAlign);
  uint8_t* block = raw + (kAlign - reinterpret_cast<uintptr_t>(raw) % kAlign) % kAlign;
  size_t done = 0;
  while (done < size) {
    size_t wanted = std::min(kBounce, (size - done + kAlign - 1) / kAlign * kAlign);
    ssize_t n = read(fd, block, wanted);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return -1;
    size_t got = std::min(static_cast<size_t>(n), size - done);
    std::memcpy(out + done, block, got);
    done += got;
    if (static_cast<size_t>(n) % kAlign != 0 || n == 0) break;  // the end of the file
  }
  return static_cast<int64_t>(done);
}

void read_file(const File& f, int64_t sample, bool direct, uint8_t* out) {
  if (f.size == 0) return;
  size_t size = static_cast<size_t>(f.size);
  if (direct) {  // file systems without it refuse to open the file, or to read from it
    Descriptor d{open(f.path.c_str(), O_RDONLY | O_CLOEXEC | O_DIRECT)};
    if (d.fd >= 0 && read_direct(d.fd, out, size) == f.size) return;
  }
  Descriptor d{open(f.path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (d.fd < 0) fail_file(f, sample, reason(errno));
  int64_t done = read_all(d.fd, out, size);
  if (done < 0) fail_file(f, sample, reason(errno));
  if (done < f.size)
    fail_file(f, sample,
              "it ended after " + std::to_string(done) + " of " + std::to_string(f.size) +
                  " bytes: somebody changed it");
}

// f(i) for every file on the pool's threads. Of several errors, that of the first file is thrown:
// which one came first in time would be chance.
template <class F>
void for_all(const BatchContext& c, F f) {
  std::vector<std::optional<Error>> errors(static_cast<size_t>(c.n));
  parallel(c.pool, c.n, [&](int64_t i) {
    try {
      f(i);
    } catch (const Error& e) {
      errors[static_cast<size_t>(i)] = e;
    }
  });
  for (const std::optional<Error>& e : errors)
    if (e) throw *e;
}

// Empty space for all of the files, behind one another.
Samples room_for(const std::vector<File>& files) {
  auto aligned = [](int64_t size) { return (static_cast<size_t>(size) + 63) / 64 * 64; };
  Samples r;
  r.n = static_cast<int64_t>(files.size());
  r.ndim = 1;
  auto sources = std::make_shared<std::vector<std::string>>();
  size_t total = 64;
  for (const File& f : files) total += aligned(f.size);
  BufferRef slab = allocate(total);
  uint8_t* at = slab->data;
  for (const File& f : files) {
    r.shapes.push_back(f.size);
    r.data.push_back(at);
    sources->push_back(f.path);
    at += aligned(f.size);
  }
  r.owners = {slab};
  r.sources = std::move(sources);
  r.find_dense();
  return r;
}

void run(BatchContext& c) {
  const Samples& names = *c.in[0];
  const bool direct = Args(c.spec, c.dyn.data(), 0, 0, c.key).i(kDirect) != 0;
  std::vector<File> files(static_cast<size_t>(c.n));
  for_all(c, [&](int64_t i) {
    File& f = files[static_cast<size_t>(i)];
    f = named(names.view(names.n == 1 ? 0 : i));
    find_size(f, i);
  });
  c.out[0] = room_for(files);
  for_all(c, [&](int64_t i) {
    read_file(files[static_cast<size_t>(i)], i, direct, c.out[0].data[static_cast<size_t>(i)]);
  });
}

const KernelEntry entry{
    {.name = "read_file", .params = {"direct"}, .run_batch = run, .cost = 20.0f}};

}  // namespace
}  // namespace hr
