// Samples: sizes, density, selection and stacking.
#include "base/value.h"

#include <algorithm>
#include <cstring>

#include "base/checked.h"

namespace hr {

int64_t Samples::total_bytes() const {
  int64_t total = 0;
  for (int64_t i = 0; i < n; i++) {
    int64_t v = itemsize(dtype);
    for (int k = 0; k < ndim; k++) v *= shapes[i * ndim + k];
    total = saturated_add(total, v);
  }
  return total;
}

bool Samples::shared_writable() const {
  for (const auto& o : owners)
    if (o && o->shared_writable.load(std::memory_order_relaxed)) return true;
  return false;
}

bool Samples::filled(int64_t i) const {
  if (!errors) return false;
  return std::any_of(errors->begin(), errors->end(), [&](const auto& e) { return e.first == i; });
}

void Samples::find_dense() {
  dense = n ? 1 : 0;
  for (int64_t i = 1; i < n; i++) {
    int64_t bytes = itemsize(dtype);
    for (int k = 0; k < ndim; k++) {
      if (shapes[i * ndim + k] != shapes[k]) return;
      bytes *= shapes[k];
    }
    if (data[i] != data[0] + i * bytes) return;
    dense = i + 1;
  }
}

bool Samples::uniform() const {
  size_t row = sizeof(int64_t) * static_cast<size_t>(ndim);
  for (int64_t i = 1; i < n && ndim; i++)
    if (std::memcmp(&shapes[i * ndim], &shapes[0], row) != 0) return false;
  return true;
}

Samples Samples::pick(const std::vector<int64_t>& which) const {
  Samples r;
  r.dtype = dtype;
  r.ndim = ndim;
  r.n = static_cast<int64_t>(which.size());
  r.device = device;
  r.stream = stream;
  r.data.reserve(which.size());
  r.shapes.reserve(which.size() * static_cast<size_t>(ndim));
  if (owners.size() == 1) r.owners = owners;
  for (int64_t i : which) {
    if (i < 0 || i >= n)
      throw Error(ErrorKind::index, "sample " + std::to_string(i) + " of " + std::to_string(n));
    r.data.push_back(data[i]);
    r.shapes.insert(r.shapes.end(), shapes.begin() + i * ndim, shapes.begin() + (i + 1) * ndim);
    if (owners.size() > 1) r.owners.push_back(owners[i]);
  }
  if (sources) {
    auto names = std::make_shared<std::vector<std::string>>();
    for (int64_t i : which) names->push_back((*sources)[i]);
    r.sources = std::move(names);
  }
  if (warnings) {
    auto counts = std::make_shared<std::vector<int>>();
    for (int64_t i : which) counts->push_back((*warnings)[i]);
    r.warnings = std::move(counts);
  }
  if (errors) {
    auto found = std::make_shared<std::vector<std::pair<int64_t, ErrorRef>>>();
    for (int64_t k = 0; k < r.n; k++)
      for (auto& [i, e] : *errors)
        if (i == which[k]) found->push_back({k, e});
    if (!found->empty()) r.errors = std::move(found);
  }
  r.find_dense();
  return r;
}

Samples Samples::stacked() const {
  if (!uniform()) {
    int64_t i = 1;
    while (shape(i) == shape(0)) i++;
    throw Error(ErrorKind::value,
                "samples of different shapes cannot become one tensor: sample 0 has " +
                    shape(0).str() + ", sample " + std::to_string(i) + " has " + shape(i).str() +
                    ". pad=True fills up the smaller ones");
  }
  Samples r;
  r.dtype = dtype;
  r.ndim = ndim + 1;
  if (r.ndim > kMaxDims) throw Error(ErrorKind::value, "more than 10 dimensions");
  r.n = 1;
  r.device = device;
  r.stream = stream;
  r.shapes.push_back(n);
  for (int k = 0; k < ndim; k++) r.shapes.push_back(n ? shapes[k] : 0);
  check_fits(r, "the samples as one tensor");
  if (is_dense() && owners.size() == 1) {
    r.owners = owners;
    r.data = {data[0]};
  } else if (device >= 0) {
    throw Error(ErrorKind::notimplemented,
                "samples that are not one block of GPU memory: copy the batch first");
  } else {
    make_room(r);
    const int64_t bytes = n ? view(0).bytes() : 0;
    for (int64_t i = 0; i < n && bytes; i++)
      std::memcpy(r.data[0] + i * bytes, data[i], static_cast<size_t>(bytes));
  }
  r.dense = 1;
  return r;
}

}  // namespace hr
