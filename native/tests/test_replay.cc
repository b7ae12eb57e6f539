// Recorded calls without Python: results on other batches, from several threads. For TSan.
#include <thread>

#include "engine/replay.h"
#include "engine_samples.h"

namespace {

NodeRef none() {
  Samples s;
  s.dtype = DType::u8;
  s.ndim = 3;
  std::vector<Samples> r;
  r.push_back(std::move(s));
  return make_value(std::move(r));
}

// Makes a call like the binding does while recording.
NodeRef call(const std::shared_ptr<Spec>& spec, const NodeRef& in) {
  NodeRef node =
      make_call({.spec = spec, .inputs = {{in, 0}}, .n = in->n, .pool = Pool::default_pool()});
  auto replay = Replay::recording();
  CHECK(replay != nullptr);
  replay->note(node);
  return node;
}

const Samples& result(const NodeRef& n) {
  Engine::get().start(n);
  while (!Engine::get().wait(*n, 1.0)) {
  }
  CHECK(n->state == State::done);
  return n->results[0];
}

// Outputs: flipped, flipped twice, the input itself, a constant; and a cast that no output needs.
std::shared_ptr<Replay> record(const NodeRef& constant) {
  auto flip = flip_spec(), cast = cast_spec(DType::i32);
  auto replay = std::make_shared<Replay>();
  NodeRef in = none();
  replay->begin({{in, 0}});
  NodeRef a = call(flip, in);
  NodeRef b = call(cast, a);
  NodeRef c = call(flip, a);
  NodeRef d = call(flip, constant);
  replay->end({{a, 0}, {c, 0}, {in, 0}, {constant, 0}, {d, 0}});
  CHECK(Replay::recording() == nullptr);
  CHECK(replay->calls() == 3);  // without the cast
  return replay;
}

void run(const Replay& replay, const NodeRef& constant, int64_t side) {
  for (int t = 0; t < 30; t++) {
    NodeRef batch = images(1 + t % 4, side, side, static_cast<uint8_t>(t));
    auto out = replay.make({{batch, 0}}, batch->n, static_cast<uint64_t>(t));
    CHECK(out.size() == 5);
    std::vector<NodeRef> targets;
    for (Input& o : out) {
      o.node->handles++;
      if (!o.node->finished()) targets.push_back(o.node);
    }
    Engine::get().start(targets, false);
    CHECK(result(out[0].node).n == batch->n);
    CHECK(same(result(out[1].node), batch->results[0]));
    CHECK(out[2].node == batch && out[3].node == constant);
    CHECK(result(out[4].node).n == 1);  // from the constant: one sample, whatever the batch
    for (Input& o : out) o.node->handles--;
  }
}

void test_threads() {
  NodeRef constant = images(1, 4, 4, 9);
  auto replay = record(constant);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; t++) threads.emplace_back([&, t] { run(*replay, constant, 8 + 40 * t); });
  for (auto& t : threads) t.join();
}

void test_recording() {
  auto replay = std::make_shared<Replay>();
  NodeRef in = none();
  replay->begin({{in, 0}});
  bool refused = false;
  try {
    std::make_shared<Replay>()->begin({});
  } catch (const Error&) {
    refused = true;
  }
  CHECK(refused);
  replay->cancel();
  CHECK(Replay::recording() == nullptr);
}

}  // namespace

int main() {
  test_recording();
  test_threads();
  Engine::get().shutdown(60);
  std::puts("replay: ok");
}
