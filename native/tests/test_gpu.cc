// Streams and memory of the cuda lane used by many threads, on a device that only records: live
// pinned pieces never overlap, foreign memory is released once, streams are created and closed,
// batches are pinned up to a limit. Also kernels planned and split.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>

#include "gpu/chain.h"
#include "gpu/staging.h"

namespace {

using namespace hr;

std::atomic<int> failures{0};
#define CHECK(ok)                                                   \
  do {                                                              \
    if (!(ok) && ++failures <= 20) {                                \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #ok); \
    }                                                               \
  } while (false)

constexpr int kThreads = 8;

template <class F>
void on_threads(F f) {
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; t++) threads.emplace_back([&f, t] { f(t); });
  for (auto& t : threads) t.join();
}

void pinned_pieces() {
  gpu::StreamRef streams[2] = {gpu::make_stream(0), gpu::make_stream(0)};
  on_threads([&](int t) {
    for (int k = 0; k < 400; k++) {
      const size_t bytes = static_cast<size_t>((t * 977 + k * 313) % 300'000 + 1);
      gpu::Staging one(streams[k % 2], bytes), two(streams[k % 2], 64);
      std::memset(one.data(), t, bytes);
      std::memset(two.data(), t + 100, 64);
      gpu::Staging large(streams[t % 2], 3 << 20);
      std::memset(large.data(), t + 50, 3 << 20);
      bool whole = true;
      for (size_t i = 0; i < bytes; i += 97) whole = whole && one.data()[i] == t;
      for (size_t i = 0; i < 64; i++) whole = whole && two.data()[i] == t + 100;
      CHECK(whole && large.data()[(3 << 20) - 1] == t + 50);
      // Sent data stays valid just as long.
      const auto* sent = reinterpret_cast<const uint8_t*>(one.send(bytes));
      const auto* last = reinterpret_cast<const uint8_t*>(two.send(64));
      CHECK(sent != one.data() && sent[0] == t && sent[bytes - 1] == t && last[63] == t + 100);
    }
  });
}

void streams_that_end() {
  on_threads([](int) {
    for (int k = 0; k < 100; k++) {
      gpu::StreamRef s = gpu::make_stream(0);
      BufferRef b = gpu::allocate_on(s, 1000);
      gpu::Staging piece(s, 500);
      std::memset(piece.data(), 1, 500);
      gpu::StreamRef other = gpu::make_stream(0);
      gpu::used_on(*b, other);
      s.reset();  // the memory and the piece keep the stream alive
    }
  });
}

void borrowed_memory() {
  std::atomic<int> given_back{0};
  gpu::StreamRef stream = gpu::make_stream(0), other = gpu::make_stream(0);
  static uint8_t memory[64];
  on_threads([&](int) {
    for (int k = 0; k < 200; k++) {
      BufferRef b = gpu::wrap_on(stream, reinterpret_cast<uint64_t>(memory), sizeof memory,
                                 [&given_back] { given_back++; });
      if (k % 2) gpu::used_on(*b, other);
      BufferRef again = b;
    }
  });
  gpu::release_reached();
  CHECK(given_back == kThreads * 200);
}

// Large slabs are pinned, small ones are not; a slab outlives its owner while an upload reads it.
void pinned_batches() {
  gpu::StreamRef stream = gpu::make_stream(0);
  on_threads([&](int t) {
    for (int k = 0; k < 100; k++) {
      BufferRef large = allocate(400'000), small = allocate(1000);
      CHECK(large->pinned && !small->pinned);
      std::memset(large->data, t, large->size);
      if (k % 2) gpu::keep_for_upload({large}, stream);
      if (k % 4 == 1) gpu::finish_uploads(*large);
      if (k % 8 == 7) gpu::release_reached();
      CHECK(large->data[399'999] == t);
    }
  });
  gpu::release_reached();
  trim_memory();
  CHECK(memory_stats().pinned == 0 && memory_stats().cached == 0);
  std::vector<BufferRef> many;
  for (int k = 0; k < 9; k++) many.push_back(allocate(size_t{500} << 20));  // never touched
  CHECK(many.front()->pinned && !many.back()->pinned);
  CHECK(memory_stats().pinned <= size_t{2} << 30);
}

// Launches by several threads on one stream: each has its own upload.
void launches() {
  gpu::StreamRef stream = gpu::make_stream(0);
  const int64_t before = gpu::driver().counted.launches;
  on_threads([&](int t) {
    for (int k = 0; k < 100; k++) {
      gpu::Run run(stream);
      uint64_t table;
      run.table<int64_t>(10 + t, &table);
      for (int64_t i = 0; i < 10 + t; i++) run.at<int64_t>(table, i) = i;
      run.temporary(100);
      run.launch("operators/tensor/copy.cuh", "copy_pieces", table, 10 + t, sizeof(int64_t), 1);
      run.enqueue();
    }
  });
  CHECK(gpu::driver().counted.launches - before == kThreads * 100);
}

// Graph 0 → 1 → 3 → 4 and 2 → 3: which joins remain.
void split_kernels() {
  StageKernel kernel;
  kernel.steps = {0, 1, 2, 3, 4};
  kernel.joins = {{0, 1, 0}, {1, 3, kSameShapes}, {2, 3, 0}, {3, 4, 0}};
  std::vector<int> joined(5, -1), asked;
  auto split = [&](auto&& holds, auto&& fits) {
    asked.clear();
    gpu::split(kernel, joined, holds, [&](int root) {
      asked.push_back(root);
      return fits(root);
    });
    return joined;
  };
  using Joins = std::vector<int>;
  auto yes = [](auto&&) { return true; };
  CHECK((split(yes, yes) == Joins{1, 3, 3, 4, -1}) && asked == Joins{4});
  // One join fails: the other steps on both sides stay joined.
  auto same_shapes = [](const Join& j) { return !(j.needs & kSameShapes); };
  CHECK((split(same_shapes, yes) == Joins{1, -1, 3, 4, -1}) && (asked == Joins{4, 1}));
  // If the whole does not fit, the last call is dropped and then tried alone.
  auto without_last = [&](int root) { return root != 4 || joined[3] != 4; };
  CHECK((split(yes, without_last) == Joins{1, 3, 3, -1, -1}) && (asked == Joins{4, 4, 3}));
  // No two fit together: each runs separately.
  auto alone = [&](int root) { return std::count(joined.begin(), joined.end(), root) == 0; };
  CHECK((split(yes, alone) == Joins(5, -1)) && (asked == Joins{4, 4, 3, 3, 2, 1, 1, 0}));
  // None fits even alone: each uses its own launch.
  CHECK(split(yes, [](int) { return false; }) == Joins(5, -1));
}

// Which calls a kernel joins, and why others are not joined.
void planned_kernels() {
  auto spec = [](const char* kernel, DType to, int ndim) {
    auto s = std::make_shared<Spec>();
    s->kernel = find_kernel(kernel);
    s->op = kernel;
    s->consts.resize(s->kernel->params.size());
    s->outs = {{to, ndim}};
    return s;
  };
  auto pool = Pool::default_pool();
  gpu::StreamRef stream = gpu::make_stream(0);
  Samples none;
  none.ndim = 3;
  NodeRef x = make_value({none});
  auto call = [&](const std::shared_ptr<Spec>& s, std::vector<NodeRef> in) {
    std::vector<Input> inputs;
    for (const NodeRef& n : in) inputs.push_back({n, 0});
    return make_call({.spec = s, .inputs = inputs, .pool = pool, .stream = stream});
  };
  auto to_float = spec("cast", DType::f32, 3), to_bytes = spec("cast", DType::u8, 3);
  NodeRef a = call(to_float, {x}), b = call(to_bytes, {a}), c = call(to_float, {b}),
          t = call(spec("transpose", DType::f32, 3), {c}), d = call(to_bytes, {t});
  auto plan = [&](bool fuse, const NodeRef& kept) {
    return make_plan({a, b, c, t, d}, fuse, [&](const Node& n) { return &n == kept.get(); });
  };
  auto whole = plan(true, d);
  CHECK(whole->stages.size() == 1 && whole->stages[0].kernels.size() == 3);
  const std::vector<StageKernel>& kernels = whole->stages[0].kernels;
  CHECK((kernels[0].steps == std::vector<int>{0, 1, 2}) && kernels[0].joins.size() == 2);
  CHECK(kernels[0].chain && kernels[0].chain->flat && kernels[0].chain->widest == 4);
  CHECK(kernels[0].refusals.size() == 1 && kernels[0].refusals[0].by == 3);
  CHECK(kernels[0].refusals[0].why == std::string("it has a launch of its own"));
  CHECK((kernels[1].steps == std::vector<int>{3}) && !kernels[1].chain);
  CHECK(kernels[1].refusals[0].why == std::string("it reads the result of a launch of its own"));
  CHECK((kernels[2].steps == std::vector<int>{4}) && kernels[2].refusals.empty());
  auto held = plan(true, a);
  CHECK((held->stages[0].kernels[0].steps == std::vector<int>{0}));
  CHECK((held->stages[0].kernels[1].steps == std::vector<int>{1, 2}));
  CHECK(held->stages[0].kernels[0].refusals[0].why ==
        std::string("the result between them is kept"));
  auto apart = plan(false, d);
  CHECK(apart->stages.size() == 5 && apart->stages[2].kernels.size() == 1);
}

}  // namespace

int main() {
  gpu::use_emulation(false);
  pinned_pieces();
  streams_that_end();
  borrowed_memory();
  pinned_batches();
  launches();
  split_kernels();
  planned_kernels();
  std::printf("%s\n", failures ? "FAILED" : "ok");
  return failures ? 1 : 0;
}
