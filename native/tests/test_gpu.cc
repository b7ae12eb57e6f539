// Streams and memory of the cuda lane from many threads, on a device that only records: pinned
// pieces that live at the same time never overlap, memory of others is given back once, streams
// come and go, batches are pinned up to a limit.
#include <atomic>
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>

#include "gpu/kernel.h"
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
      // What was sent stays there as long.
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
      s.reset();  // the memory and the piece keep it
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

// Large slabs are pinned, small ones are not; what is uploaded from one outlives its owner.
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
  for (int k = 0; k < 9; k++) many.push_back(allocate(size_t{500} << 20));  // not touched
  CHECK(many.front()->pinned && !many.back()->pinned);
  CHECK(memory_stats().pinned <= size_t{2} << 30);
}

// Launches of several threads on one stream: each has its own upload.
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

}  // namespace

int main() {
  gpu::use_emulation(false);
  pinned_pieces();
  streams_that_end();
  borrowed_memory();
  pinned_batches();
  launches();
  std::printf("%s\n", failures ? "FAILED" : "ok");
  return failures ? 1 : 0;
}
