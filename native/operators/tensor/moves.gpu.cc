// Implementation of Moves.
#include "operators/tensor/moves.gpu.h"

#include <algorithm>

#include "gpu/divide.h"

namespace hr::gpu {
namespace {

const char* word(int bytes) {
  return bytes == 1 ? "u8" : bytes == 2 ? "u16" : bytes == 4 ? "u32" : "u64";
}

int64_t ceil_of(int64_t a, int64_t b) { return (a + b - 1) / b; }

}  // namespace

void Moves::copy(const uint8_t* from, uint8_t* to, int64_t bytes) {
  if (bytes == 0) return;
  copies_["copy_pieces"].add(
      {reinterpret_cast<uint64_t>(from), reinterpret_cast<uint64_t>(to), bytes, 0}, bytes / 16 + 1);
}

void Moves::runs(hrk::CopyRunsParams p, int element) {
  bool wide = p.bytes >= 16;
  p.pieces = wide ? ceil_of(p.bytes, 16) : p.bytes / element;
  p.by_pieces = divider(p.pieces);
  std::string piece = wide ? "Sixteen" : std::string("Single<") + word(element) + ">";
  runs_["copy_runs<" + piece + ">"].add(p, p.runs * p.pieces);
}

void Moves::planes(hrk::PlanesParams p, int channels, int element, bool split) {
  p.units = ceil_of(p.pixels, 16 / element);
  p.by_units = divider(p.units);
  planes_[std::string("planes<") + word(element) + ", " + std::to_string(channels) +
          (split ? ", true>" : ", false>")]
      .add(p, p.blocks * p.units);
}

void Moves::tiles(hrk::TilesParams p, int item, int element) {
  constexpr int64_t kSide = 32, kItems = kSide * kSide;
  int64_t a = std::min<int64_t>(p.a_size, kSide), b = std::min<int64_t>(p.b_size, kSide);
  if (a < kSide) b = std::min<int64_t>(p.b_size, kItems / a);
  if (b < kSide) a = std::min<int64_t>(p.a_size, kItems / b);
  p.a_tile = static_cast<int>(a);
  p.b_tile = static_cast<int>(b);
  p.a_tiles = ceil_of(p.a_size, a);
  p.b_tiles = ceil_of(p.b_size, b);
  p.by_a_tile = divider(a);
  p.by_b_tile = divider(b);
  tiles_[std::string("transpose_tiles<") + word(element) + ", " + std::to_string(item / element) +
         ">"]
      .add(p, p.a_tiles * p.b_tiles * p.others * 256);
}

template <class P>
void Moves::launch_kinds(Run& run, const std::map<std::string, Kind<P>>& kinds,
                         const std::string& file) {
  for (const auto& [call, kind] : kinds) {
    uint64_t table = run.attach(kind.records.data(), kind.records.size() * sizeof(P));
    run.launch(file, call, table, static_cast<int64_t>(kind.records.size()), sizeof(P),
               blocks_for(kind.work));
  }
}

void Moves::launch(Run& run) {
  launch_kinds(run, copies_, "operators/tensor/copy.cuh");
  launch_kinds(run, runs_, "operators/tensor/copy_runs.cuh");
  launch_kinds(run, planes_, "operators/tensor/transpose.cuh");
  launch_kinds(run, tiles_, "operators/tensor/transpose_tiles.cuh");
}

}  // namespace hr::gpu
