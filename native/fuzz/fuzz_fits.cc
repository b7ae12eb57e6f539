// Fuzzer: FITS files, reading the first units as several types.
#include "formats/fits.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input in(data, size);
  const fuzz::MemoryFile file(in.data);
  constexpr hr::DType kTypes[] = {hr::DType::u8, hr::DType::i64, hr::DType::f16, hr::DType::b8};
  const std::vector<std::vector<int64_t>> units = {{1}, {2, 1}, {1, 2}, {3}, {0}, {1, 1, 1}};
  const auto& wanted = units[in.choose(6)];
  const hr::DType other = kTypes[in.choose(4)];
  fuzz::attempt([&] {
    for (const hr::FitsImage& image :
         hr::find_fits_images(fuzz::reader(file), file.size(), wanted)) {
      if (image.compressed) continue;
      PROMISE(image.shape.volume() * hr::itemsize(image.stored()) <= file.size() - image.offset);
      for (hr::DType t : {image.natural(), other}) {
        std::vector<uint8_t> out(static_cast<size_t>(image.shape.volume() * hr::itemsize(t)));
        hr::read_fits_image(fuzz::reader(file), image, t, out.data());
      }
    }
  });
  return 0;
}
