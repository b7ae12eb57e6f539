// Shared by whole-batch kernels that read files: errors per sample, allocation of outputs.
#pragma once
#include <optional>

#include "base/checked.h"
#include "engine/kernel.h"
#include "engine/pool.h"
#include "formats/files.h"

namespace hr {

// Runs over all samples of a batch, once or several times. A failed sample is skipped from then on,
// and its outputs are empty.
class Reading {
 public:
  // name(i): the file that sample i is read from. path(i): its path, for messages.
  template <class Name>
  Reading(BatchContext& c, Name name) : c_(c), failed_(static_cast<size_t>(c.n)) {
    for (int64_t i = 0; i < c.n; i++) names_.push_back(name(i));
  }
  template <class Name, class Path>
  Reading(BatchContext& c, Name name, Path path) : Reading(c, name) {
    for (int64_t i = 0; i < c.n; i++) paths_.push_back(path(i));
  }

  const std::string& name(int64_t i) const { return names_[static_cast<size_t>(i)]; }
  const std::string& path(int64_t i) const {
    return (paths_.empty() ? names_ : paths_)[static_cast<size_t>(i)];
  }
  const std::vector<std::string>& names() const { return names_; }
  bool ok(int64_t i) const { return !failed_[static_cast<size_t>(i)]; }

  template <class F>
  void each(F f) {
    parallel(c_.pool, c_.n, [&](int64_t i) {
      if (!ok(i)) return;
      try {
        f(i);
      } catch (const Error& e) {
        failed_[static_cast<size_t>(i)] = {i, e.kind,
                                           "cannot read \"" + path(i) + "\": " + e.what(), name(i)};
      }
    });
  }

  // Reports the failures, and empties the outputs of failed samples.
  void finish() {
    bool any = false;
    for (size_t i = 0; i < failed_.size(); i++) {
      if (!failed_[i]) continue;
      any = true;
      for (Samples& s : c_.out)
        for (int d = 0; d < s.ndim; d++)
          s.shapes[i * static_cast<size_t>(s.ndim) + static_cast<size_t>(d)] = 0;
      c_.failures.push_back(std::move(*failed_[i]));
    }
    if (any)
      for (Samples& s : c_.out) s.find_dense();
  }

 private:
  BatchContext& c_;
  std::vector<std::string> names_, paths_;
  std::vector<std::optional<SampleFailure>> failed_;
};

// Allocates samples of these shapes back to back, so that equal shapes form one array.
inline Samples tight_room(DType dtype, int ndim, const std::vector<Shape>& shapes) {
  Samples r;
  r.dtype = dtype;
  r.ndim = ndim;
  r.n = static_cast<int64_t>(shapes.size());
  for (const Shape& s : shapes) r.shapes.insert(r.shapes.end(), s.d.begin(), s.d.begin() + ndim);
  check_fits(r, "a sample");
  make_room(r, 1);
  return r;
}

}  // namespace hr
