// Opens and reads local and remote files; sets of files; directory listings.
#include "formats/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "base/checked.h"
#include "base/scratch.h"

namespace hr {
namespace {

constexpr size_t kOpenFiles = 128;           // per set
constexpr size_t kAlign = 4096;              // O_DIRECT alignment of addresses, offsets, lengths
constexpr size_t kBounce = size_t{1} << 20;  // block size for O_DIRECT

[[noreturn]] void fail_errno(int error) {
  const bool missing = error == ENOENT || error == ENOTDIR;
  fail(missing ? ErrorKind::missing_file : ErrorKind::io, std::generic_category().message(error));
}

}  // namespace

File::File(const std::string& path) {
  if (path.empty()) fail(ErrorKind::io, "the name is empty");
  // O_NONBLOCK: opening a FIFO would block until a writer opens it.
  fd_ = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd_ < 0) fail_errno(errno);
  struct stat info;
  if (fstat(fd_, &info) != 0) {
    const int error = errno;
    close(fd_);
    fail_errno(error);
  }
  if (!S_ISREG(info.st_mode)) {
    close(fd_);
    if (S_ISDIR(info.st_mode)) fail_errno(EISDIR);
    fail(ErrorKind::io, "it is no regular file");  // a FIFO or device might never end
  }
  size_ = info.st_size;
}

File::~File() {
  if (fd_ >= 0) close(fd_);
}

void File::read(int64_t offset, int64_t length, uint8_t* out) const {
  int64_t done = 0;
  while (done < length) {
    size_t wanted = static_cast<size_t>(std::min<int64_t>(length - done, int64_t{1} << 30));
    ssize_t n = pread(fd_, out + done, wanted, offset + done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail_errno(errno);
    if (n == 0)
      fail(ErrorKind::io, "it ended after " + std::to_string(offset + done) + " of " +
                              std::to_string(offset + length) + " bytes: somebody changed it");
    done += n;
  }
}

bool read_direct(const std::string& path, int64_t length, uint8_t* out) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_DIRECT);
  if (fd < 0) return false;
  // O_DIRECT needs aligned memory: read block by block through an aligned buffer.
  static_assert(kBounce % kAlign == 0);
  uint8_t* raw = scratch(kBounce + kAlign);
  uint8_t* block = raw + (kAlign - reinterpret_cast<uintptr_t>(raw) % kAlign) % kAlign;
  const size_t size = static_cast<size_t>(length);
  size_t done = 0;
  while (done < size) {
    size_t wanted = std::min(kBounce, (size - done + kAlign - 1) / kAlign * kAlign);
    ssize_t n = ::read(fd, block, wanted);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    size_t got = std::min(static_cast<size_t>(n), size - done);
    std::memcpy(out + done, block, got);
    done += got;
    if (static_cast<size_t>(n) % kAlign != 0) break;  // end of file
  }
  close(fd);
  return done == size;
}

// ---- remote files -------------------------------------------------------------------------------

namespace {

constexpr std::string_view kScheme = "://", kLocal = "file://";
RemoteOpener remote_opener = nullptr;

}  // namespace

bool is_remote(std::string_view path) {
  const size_t at = path.find(kScheme);
  return at != std::string_view::npos && at > 0 && path.find('/') > at && !path.starts_with(kLocal);
}

void set_remote_opener(RemoteOpener opener) { remote_opener = opener; }

std::shared_ptr<const File> open_path(const std::string& path, bool whole) {
  if (!is_remote(path))
    return std::make_shared<File>(path.starts_with(kLocal) ? path.substr(kLocal.size()) : path);
  if (!remote_opener) fail(ErrorKind::io, "URLs need the Python module headrace");
  return remote_opener(path, whole);
}

// ---- file sets ----------------------------------------------------------------------------------

FileSet::FileSet(std::string names, std::vector<int64_t> ends, std::string root, bool keep_open)
    : names_(std::move(names)),
      root_(std::move(root)),
      ends_(std::move(ends)),
      keep_open_(keep_open) {
  int64_t last = 0;
  for (int64_t end : ends_) {
    if (end < last || end > static_cast<int64_t>(names_.size()))
      fail_value("ends of names must grow and stay within them");
    last = end;
  }
  if (!root_.empty() && root_.back() != '/') root_ += '/';
  remote_ = is_remote(root_);
  for (int64_t i = 0; i < size() && !remote_; i++) remote_ = is_remote(view(i));
}

std::string_view FileSet::view(int64_t i) const {
  const int64_t start = i ? ends_[static_cast<size_t>(i - 1)] : 0;
  return std::string_view(names_).substr(
      static_cast<size_t>(start), static_cast<size_t>(ends_[static_cast<size_t>(i)] - start));
}

std::string FileSet::name(int64_t i) const { return std::string(view(i)); }

std::string FileSet::path(int64_t i) const {
  std::string_view n = view(i);
  if (n.starts_with('/') || n.starts_with(kLocal) || is_remote(n)) return std::string(n);
  if (n.starts_with("./") && is_remote(root_)) n.remove_prefix(2);  // "." is a name in URLs
  return root_ + std::string(n);
}

