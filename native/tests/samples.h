// Shared by the decoder tests: a CHECK, random numbers, files from a folder, damage to files.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "codecs/picture.h"

namespace {  // unnamed: each test is one program of one file

using hr::codecs::Box;
using Bytes = std::vector<uint8_t>;

int failures = 0;
#define CHECK(ok)                                                   \
  do {                                                              \
    if (!(ok) && ++failures <= 20) {                                \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #ok); \
    }                                                               \
  } while (false)

[[maybe_unused]] int report() {
  if (failures) std::fprintf(stderr, "%d checks failed\n", failures);
  return failures != 0;
}

std::mt19937 rng(7);
int64_t draw(int64_t low, int64_t high) {  // both inclusive
  return std::uniform_int_distribution<int64_t>(low, high)(rng);
}

template <class T>
[[maybe_unused]] const T& any(const std::vector<T>& list) {
  return list[static_cast<size_t>(draw(0, static_cast<int64_t>(list.size()) - 1))];
}

[[maybe_unused]] Box random_box(int64_t height, int64_t width) {
  int64_t y0 = draw(0, height), y1 = draw(0, height), x0 = draw(0, width), x1 = draw(0, width);
  if (draw(0, 5) == 0) y0 = 0;
  if (draw(0, 5) == 0) y1 = height;
  if (draw(0, 5) == 0) x0 = 0;
  if (draw(0, 5) == 0) x1 = width;
  if (draw(0, 3) == 0) x1 = std::min(width, x0 + draw(1, 3));  // thin boxes hit every edge case
  return {std::min(y0, y1), std::min(x0, x1), std::max(y0, y1), std::max(x0, x1)};
}

// Number of damaged files to decode: the program's argument, HEADRACE_MUTANTS, or `otherwise`.
[[maybe_unused]] int mutants_of(int argc, char** argv, int otherwise) {
  if (argc > 1) return std::atoi(argv[1]);
  const char* told = std::getenv("HEADRACE_MUTANTS");
  return told && *told ? std::atoi(told) : otherwise;
}

// Files below HEADRACE_TEST_DATA whose names end with `ending`; none if it is not set.
[[maybe_unused]] std::vector<Bytes> read_files(const char* folder, const std::string& ending,
                                               size_t most) {
  std::vector<Bytes> files;
  const char* data = std::getenv("HEADRACE_TEST_DATA");
  if (!data) return files;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(data) + "/" + folder)) {
    const std::string name = entry.path().filename().string();
    if (name.size() >= ending.size() &&
        name.compare(name.size() - ending.size(), ending.size(), ending) == 0) {
      paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  if (paths.size() > most) paths.resize(most);
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    files.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return files;
}

// Damages at most `most` places, half in the first `header` bytes; copies pieces of `other`.
[[maybe_unused]] Bytes mutate(Bytes data, const Bytes& other, int64_t header, int64_t most) {
  auto place = [&] {
    return static_cast<size_t>(draw(0, std::min<int64_t>(draw(0, 1) ? header : 1 << 30,
                                                         static_cast<int64_t>(data.size()) - 1)));
  };
  for (int64_t i = draw(1, most); i > 0 && data.size() > 8; i--) {
    const size_t at = place(), n = std::min(data.size() - at, static_cast<size_t>(draw(1, 64)));
    const auto here = data.begin() + static_cast<ptrdiff_t>(at);
    const auto after = here + static_cast<ptrdiff_t>(n);
    switch (draw(0, 9)) {
      case 0:
        data.erase(here, after);
        break;
      case 1:
        data.insert(data.end(), other.begin(), other.end());
        break;
      case 2:
        data.resize(std::max<size_t>(8, place()));
        break;
      case 3:
        std::fill(here, after, draw(0, 1) ? 0xFF : 0x00);
        break;
      case 4:
        std::copy_n(other.begin(), std::min(n, other.size()), here);
        break;
      default:
        *here = static_cast<uint8_t>(draw(0, 1) ? draw(0, 255) : *here ^ 1 << draw(0, 7));
    }
  }
  return data;
}

}  // namespace
