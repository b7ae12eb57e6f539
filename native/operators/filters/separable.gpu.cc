// gaussian_blur, laplacian: rows and columns in one launch if a tile fits into shared memory, else
// one axis after the other; depth separately.
#include "operators/filters/separable.gpu.h"

#include <array>

#include "operators/filters/convolve_params.cuh"
#include "operators/filters/tiles.gpu.h"

namespace hr::gpu {
namespace {

using Grid = hr::Grid;

int staged_bytes(DType t) {
  bool small = t == DType::u8 || t == DType::i8 || t == DType::u16 || t == DType::i16;
  return small ? itemsize(t) : 4;
}

int radius(const SeparableTerm* terms, int count, int axis) {
  int r = 0;
  for (int k = 0; k < count; k++) r = std::max(r, terms[k].axis[axis].radius);
  return r;
}

// Passes along one axis, all with the same types.
struct Passes {
  std::vector<hrk::AlongParams> records;
  int64_t most = 0;

  void add(const hrk::AlongParams& p) {
    records.push_back(p);
    most = std::max<int64_t>(most, p.runs);
  }

  void launch(Run& run, DType from, DType to) {
    if (records.empty()) return;
    uint64_t table = run.attach(records.data(), records.size() * sizeof(hrk::AlongParams));
    run.launch("operators/filters/convolve.cuh",
               std::string("convolve_along<") + type_name(from) + ", " + type_name(to) + ">", table,
               static_cast<int64_t>(records.size()), sizeof(hrk::AlongParams), blocks_for(most));
  }
};

class Separable {
 public:
  explicit Separable(Run& run) : run_(run) {}

  void add(const Grid& in, const Grid& out, const SeparableTerm* terms, int count) {
    bool deep = count > 2 || radius(terms, count, 0) > 0;
    for (int k = 0; k < count; k++) deep |= terms[k].axis[0].weight[0] != 1;  // folded
    if (!deep) {
      add_planes(in, out, terms, count, false);
      return;
    }
    // Filters the planes of each term, then sums along z.
    hrk::AlongParams along = pass(out, count, kGridZ);
    for (int k = 0; k < count; k++) {
      SeparableTerm alone = terms[k];
      alone.scale = 1;
      Grid made = temporary(in);
      add_planes(in, made, &alone, 1, true);
      set_term(along, k, made, terms[k].axis[0], terms[k].scale);
    }
    depth_.add(along);
  }

  void launch(DType from, DType to) {
    tiles_.launch(run_, "operators/filters/convolve.cuh");
    rows_.launch(run_, from, DType::f32);
    columns_.launch(run_, DType::f32, DType::f32);
    last_columns_.launch(run_, DType::f32, to);
    depth_.launch(run_, DType::f32, to);
  }

 private:
  // Filters rows and columns in one launch.
  void add_planes(const Grid& in, const Grid& out, const SeparableTerm* terms, int count,
                  bool to_temporary) {
    hrk::ConvolveParams p{};
    weights_.clear();
    for (int k = 0; k < count; k++) {
      const HalfWindow &y = terms[k].axis[1], &x = terms[k].axis[2];
      auto at = static_cast<int>(weights_.size());
      p.term[k] = {x.radius, y.radius, at, at + x.radius + 1, terms[k].scale, 0};
      weights_.insert(weights_.end(), x.weight, x.weight + x.radius + 1);
      weights_.insert(weights_.end(), y.weight, y.weight + y.radius + 1);
    }
    p.count = static_cast<int>(weights_.size());
    p.reach_y = radius(terms, count, 1);
    p.reach_x = radius(terms, count, 2);
    int c = tile_channels(in);
    const Chosen& chosen = tile_for(p, count, c, staged_bytes(in.dtype));
    if (!chosen.size.height) {
      add_passes(in, out, terms, count, to_temporary ? columns_ : last_columns_);
      return;
    }
    p.weights = attach(weights_);
    set_tiles(p.tile, in, out, false, chosen.size);
    tiles_.add(((count * 2 + to_temporary) * 8 + c) * 2 + chosen.large, p, count > 1 ? 4 : 5, [&] {
      return std::string("convolve_tiles<") + type_name(in.dtype) + ", " + type_name(out.dtype) +
             ", " + std::to_string(c) + ", " + std::to_string(count) + ", " +
             std::to_string(chosen.large ? kLargeMemory : kSmallMemory) + ">";
    });
  }

