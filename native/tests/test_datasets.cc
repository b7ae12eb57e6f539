// Archives, .npy and FITS files: any bytes give an error, or parts inside the file. Exact memory.
#include <unistd.h>

#include <cstring>

#include "engine/pool.h"
#include "formats/fits.h"
#include "formats/tar.h"
#include "formats/webdataset.h"
#include "samples.h"

using namespace hr;

namespace {

class MemoryFile : public File {
 public:
  explicit MemoryFile(Bytes data)
      : File(static_cast<int64_t>(data.size())), data_(std::move(data)) {}
  void read(int64_t offset, int64_t length, uint8_t* out) const override {
    const bool inside = offset >= 0 && length >= 0 && offset <= size() && length <= size() - offset;
    CHECK(inside);
    if (inside && length) std::memcpy(out, data_.data() + offset, static_cast<size_t>(length));
  }

 private:
  Bytes data_;
};

ReadBytes reader(const MemoryFile& file) {
  return [&file](int64_t offset, int64_t n, uint8_t* out) { file.read(offset, n, out); };
}

void add(Bytes& to, const std::string& text) { to.insert(to.end(), text.begin(), text.end()); }

std::string text_of(const char* format, long long number) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, format, number);
  return buffer;
}

// ---- archives -----------------------------------------------------------------------------------

constexpr size_t kBlock = 512;

void set_checksum(uint8_t* header) {
  std::fill_n(header + 148, 8, ' ');
  int sum = 0;
  for (size_t i = 0; i < kBlock; i++) sum += header[i];
  std::snprintf(reinterpret_cast<char*>(header) + 148, 7, "%06o", static_cast<unsigned>(sum));
}

void add_entry(Bytes& tar, const std::string& name, const std::string& data, char type = '0') {
  const size_t at = tar.size();
  tar.resize(at + kBlock);
  std::copy_n(name.begin(), std::min<size_t>(name.size(), 100),
              tar.begin() + static_cast<ptrdiff_t>(at));
  const std::string size = text_of("%011llo", static_cast<long long>(data.size()));
  std::copy(size.begin(), size.end(), tar.begin() + static_cast<ptrdiff_t>(at) + 124);
  tar[at + 156] = static_cast<uint8_t>(type);
  std::copy_n("ustar\00000", 8, tar.begin() + static_cast<ptrdiff_t>(at) + 257);
  set_checksum(&tar[at]);
  add(tar, data);
  tar.resize((tar.size() + kBlock - 1) / kBlock * kBlock);
}

Bytes archive() {
  Bytes tar;
  add_entry(tar, "a/0.jpg", "first");
  add_entry(tar, "a/0.cls", "7");
  add_entry(tar, "folder/", "", '5');
  add_entry(tar, "x", "15 path=b/1.jpg\n8 size=3\n", 'x');
  tar[tar.size() - kBlock] = '1';  // "16 path=…" starts with the record's own length
  tar[tar.size() - kBlock + 1] = '6';
  tar[tar.size() - kBlock + 16] = '9';
  add_entry(tar, "1.jpg", "abc");
  add_entry(tar, "l", std::string(300, 'n') + ".cls", 'L');
  add_entry(tar, "n", std::string(2000, 'd'));
  add_entry(tar, "s", "gap", 'S');
  tar.resize(tar.size() + 2 * kBlock);
  return tar;
}

std::vector<TarEntry> walk(const Bytes& data, int64_t window) {
  MemoryFile file(data);
  std::vector<TarEntry> found;
  walk_tar(
      file,
      [&](const TarEntry& e) {
        CHECK(e.offset >= 0 && e.size >= 0 && e.offset <= file.size() &&
              e.size <= file.size() - e.offset);
        found.push_back(e);
      },
      window);
  return found;
}

void test_archives(int mutants) {
  const Bytes good = archive();
  for (int64_t window : {0, 4096, 1 << 20}) {
    const auto found = walk(good, window);
    CHECK(found.size() == 4);
    if (found.size() != 4) return;
    CHECK(found[0].name == "a/0.jpg" && found[0].offset == 512 && found[0].size == 5);
    CHECK(found[2].name == "b/1.jpg" && found[2].size == 3);
    CHECK(found[3].name == std::string(300, 'n') + ".cls" && found[3].size == 2000);
    Bytes twice = good;  // concatenated archives
    twice.insert(twice.end(), good.begin(), good.end());
    const auto both = walk(twice, window);
    CHECK(both.size() == 8 &&
          both[7].offset == found[3].offset + static_cast<int64_t>(good.size()));
  }
  int refused = 0;
  for (int i = 0; i < mutants; i++) {
    Bytes bad = mutate(good, good, 8 * kBlock, 4);
    for (int64_t k = draw(0, 12); k > 0; k--) {  // repair checksums, so that damage gets past them
      const size_t at = static_cast<size_t>(draw(0, 14)) * kBlock;
      if (at + kBlock <= bad.size()) set_checksum(&bad[at]);
    }
    try {
      walk(bad, 4096);
    } catch (const Error&) {
      refused++;
    }
  }
  CHECK(refused > 0 && refused < mutants);
}

