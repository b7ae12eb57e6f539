// Shared by the engine tests: a CHECK that exits, images, specs, comparison of samples.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "kernel_calls.h"

#define CHECK(x)                                                                 \
  do {                                                                           \
    if (!(x)) {                                                                  \
      std::fprintf(stderr, "%s:%d: CHECK(%s) failed\n", __FILE__, __LINE__, #x); \
      std::exit(1);                                                              \
    }                                                                            \
  } while (0)

namespace {  // unnamed: each test is one program of one file

using namespace hr;

NodeRef images(int64_t n, int64_t h, int64_t w, uint8_t first) {
  Samples s;
  s.dtype = DType::u8;
  s.ndim = 3;
  s.n = n;
  BufferRef slab = allocate(static_cast<size_t>(n * h * w * 3));
  for (int64_t i = 0; i < n; i++) {
    s.data.push_back(slab->data + i * h * w * 3);
    for (int64_t k = 0; k < h * w * 3; k++) s.data[i][k] = static_cast<uint8_t>(first + i + k);
    for (int64_t d : {h, w, int64_t(3)}) s.shapes.push_back(d);
  }
  s.owners = {slab};
  s.find_dense();
  std::vector<Samples> r;
  r.push_back(std::move(s));
  return make_value(std::move(r));
}

std::shared_ptr<Spec> flip_spec() {
  auto s = std::make_shared<Spec>(spec_of("flip",
                                          {{"horizontal", number(1)},
                                           {"vertical", number(0)},
                                           {"depthwise", number(0)},
                                           {"axes", numbers({1, 0, -1})}},
                                          {{DType::u8, 3}}));
  s->op = "flip";
  return s;
}

[[maybe_unused]] std::shared_ptr<Spec> decode_spec(bool fill = false) {
  auto s = std::make_shared<Spec>(spec_of("decode_image",
                                          {{"output_type", number(0)},
                                           {"adjust_orientation", number(0)},
                                           {"fast_idct", number(0)},
                                           {"fancy_upsampling", number(0)},
                                           {"max_pixels", number(0)},
                                           {"scaled", number(0)}},
                                          {{DType::u8, 3}}));
  s->op = "decoders.image";
  s->fill_errors = fill;
  return s;
}

std::shared_ptr<Spec> cast_spec(DType to) {
  auto s = std::make_shared<Spec>();
  s->kernel = find_kernel("cast");
  s->op = "cast";
  s->outs = {{to, 3}};
  return s;
}

bool same(const Samples& a, const Samples& b) {
  if (a.n != b.n || a.shapes != b.shapes || a.dtype != b.dtype) return false;
  for (int64_t i = 0; i < a.n; i++)
    if (std::memcmp(a.data[i], b.data[i], static_cast<size_t>(a.view(i).bytes()))) return false;
  return true;
}

}  // namespace
