// Files: open and read with errors that say why; sets of files for readers.
#pragma once
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/fork_mutex.h"
#include "base/resource.h"
#include "base/value.h"

namespace hr {

// An open regular file. Throws Error(io or missing_file) with the reason; callers add the name.
class File {
 public:
  explicit File(const std::string& path);
  virtual ~File();
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int64_t size() const { return size_; }  // size when it was opened
  // Fills `out`; throws if the file is shorter.
  virtual void read(int64_t offset, int64_t length, uint8_t* out) const;

 protected:
  explicit File(int64_t size) : size_(size) {}  // for subclasses that read in another way

 private:
  int fd_ = -1;
  int64_t size_;
};

// Opens a file by path, or a remote one by URL ("s3://…"): at once if `whole`, else for partial
// reads. A "file://" prefix is ignored. URLs are opened and read by Python code through the opener,
// so callers must not hold a lock that Python code may wait for.
std::shared_ptr<const File> open_path(const std::string& path, bool whole);
bool is_remote(std::string_view path);
using RemoteOpener = std::shared_ptr<const File> (*)(const std::string& url, bool whole);
void set_remote_opener(RemoteOpener opener);

// Reads past the page cache (O_DIRECT); false: the file system does not support it.
bool read_direct(const std::string& path, int64_t length, uint8_t* out);

// Names of files, packed into one string (a tree of a million files costs the names plus eight
// bytes each), and the files that are open. Thread-safe. (enable_shared_from_this: like Spec, it
// may be destroyed on worker threads.)
class FileSet : public Resource, public std::enable_shared_from_this<FileSet> {
 public:
  // names: all names without separators; ends: end offset of each; root: prefix of every relative
  // name. keep_open: files will be read repeatedly.
  FileSet(std::string names, std::vector<int64_t> ends, std::string root, bool keep_open);
  int64_t size() const { return static_cast<int64_t>(ends_.size()); }
  std::string name(int64_t i) const;
  std::string path(int64_t i) const;
  std::shared_ptr<const File> open(int64_t i) const;
  bool remote() const { return remote_; }  // at least one is remote

 private:
  std::string_view view(int64_t i) const;
  std::string names_, root_;
  std::vector<int64_t> ends_;
  bool keep_open_, remote_;
  mutable ForkMutex mutex_;
  mutable std::list<std::pair<int64_t, std::shared_ptr<const File>>> open_;  // recent first
  mutable std::unordered_map<int64_t, decltype(open_)::iterator> where_;
};

// A directory whose subdirectories are classes, as in image datasets: names "class/file" by class,
// sorted bytewise, and each file's class number. Patterns as in the shell (* ? [a-z]).
struct ClassFolders {
  std::string names;
  std::vector<int64_t> ends;
  std::vector<int32_t> labels;
  int64_t classes = 0;
};
ClassFolders list_classes(const std::string& root, const std::vector<std::string>& files,
                          const std::vector<std::string>& folders, bool case_sensitive);

// Matching files of one directory, sorted.
ClassFolders list_folder(const std::string& root, const std::vector<std::string>& files,
                         bool case_sensitive);

// Allocates samples of these sizes back to back, each aligned: a 1-D uint8 output.
Samples room_for(const std::vector<int64_t>& sizes);

}  // namespace hr
