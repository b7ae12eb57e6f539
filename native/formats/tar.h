// Archives in tar's format: what is in them and where, from their headers alone.
#pragma once
#include <functional>
#include <string>

#include "formats/files.h"

namespace hr {

struct TarEntry {
  std::string name;
  int64_t offset = 0, size = 0;  // of its contents in the archive
};

// Calls f for every regular file of an archive, in its order: ustar, GNU (long names, sizes in base
// 256) and pax (path, size) headers. Folders, links, devices and sparse files are left out.
// Archives end with zero blocks, or simply end; another archive may follow, as when files were
// concatenated. What is not an archive, or ends early, is an Error(io) that says where. window:
// bytes to read at once, where a request costs more than they do. Returns how many bytes follow the
// end that are no archive: they are left out.
int64_t walk_tar(const File& archive, const std::function<void(const TarEntry&)>& f,
                 int64_t window = 4096);

}  // namespace hr
