// read_recordio: records of RecordIO files as written by MXNet: an image's bytes, and its label.
#include <algorithm>
#include <cstring>

#include "formats/record_index.h"
#include "operators/readers/record_batch.h"

namespace hr::read_recordio_kernel {
namespace {

constexpr int64_t kHeader = 24;  // number of labels, one label, two identifiers
constexpr int64_t kAtOnce = 1 << 20;

// Parts of a record; joined with the magic number in between, they are its data.
struct Parts {
  std::vector<std::pair<int64_t, int64_t>> at;  // offset and size of each
  int64_t bytes = 0;                            // size of the joined data
};

// head(at): the eight bytes at an offset of the file.
template <class Head>
Parts find_parts(const Record& r, Head head) {
  Parts parts;
  const int64_t end = r.offset + r.length;
  bool more = true;
  for (int64_t at = r.offset; more;) {
    if (end - at < kPartHead) fail(ErrorKind::io, "it is cut off");
    const PartHead part = recordio_part(head(at));
    if (part.length > end - at - kPartHead)
      fail(ErrorKind::io, "it has " + std::to_string(part.length) + " bytes, and only " +
                              std::to_string(end - at - kPartHead) + " are there: it is cut off");
    if (part.first == !parts.at.empty())
      fail(ErrorKind::io, part.first ? "its last part is missing" : "its first part is missing");
    if (!parts.at.empty()) parts.bytes += 4;
    parts.at.emplace_back(at + kPartHead, part.length);
    parts.bytes += part.length;
    more = part.more;
    at += padded_part(part.length);
  }
  if (parts.bytes < kHeader)
    fail(ErrorKind::io,
         "it has " + std::to_string(parts.bytes) + " bytes, the header of an image alone has 24");
  return parts;
}

Parts parts_in_file(const Record& r) {
  uint8_t bytes[kPartHead];
  return find_parts(r, [&](int64_t at) {
    r.file->read(at, kPartHead, bytes);
    return bytes;
  });
}

void read_parts(const File& file, const Parts& parts, uint8_t* out) {
  for (size_t k = 0; k < parts.at.size(); k++) {
    if (k) {
      std::memcpy(out, &kPartMagic, 4);
      out += 4;
    }
    file.read(parts.at[k].first, parts.at[k].second, out);
    out += parts.at[k].second;
  }
}

// Reads the whole range of the record; returns its data, joined in place.
uint8_t* read_whole(const Record& r, uint8_t* raw, Parts& parts) {
  r.file->read(r.offset, r.length, raw);
  parts = find_parts(r, [&](int64_t at) { return raw + (at - r.offset); });
  uint8_t* out = raw + kPartHead + parts.at[0].second;
  for (size_t k = 1; k < parts.at.size(); k++) {
    const auto [at, bytes] = parts.at[k];
    std::memcpy(out, &kPartMagic, 4);
    std::memmove(out + 4, raw + (at - r.offset), static_cast<size_t>(bytes));
    out += 4 + bytes;
  }
  return raw + kPartHead;
}

uint32_t labels_of(const uint8_t* data, int64_t bytes) {
  uint32_t labels;
  std::memcpy(&labels, data, 4);
  if (int64_t{labels} * 4 > bytes - kHeader)
    fail(ErrorKind::io, "it has " + std::to_string(labels) + " labels, and only " +
                            std::to_string(bytes - kHeader) + " bytes behind its header");
  return labels;
}

void run(BatchContext& c) {
  RecordReading reading(c);
  std::vector<Parts> parts(static_cast<size_t>(c.n));
  // If the index omits records, others look long: then read their headers first.
  auto at_once = [&](int64_t i) { return reading[i].length <= kAtOnce; };
  reading.each([&](int64_t i) {
    if (!at_once(i)) parts[static_cast<size_t>(i)] = parts_in_file(reading[i]);
  });
  std::vector<int64_t> sizes;
  for (int64_t i = 0; i < c.n; i++)
    sizes.push_back(at_once(i) ? reading.length(i) : parts[static_cast<size_t>(i)].bytes);
  c.out[0] = room_for(sizes);
  Samples& images = c.out[0];
  std::vector<int64_t> counts(parts.size());  // labels; 0: the one in the header
  reading.each([&](int64_t sample) {
    const size_t i = static_cast<size_t>(sample);
    const Record& r = reading[sample];
    if (at_once(sample))
      images.data[i] = read_whole(r, images.data[i], parts[i]);
    else
      read_parts(*r.file, parts[i], images.data[i]);
    images.shapes[i] = parts[i].bytes;
    counts[i] = labels_of(images.data[i], parts[i].bytes);
  });
  std::vector<Shape> shapes;
  for (int64_t count : counts) shapes.push_back({std::max<int64_t>(count, 1)});
  c.out[1] = tight_room(DType::f32, 1, shapes);
  Samples& labels = c.out[1];
  for (size_t i = 0; i < parts.size(); i++) {
    if (!reading.ok(static_cast<int64_t>(i))) continue;
    const uint8_t* from = images.data[i] + (counts[i] ? kHeader : 4);
    std::memcpy(labels.data[i], from, static_cast<size_t>(labels.shapes[i]) * 4);
    images.data[i] += kHeader + 4 * counts[i];
    images.shapes[i] -= kHeader + 4 * counts[i];
  }
  images.sources = labels.sources = reading.sources();
  images.find_dense();
  reading.finish();
}

const KernelEntry entry{{.name = "read_recordio", .run_batch = run, .cost = 20000.0f}};

}  // namespace
}  // namespace hr::read_recordio_kernel