  // Filters one axis after the other.
  void add_passes(const Grid& in, const Grid& out, const SeparableTerm* terms, int count,
                  Passes& columns) {
    hrk::AlongParams last = pass(out, count, kGridY);
    for (int k = 0; k < count; k++) {
      Grid made = temporary(in);
      hrk::AlongParams rows = pass(made, 1, kGridX);
      set_term(rows, 0, in, terms[k].axis[2], 1);
      rows_.add(rows);
      set_term(last, k, made, terms[k].axis[1], terms[k].scale);
    }
    columns.add(last);
  }

  Grid temporary(const Grid& like) {
    int64_t n = like.channels;
    for (int64_t e : like.extent) n *= e;
    Grid g = like;
    g.dtype = DType::f32;
    g.data = reinterpret_cast<uint8_t*>(run_.temporary(static_cast<size_t>(n) * sizeof(float)));
    return g;
  }

  static hrk::AlongParams pass(const Grid& out, int terms, int axis) {
    hrk::AlongParams p{};
    p.to = reinterpret_cast<uint64_t>(out.data);
    p.terms = terms;
    p.size = small_enough(out.extent[axis]);
    p.inner = out.channels;
    for (int d = axis + 1; d < 5; d++) p.inner *= out.extent[d];
    p.runs = p.inner * ((p.size + 7) / 8);
    for (int d = 0; d < axis; d++) p.runs *= out.extent[d];
    return p;
  }

  void set_term(hrk::AlongParams& p, int k, const Grid& from, const HalfWindow& w, float scale) {
    p.from[k] = reinterpret_cast<uint64_t>(from.data);
    p.weights[k] = attach({w.weight, w.weight + w.radius + 1});
    p.radius[k] = w.radius;
    p.scale[k] = scale;
  }

  // Reuses uploaded weights: samples often have equal windows.
  uint64_t attach(const std::vector<float>& weights) {
    for (const auto& [known, at] : attached_)
      if (known == weights) return at;
    uint64_t at = run_.attach(weights.data(), weights.size() * sizeof(float));
    if (attached_.size() == kKnown) attached_.erase(attached_.begin());
    attached_.emplace_back(weights, at);
    return at;
  }

  struct Chosen {
    TileSize size;
    bool large = false;  // uses the large amount of shared memory
  };

  const Chosen& tile_for(const hrk::ConvolveParams& p, int terms, int channels, int staged) {
    auto [it, is_new] = chosen_.try_emplace({p.reach_y, p.reach_x, p.count, terms, channels});
    Chosen& r = it->second;
    if (!is_new) return r;
    TileNeeds needs{2 * int64_t{p.reach_y}, 2 * int64_t{p.reach_x}, staged, 4, terms};
    needs.more = int64_t{p.count} * 4;
    r.size = tile_size(needs, channels, kSmallMemory);
    r.large = r.size.height < 32;
    if (r.large) r.size = tile_size(needs, channels, kLargeMemory);
    if (r.size.height < 16) r.size = {};  // nearly all work would be for margins
    return r;
  }

  static constexpr size_t kKnown = 4;

  Run& run_;
  TileLaunches<hrk::ConvolveParams> tiles_;
  Passes rows_, columns_, last_columns_, depth_;
  std::vector<float> weights_;
  std::vector<std::pair<std::vector<float>, uint64_t>> attached_;
  std::map<std::array<int, 5>, Chosen> chosen_;
};

}  // namespace

void run_separable(Run& run, FilterOf filter_of) {
  Separable all(run);
  thread_local std::vector<float> memory;
  for (const StepSample& s : run.samples) {
    SeparableFilter f = filter_of(s, memory);
    all.add(grid_of(s.in[0], f.axes), grid_of(s.out[0], f.axes), f.terms, f.count);
  }
  const StepSample& first = run.samples[0];
  all.launch(first.in[0].dtype, first.out[0].dtype);
}

}  // namespace hr::gpu
