// Launches that only move bytes, for transpose, cat, stack and sequences.
#pragma once
#include <map>

#include "gpu/kernel.h"
#include "operators/tensor/copy_params.cuh"
#include "operators/tensor/copy_runs_params.cuh"
#include "operators/tensor/transpose_params.cuh"

namespace hr::gpu {

// Collects moves; one launch per kind.
class Moves {
 public:
  void copy(const uint8_t* from, uint8_t* to, int64_t bytes);
  // Adds runs enumerated along axes; computes the remaining parameters.
  void runs(hrk::CopyRunsParams p, int element);
  void planes(hrk::PlanesParams p, int channels, int element, bool split);
  void tiles(hrk::TilesParams p, int item, int element);
  void launch(Run& run);

 private:
  template <class P>
  struct Kind {
    std::vector<P> records;
    int64_t work = 1;  // largest item, in threads

    void add(const P& p, int64_t threads) {
      records.push_back(p);
      work = std::max(work, threads);
    }
  };
  template <class P>
  static void launch_kinds(Run& run, const std::map<std::string, Kind<P>>& kinds,
                           const std::string& file);

  std::map<std::string, Kind<hrk::CopyParams>> copies_;
  std::map<std::string, Kind<hrk::CopyRunsParams>> runs_;
  std::map<std::string, Kind<hrk::PlanesParams>> planes_;
  std::map<std::string, Kind<hrk::TilesParams>> tiles_;
};

}  // namespace hr::gpu