struct TemporaryFile {
  std::string path;
  explicit TemporaryFile(const std::string& name)
      : path((std::filesystem::temp_directory_path() /
              ("headrace_" + std::to_string(getpid()) + name))
                 .string()) {}
  ~TemporaryFile() { std::filesystem::remove(path); }
  void write(const Bytes& data) const {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(data.data()),
               static_cast<std::streamsize>(data.size()));
  }
};

void test_indices(int mutants) {
  const TemporaryFile tar(".tar"), index(".idx");
  const Bytes data = archive();
  tar.write(data);
  Bytes good;
  add(good, "v1.2 2\njpg 512 5 a/0.jpg cls 1536 1 a/0.cls\njpg 512 5 x cls 1536 1 y\n");
  const WebdatasetOptions options{{{"jpg", "png"}, {"cls"}}, {1, 1}, false, {}};
  int refused = 0;
  for (int i = 0; i < mutants; i++) {
    index.write(i ? mutate(good, good, 80, 3) : good);
    try {
      const Webdataset set(tar.path, {static_cast<int64_t>(tar.path.size())}, {index.path}, options,
                           nullptr);
      CHECK(set.samples() > 0);
      for (int64_t s = 0; s < set.samples(); s++)
        for (int64_t o = 0; o < 2; o++) {
          const auto part = set.component(set.sample(s), o);
          CHECK(part.offset == -1 ||
                (part.offset >= 0 && part.length >= 0 &&
                 part.offset + part.length <= static_cast<int64_t>(data.size())));
        }
      if (i == 0) CHECK(set.component(set.sample(1), 0).name == "x");
    } catch (const Error&) {
      refused++;
    }
  }
  CHECK(refused > 0 && refused < mutants);
}

// ---- arrays -------------------------------------------------------------------------------------

Bytes npy(const std::string& descr, bool fortran, const std::vector<int64_t>& shape,
          const Bytes& data) {
  std::string text = "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
                     ", 'shape': (";
  for (int64_t n : shape) text += std::to_string(n) + ",";
  text += "), }\n";
  Bytes file;
  add(file, std::string("\x93NUMPY\x01\x00", 8));
  file.push_back(static_cast<uint8_t>(text.size() & 255));
  file.push_back(static_cast<uint8_t>(text.size() >> 8));
  add(file, text);
  file.insert(file.end(), data.begin(), data.end());
  return file;
}

// Random boxes of random arrays, checked element by element.
void test_windows_of_arrays(int count) {
  const std::vector<std::string> types = {"|u1", "<i2", ">i2", ">f4", "<f8", ">u8"};
  for (int round = 0; round < count; round++) {
    const std::string& type = any(types);
    const int item = type[2] - '0';
    const int ndim = static_cast<int>(draw(0, 4));
    std::vector<int64_t> shape, start, size;
    int64_t volume = 1;
    for (int d = 0; d < ndim; d++) {
      shape.push_back(draw(0, 9) ? draw(1, draw(0, 3) ? 12 : 60) : 0);
      start.push_back(draw(0, shape.back()));
      size.push_back(draw(0, shape.back() - start.back()));
      if (draw(0, 2) == 0) start.back() = 0, size.back() = shape.back();
      volume *= shape.back();
    }
    Bytes data(static_cast<size_t>(volume * item));
    for (uint8_t& b : data) b = static_cast<uint8_t>(draw(0, 255));
    const bool fortran = draw(0, 1);
    const MemoryFile file(npy(type, fortran, shape, data));
    const NpyHeader h = read_npy_header(reader(file), file.size());
    CHECK(h.shape.ndim == ndim && itemsize(h.dtype) == item && h.fortran == fortran);
    int64_t wanted = 1;
    for (int64_t n : size) wanted *= n;
    std::vector<uint8_t> out(static_cast<size_t>(wanted * item));
    read_npy_box(reader(file), h, start.data(), size.data(), out.data());
    for (int64_t e = 0; e < wanted; e++) {
      int64_t left = e, at = 0, stride = 1;
      std::vector<int64_t> index(shape.size());
      for (int d = ndim - 1; d >= 0; d--) {
        index[static_cast<size_t>(d)] =
            start[static_cast<size_t>(d)] + left % size[static_cast<size_t>(d)];
        left /= size[static_cast<size_t>(d)];
      }
      for (int k = 0; k < ndim; k++) {
        const size_t d = static_cast<size_t>(fortran ? k : ndim - 1 - k);
        at += index[d] * stride;
        stride *= shape[d];
      }
      Bytes element(data.begin() + at * item, data.begin() + (at + 1) * item);
      if (type[0] == '>') std::reverse(element.begin(), element.end());
      CHECK(std::equal(element.begin(), element.end(), out.begin() + e * item));
    }
  }
}

