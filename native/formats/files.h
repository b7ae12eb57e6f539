// Files: opening and reading them with errors that say why; sets of files that readers read from.
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

// An open regular file. Throws Error(io or missing_file) with the reason alone: callers add the
// name.
class File {
 public:
  explicit File(const std::string& path);
  virtual ~File();
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int64_t size() const { return size_; }  // when it was opened
  // Fills `out`; a file that ends before is an error.
  virtual void read(int64_t offset, int64_t length, uint8_t* out) const;

 protected:
  explicit File(int64_t size) : size_(size) {}  // one that is read in another way

 private:
  int fd_ = -1;
  int64_t size_;
};

// Opens a file by its path, or elsewhere by its URL ("s3://…"): all of it at once if `whole`, else
// to read parts of it. "file://" before a path means nothing. URLs are opened and read by Python
// code, through the opener: nobody who calls this holds something that such code may wait for.
std::shared_ptr<const File> open_path(const std::string& path, bool whole);
bool is_remote(std::string_view path);
using RemoteOpener = std::shared_ptr<const File> (*)(const std::string& url, bool whole);
void set_remote_opener(RemoteOpener opener);

// The same past the system's cache, where the file system can do that; false: it cannot.
bool read_direct(const std::string& path, int64_t length, uint8_t* out);

// Names of files, packed one behind the other (a tree of a million files costs their names and
// eight bytes each), and those of them that are open. For any thread.
// (enable_shared_from_this: as for Spec, it dies on worker threads.)
class FileSet : public Resource, public std::enable_shared_from_this<FileSet> {
 public:
  // names: all of them without separators; ends: where each ends; root: stands before every name
  // that is not absolute. keep_open: they will be read from again and again.
  FileSet(std::string names, std::vector<int64_t> ends, std::string root, bool keep_open);
  int64_t size() const { return static_cast<int64_t>(ends_.size()); }
  std::string name(int64_t i) const;
  std::string path(int64_t i) const;
  std::shared_ptr<const File> open(int64_t i) const;
  bool remote() const { return remote_; }  // some of them at least

 private:
  std::string_view view(int64_t i) const;
  std::string names_, root_;
  std::vector<int64_t> ends_;
  bool keep_open_, remote_;
  mutable ForkMutex mutex_;
  mutable std::list<std::pair<int64_t, std::shared_ptr<const File>>> open_;  // used last first
  mutable std::unordered_map<int64_t, decltype(open_)::iterator> where_;
};

// A folder whose subfolders are classes, as image datasets have it: names "class/file" by class,
// sorted bytewise, and the number of each file's class. Patterns as in the shell (* ? [a-z]).
struct ClassFolders {
  std::string names;
  std::vector<int64_t> ends;
  std::vector<int32_t> labels;
  int64_t classes = 0;
};
ClassFolders list_classes(const std::string& root, const std::vector<std::string>& files,
                          const std::vector<std::string>& folders, bool case_sensitive);

// One folder's files that match, sorted.
ClassFolders list_folder(const std::string& root, const std::vector<std::string>& files,
                         bool case_sensitive);

// Empty space for samples of these sizes behind one another, each aligned: a 1-D uint8 output.
Samples room_for(const std::vector<int64_t>& sizes);

}  // namespace hr
