// Tar archives: lists entries and their offsets from the headers alone.
#pragma once
#include <functional>
#include <string>

#include "formats/files.h"

namespace hr {

struct TarEntry {
  std::string name;
  int64_t offset = 0, size = 0;  // of its data in the archive
};

// Calls f for every regular file of an archive, in order: ustar, GNU (long names, base-256 sizes)
// and pax (path, size) headers. Skips folders, links, devices and sparse files. Archives end with
// zero blocks or at the end of the file; another archive may follow (concatenated files). Throws
// Error(io) with the offset if the file is no archive or is truncated. window: bytes per read,
// larger if requests are slow. Returns the number of skipped trailing bytes that are no archive.
int64_t walk_tar(const File& archive, const std::function<void(const TarEntry&)>& f,
                 int64_t window = 4096);

}  // namespace hr
