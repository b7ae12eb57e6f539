// Run-ahead without Python: adopted calls give the results of plain calls. For TSan.
#include <thread>

#include "engine/loop.h"
#include "engine_samples.h"

namespace {

// Makes a call like the binding does.
NodeRef call(const std::shared_ptr<Spec>& spec, const NodeRef& in) {
  Invocation asked{.spec = spec, .inputs = {{in, 0}}, .n = in->n, .pool = Pool::default_pool()};
  for (const auto& loop : Loop::current()) {
    Loop::Made made = loop->adopt(asked);
    if (!made.node) continue;
    made.node->handles++;
    if (made.target) made.node->handles--;
    loop->note(made.node, asked);
    return made.node;
  }
  Invocation call = asked;
  read_kept(call);
  NodeRef n = make_call(std::move(call));
  for (const auto& loop : Loop::current()) loop->note(n, asked);
  n->handles++;
  Engine::get().submit(n);
  return n;
}

void drop(NodeRef& n) {
  n->handles--;
  n.reset();
}

const Samples& result(const NodeRef& n) {
  if (n->note) n->note->wanted = true;
  Engine::get().start(n);
  while (!Engine::get().wait(*n, 1.0)) {
  }
  CHECK(n->state == State::done);
  if (n->unkept) return result(kept(n));
  return n->results[0];
}

// Flipping twice gives the batch itself. Sometimes the body looks at the intermediate result, makes
// additional calls, or omits earlier ones.
void run_loop(int64_t side) {
  auto flip = flip_spec(), cast = cast_spec(DType::i32), back = cast_spec(DType::u8);
  auto loop = std::make_shared<Loop>();
  std::vector<NodeRef> batches;
  for (int t = 0; t < 40; t++)
    batches.push_back(images(3 + t % 2, side, side, static_cast<uint8_t>(t)));
  for (size_t t = 0; t + 1 < batches.size(); t++) {
    loop->step({{batches[t], 0}}, {{batches[t + 1], 0}});
    NodeRef a = call(flip, batches[t]);
    NodeRef b = call(flip, a);
    if (t % 5 != 4) CHECK(same(result(b), batches[t]->results[0]));
    if (t % 3 == 1) {
      NodeRef c = call(cast, a);
      NodeRef d = call(back, c);
      CHECK(same(result(d), result(a)));
      drop(d);
      drop(c);
    }
    if (t % 7 == 6) CHECK(result(a).n == batches[t]->n);
    drop(b);
    drop(a);
    if (t == 20) {
      loop->leave();
      CHECK(Loop::current().empty());
    }
  }
  CHECK(loop->adopted() > 20);
  loop->leave();
}

void test_threads() {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; t++) threads.emplace_back([t] { run_loop(8 + 40 * t); });
  for (auto& t : threads) t.join();
}

// Memory that was lent and may have been written is read at its use.
void test_lent() {
  auto flip = flip_spec();
  auto loop = std::make_shared<Loop>();
  std::vector<NodeRef> batches;
  for (int t = 0; t < 6; t++) batches.push_back(images(2, 64, 64, static_cast<uint8_t>(t)));
  for (size_t t = 0; t + 1 < batches.size(); t++) {
    loop->step({{batches[t], 0}}, {{batches[t + 1], 0}});
    Samples& s = batches[t]->results[0];
    Engine::get().settle(10);  // pending readers have finished, as when a view is exported
    s.owners[0]->lent = true;
    std::memset(s.data[0], static_cast<int>(t), 64 * 64 * 3);
    NodeRef a = call(flip, batches[t]);
    CHECK(result(a).data[0][5] == t);
    drop(a);
  }
  CHECK(loop->adopted() == 0);
  loop->leave();
}

}  // namespace

int main() {
  run_loop(8);
  run_loop(200);
  test_threads();
  test_lent();
  Engine::get().shutdown(60);
  std::puts("loop: ok");
}
