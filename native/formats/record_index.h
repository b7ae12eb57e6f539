// Where the records of a file are: TFRecord and RecordIO files, and text files that say it. Memory
// is a few numbers a record; of the data itself only headers are read. Errors name the record, not
// the file.
#pragma once
#include <cstdint>
#include <vector>

#include "formats/files.h"

namespace hr {

// A record of a TFRecord file: its length and that number's checksum, the data, its checksum. A
// checksum of zero counts as none: some programs that write such files compute none.
inline constexpr int64_t kTfHead = 12, kTfFoot = 4;
int64_t tfrecord_length(const uint8_t* head);  // of the data, as the checked header says
bool tfrecord_intact(uint32_t crc, const uint8_t* foot);

// A part of a record of a RecordIO file: a magic number, a word of kind and length, the data, zeros
// up to a multiple of four bytes.
inline constexpr int64_t kPartHead = 8;
inline constexpr uint32_t kPartMagic = 0xCED7230A;
struct PartHead {
  int64_t length;
  bool more;   // the record goes on with the next part; the magic number belongs between the two
  bool first;  // a record may begin here
};
PartHead recordio_part(const uint8_t* head);
inline int64_t padded_part(int64_t length) { return kPartHead + (length + 3) / 4 * 4; }

std::vector<int64_t> index_tfrecord(const File& file);  // first byte and bytes of every record
std::vector<int64_t> index_recordio(const File& file);  // first byte of every record

// The last `columns` words of every line that is not empty: numbers.
std::vector<int64_t> index_text(const File& file, int columns);

}  // namespace hr
