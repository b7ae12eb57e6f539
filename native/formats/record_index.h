// Locations of records: in TFRecord and RecordIO files, and from text index files. Keeps a few
// numbers per record, and reads headers only. Errors name the record, not the file.
#pragma once
#include <cstdint>
#include <vector>

#include "formats/files.h"

namespace hr {

// A TFRecord record: length, CRC of the length, data, CRC of the data. A CRC of zero is not
// checked: some writers compute none.
inline constexpr int64_t kTfHead = 12, kTfFoot = 4;
int64_t tfrecord_length(const uint8_t* head);  // length of the data; checks the CRC of the header
bool tfrecord_intact(uint32_t crc, const uint8_t* foot);

// A part of a RecordIO record: magic number, word with kind and length, data, zero padding to a
// multiple of four bytes.
inline constexpr int64_t kPartHead = 8;
inline constexpr uint32_t kPartMagic = 0xCED7230A;
struct PartHead {
  int64_t length;
  bool more;   // the record continues in the next part, with the magic number as data in between
  bool first;  // a record may start here
};
PartHead recordio_part(const uint8_t* head);
inline int64_t padded_part(int64_t length) { return kPartHead + (length + 3) / 4 * 4; }

std::vector<int64_t> index_tfrecord(const File& file);  // offset and size of every record
std::vector<int64_t> index_recordio(const File& file);  // offset of every record

// The last `columns` words of every non-empty line, as numbers.
std::vector<int64_t> index_text(const File& file, int columns);

}  // namespace hr