void test_headers(int mutants) {
  const Bytes good = npy(">i4", true, {3, 4, 2}, Bytes(96, 5));
  int refused = 0;
  for (int i = 0; i < mutants; i++) {
    const MemoryFile file(mutate(good, good, 90, 3));
    try {
      const NpyHeader h = read_npy_header(reader(file), file.size());
      CHECK(h.bytes() >= 0 && h.offset + h.bytes() <= file.size());
      const std::vector<int64_t> zero(kMaxDims);
      std::vector<uint8_t> out(static_cast<size_t>(h.bytes()));
      read_npy_box(reader(file), h, zero.data(), h.shape.d.data(), out.data());
    } catch (const Error&) {
      refused++;
    }
  }
  CHECK(refused > 0 && refused < mutants);
}

// ---- images -------------------------------------------------------------------------------------

void add_card(Bytes& to, const std::string& key, const std::string& value) {
  std::string card = key;
  card.resize(8, ' ');
  card += "= " + value + " / comment";
  card.resize(80, ' ');
  add(to, card);
}

void end_unit(Bytes& to, const Bytes& data) {
  add(to, "END");
  while (to.size() % 2880) to.push_back(' ');
  to.insert(to.end(), data.begin(), data.end());
  while (to.size() % 2880) to.push_back(0);
}

Bytes fits() {
  Bytes file;
  add_card(file, "SIMPLE", "T");
  add_card(file, "BITPIX", "16");
  add_card(file, "NAXIS", "2");
  add_card(file, "NAXIS1", "3");
  add_card(file, "NAXIS2", "2");
  add_card(file, "BZERO", "32768");
  end_unit(file, {0x80, 0, 0, 0, 0x7F, 0xFF, 1, 2, 3, 4, 5, 6});
  add_card(file, "XTENSION", "'IMAGE   '");
  add_card(file, "BITPIX", "-32");
  add_card(file, "NAXIS", "1");
  add_card(file, "NAXIS1", "4");
  add_card(file, "BSCALE", "1.5D0");
  end_unit(file, Bytes(16, 0x40));
  return file;
}

void test_images(int mutants) {
  const Bytes good = fits();
  {
    const MemoryFile file(good);
    const auto images = find_fits_images(reader(file), file.size(), {2, 1});
    CHECK(images[1].natural() == DType::u16 && images[1].shape == Shape({2, 3}));
    CHECK(images[0].natural() == DType::f32 && images[0].scale == 1.5);
    std::vector<uint16_t> out(6);
    read_fits_image(reader(file), images[1], DType::u16, reinterpret_cast<uint8_t*>(out.data()));
    CHECK(out[0] == 0 && out[1] == 32768 && out[2] == 65535 && out[3] == 0x8102);
  }
  int refused = 0;
  for (int i = 0; i < mutants; i++) {
    const MemoryFile file(mutate(good, good, draw(0, 1) ? 500 : 6300, 4));
    try {
      for (const FitsImage& image : find_fits_images(reader(file), file.size(), {1, 2})) {
        if (image.compressed) continue;
        CHECK(image.shape.volume() * itemsize(image.stored()) <= file.size());
        for (DType t : {image.natural(), DType::u8, DType::f16, DType::b8}) {
          std::vector<uint8_t> out(static_cast<size_t>(image.shape.volume() * itemsize(t)));
          read_fits_image(reader(file), image, t, out.data());
        }
      }
    } catch (const Error&) {
      refused++;
    }
  }
  CHECK(refused > 0 && refused < mutants);
}

}  // namespace

int main(int argc, char** argv) {
  const int mutants = mutants_of(argc, argv, 4000);
  test_archives(mutants);
  test_indices(std::min(mutants, 2000));
  test_windows_of_arrays(400);
  test_headers(mutants);
  test_images(mutants);
  return report();
}