std::shared_ptr<const File> FileSet::open(int64_t i) const {
  if (!keep_open_) return open_path(path(i), true);
  {
    std::lock_guard lock(mutex_);
    if (auto it = where_.find(i); it != where_.end()) {
      open_.splice(open_.begin(), open_, it->second);
      return it->second->second;
    }
  }
  auto file = open_path(path(i), false);  // may be slow: not under the lock
  std::shared_ptr<const File> oldest;     // closes after the lock is released
  std::lock_guard lock(mutex_);
  if (auto it = where_.find(i); it != where_.end()) return it->second->second;
  open_.emplace_front(i, file);
  try {
    where_[i] = open_.begin();
  } catch (const std::bad_alloc&) {  // the cache is optional: use the file without it
    open_.pop_front();
    return file;
  }
  if (open_.size() > kOpenFiles) {
    oldest = std::move(open_.back().second);
    where_.erase(open_.back().first);
    open_.pop_back();
  }
  return file;
}

// ---- directories --------------------------------------------------------------------------------

namespace {

struct Folder {
  explicit Folder(const std::string& path) : dir(opendir(path.c_str())) {
    if (!dir) fail_errno(errno);
  }
  ~Folder() { closedir(dir); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  DIR* dir;
};

enum class Kind { file, folder, other };

Kind kind_of(int parent, const dirent& entry) {
  if (entry.d_type == DT_REG) return Kind::file;
  if (entry.d_type == DT_DIR) return Kind::folder;
  if (entry.d_type != DT_UNKNOWN && entry.d_type != DT_LNK) return Kind::other;
  struct stat info;
  if (fstatat(parent, entry.d_name, &info, 0) != 0) return Kind::other;  // broken link
  return S_ISREG(info.st_mode) ? Kind::file : S_ISDIR(info.st_mode) ? Kind::folder : Kind::other;
}

// A shell pattern; the usual "*.jpg" compares suffixes.
struct Pattern {
  std::string text;
  bool suffix, ignore_case;

  Pattern(const std::string& t, bool case_sensitive) : text(t), ignore_case(!case_sensitive) {
    suffix = t.starts_with('*') && t.find_first_of("*?[\\", 1) == std::string::npos;
    if (suffix) text = t.substr(1);
  }
  bool matches(const char* name) const {
    if (!suffix) return fnmatch(text.c_str(), name, ignore_case ? FNM_CASEFOLD : 0) == 0;
    const size_t n = std::strlen(name);
    if (n < text.size()) return false;
    const char* end = name + (n - text.size());
    return ignore_case ? strcasecmp(end, text.c_str()) == 0 : text == end;
  }
};

std::vector<std::string> entries(const std::string& path, Kind kind,
                                 const std::vector<Pattern>& patterns) {
  Folder folder(path);
  std::vector<std::string> found;
  errno = 0;
  while (const dirent* e = readdir(folder.dir)) {
    const bool wanted = std::any_of(patterns.begin(), patterns.end(),
                                    [&](const Pattern& p) { return p.matches(e->d_name); });
    const bool dots = !std::strcmp(e->d_name, ".") || !std::strcmp(e->d_name, "..");
    if (wanted && !dots && kind_of(dirfd(folder.dir), *e) == kind) found.emplace_back(e->d_name);
    errno = 0;
  }
  if (errno) fail_errno(errno);
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<Pattern> patterns(const std::vector<std::string>& texts, bool case_sensitive) {
  std::vector<Pattern> r;
  for (const std::string& t : texts) r.emplace_back(t, case_sensitive);
  return r;
}

void add_folder(ClassFolders& all, const std::string& root, const std::string& prefix,
                const std::vector<Pattern>& files, int32_t label) {
  for (const std::string& name : entries(root + "/" + prefix, Kind::file, files)) {
    all.names += prefix;
    all.names += name;
    all.ends.push_back(static_cast<int64_t>(all.names.size()));
    all.labels.push_back(label);
  }
}

}  // namespace

ClassFolders list_classes(const std::string& root, const std::vector<std::string>& files,
                          const std::vector<std::string>& folders, bool case_sensitive) {
  ClassFolders all;
  const auto wanted = patterns(files, case_sensitive);
  for (const std::string& name : entries(root, Kind::folder, patterns(folders, case_sensitive)))
    add_folder(all, root, name + "/", wanted, static_cast<int32_t>(all.classes++));
  return all;
}

ClassFolders list_folder(const std::string& root, const std::vector<std::string>& files,
                         bool case_sensitive) {
  ClassFolders all;
  add_folder(all, root, "", patterns(files, case_sensitive), 0);
  return all;
}

Samples room_for(const std::vector<int64_t>& sizes) {
  Samples r;
  r.n = static_cast<int64_t>(sizes.size());
  r.ndim = 1;
  r.shapes = sizes;
  check_fits(r, "a file or record");
  make_room(r, 64);
  return r;
}

}  // namespace hr
