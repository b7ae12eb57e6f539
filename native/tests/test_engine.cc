// The engine without Python: modes, many threads, errors, long chains, branching plans. For TSan.
#include <thread>

#include "base/trace.h"
#include "engine_samples.h"

namespace {

NodeRef call(const std::shared_ptr<Spec>& spec, const NodeRef& in, bool eager,
             const NodeRef& second = nullptr) {
  std::vector<Input> inputs{{in, 0}};
  if (second) inputs.push_back({second, 0});
  NodeRef n = make_call(
      {.spec = spec, .inputs = std::move(inputs), .n = in->n, .pool = Pool::default_pool()});
  n->handles++;
  if (eager) Engine::get().submit(n);
  return n;
}

void finish(const NodeRef& n) {
  Engine::get().start(n);
  while (!Engine::get().wait(*n, 1.0)) {
  }
}

void test_chain(bool eager, int64_t size) {
  NodeRef x = images(6, size, size, 3);
  NodeRef y = x;
  auto flip = flip_spec();
  for (int k = 0; k < 4; k++) y = call(flip, y, eager);
  finish(y);
  CHECK(y->state == State::done);
  CHECK(same(y->results[0], x->results[0]));
}

// A kernel whose region depends on its second input.
int regions_found = 0;
const KernelEntry second_tells{
    {.name = "test_second_tells",
     .infer = [](InferContext& c) { c.out[0] = c.in[0].shape; },
     .run = [](RunContext& c) { std::memset(c.out[0].data, 0, c.out[0].bytes()); },
     .region =
         [](const InferContext& c, const Region*) {
           CHECK(c.nin == 2 && c.in[1].shape == (Shape{5, 7, 3}));
           regions_found++;
           return Region{0, 0, c.in[1].shape[0], c.in[1].shape[1]};
         }}};

void test_region_of_two_inputs() {
  auto spec = std::make_shared<Spec>();
  spec->kernel = find_kernel("test_second_tells");
  spec->op = "test_second_tells";
  spec->outs = {{DType::u8, 3}};
  NodeRef y = call(flip_spec(), images(4, 40, 40, 7), false);
  NodeRef z = call(spec, y, false, images(4, 5, 7, 1));
  y->handles--;
  y.reset();
  finish(z);
  CHECK(z->state == State::done && regions_found == 4);
}

void test_threads() {
  auto flip = flip_spec();
  auto to_int = cast_spec(DType::i32), to_byte = cast_spec(DType::u8);
  NodeRef shared = images(4, 40, 40, 7);
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; t++)
    threads.emplace_back([&, t] {
      for (int k = 0; k < 60; k++) {
        NodeRef a = call(flip, shared, (t + k) % 2);
        NodeRef b = call(to_int, a, (t + k) % 3);
        a->handles--;
        a.reset();
        NodeRef c = call(flip, call(to_byte, b, true), k % 2);
        if (k % 5) finish(c);
        if (k % 5) CHECK(same(c->results[0], shared->results[0]));
        if (k % 7 == 0) Engine::get().flush();
      }
    });
  for (auto& t : threads) t.join();
  CHECK(Engine::get().settle(60));
}

// Two threads evaluate the same pending value and values that depend on it.
void test_shared_pending() {
  auto flip = flip_spec();
  for (int k = 0; k < 200; k++) {
    NodeRef x = images(2, 30, 30, static_cast<uint8_t>(k));
    NodeRef a = call(flip, x, k % 2);
    NodeRef b = call(flip, a, false), c = call(flip, a, false);
    std::thread first([&] { finish(b); }), second([&] { finish(c); });
    first.join();
    second.join();
    CHECK(same(b->results[0], x->results[0]) && same(c->results[0], x->results[0]));
  }
}

// A chain is not cut while the caller adds to it, however much work it is; older ones are started.
void test_large_work() {
  Engine& e = Engine::get();
  auto flip = flip_spec();
  NodeRef x = images(1, 4, 4, 0);
  auto large = [&](const NodeRef& in) {
    NodeRef n = call(flip, in, false);
    n->work = int64_t{2} << 30;
    e.submit(n);
    return n;
  };
  for (int tries = 0;; tries++) {
    CHECK(tries < 200);
    const int64_t start = now_ns();
    NodeRef first = large(x), old = large(first);
    first->queued_at = old->queued_at = now_ns() - 10'000'000;
    NodeRef other = large(x), next = large(other);
    const bool started = first->state != State::queued && old->state != State::queued;
    const bool kept = other->state == State::queued && next->state == State::queued;
    other->queued_at = next->queued_at = now_ns() - 10'000'000;
    NodeRef last = large(next);  // old, but `last` depends on them
    const bool grown = next->state == State::queued && last->state == State::queued;
    if (now_ns() - start > 1'000'000) {  // too late: the timer may have fired first
      finish(last);
      continue;
    }
    CHECK(started && kept && grown);
    other->queued_at = now_ns() - 100'000'000;  // but not forever
    NodeRef end = large(last);
    CHECK(other->state != State::queued && end->state != State::queued);
    finish(end);
    finish(old);  // started before, but not awaited
    CHECK(same(old->results[0], x->results[0]));
    break;
  }
  CHECK(e.settle(60));
}

void test_long_chain() {
  NodeRef x = images(1, 1, 4, 0), y = x;
  auto flip = flip_spec();
  for (int k = 0; k < 20000; k++) {
    NodeRef next = call(flip, y, false);
    y->handles--;
    y = next;
  }
  finish(y);
  CHECK(same(y->results[0], x->results[0]));
  for (int k = 0; k < 20000; k++) y = call(flip, y, false);  // destroyed without running
}

void test_error() {
  Samples s;
  s.dtype = DType::u8;
  s.ndim = 1;
  s.n = 2;
  BufferRef b = allocate(8);
  std::memset(b->data, 0, 8);
  s.data = {b->data, b->data};
  s.shapes = {4, 4};
  s.owners = {b};
  std::vector<Samples> r;
  r.push_back(s);
  NodeRef bytes = make_value(std::move(r));
  auto spec = decode_spec();
  NodeRef image = call(spec, bytes, true), flipped = call(flip_spec(), image, true);
  finish(flipped);
  CHECK(flipped->state == State::failed);
  CHECK(flipped->error->sample == 0 && flipped->error->op == "decoders.image");
}

}  // namespace

int main() {
  Pool::set_default_threads(3);
  for (bool eager : {false, true})
    for (int64_t size : {3, 200}) test_chain(eager, size);
  test_region_of_two_inputs();
  test_threads();
  test_shared_pending();
  test_large_work();
  test_long_chain();
  test_error();
  Engine::get().shutdown(60);
  std::puts("engine: 7 passed");
  return 0;
}
