// Specs with constants by name, for tests that call kernels directly.
#pragma once
#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "engine/kernel.h"

namespace {  // unnamed: each test is one program of one file

template <class T = int64_t>
[[maybe_unused]] hr::Const numbers(const std::vector<T>& v) {
  hr::Const c{.given = true};
  for (T x : v) {
    c.f.push_back(static_cast<double>(x));
    c.i.push_back(hr::convert<int64_t>(x));
  }
  return c;
}
[[maybe_unused]] hr::Const number(double v) { return numbers<double>({v}); }

using NamedConstants = std::vector<std::pair<const char*, hr::Const>>;

// Constants that are unnamed or not given are omitted.
[[maybe_unused]] hr::Spec spec_of(const char* kernel, const NamedConstants& constants,
                                  std::vector<hr::OutMeta> outs) {
  hr::Spec spec;
  spec.kernel = hr::find_kernel(kernel);
  spec.outs = std::move(outs);
  spec.consts.resize(spec.kernel->params.size());
  for (const auto& [name, c] : constants) {
    const auto& params = spec.kernel->params;
    auto is_it = [&](const char* p) { return !std::strcmp(p, name); };
    const auto at = std::find_if(params.begin(), params.end(), is_it) - params.begin();
    spec.consts.at(static_cast<size_t>(at)) = c;
  }
  if (spec.kernel->args) spec.read_constants();
  if (spec.kernel->prepare) spec.kernel->prepare(spec);
  return spec;
}

}  // namespace
