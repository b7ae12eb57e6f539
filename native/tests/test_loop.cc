// Run-ahead without Python: adopted calls give what plain calls give, whatever is kept. For TSan.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "headrace/loop.h"

using namespace hr;

#define CHECK(x)                                                                 \
  do {                                                                           \
    if (!(x)) {                                                                  \
      std::fprintf(stderr, "%s:%d: CHECK(%s) failed\n", __FILE__, __LINE__, #x); \
      std::exit(1);                                                              \
    }                                                                            \
  } while (0)

namespace {

NodeRef images(int64_t n, int64_t side, uint8_t first) {
  Samples s;
  s.ndim = 3;
  s.n = n;
  const int64_t bytes = side * side * 3;
  BufferRef slab = allocate(static_cast<size_t>(n * bytes));
  for (int64_t i = 0; i < n; i++) {
    s.data.push_back(slab->data + i * bytes);
    for (int64_t k = 0; k < bytes; k++) s.data[i][k] = static_cast<uint8_t>(first + 3 * i + k);
    for (int64_t d : {side, side, int64_t(3)}) s.shapes.push_back(d);
  }
  s.owners = {slab};
  s.find_dense();
  std::vector<Samples> r;
  r.push_back(std::move(s));
  return make_value(std::move(r));
}

std::shared_ptr<Spec> spec(const char* kernel, DType out) {
  auto s = std::make_shared<Spec>();
  s->kernel = find_kernel(kernel);
  s->op = kernel;
  s->consts.resize(s->kernel->params.size());
  if (std::string(kernel) == "flip") {
    auto number = [](std::vector<int64_t> v) {
      Const c;
      c.given = true;
      c.i = v;
      c.f.assign(v.begin(), v.end());
      return c;
    };
    s->consts = {number({1}), number({0}), number({0}), number({1, 0, -1})};
  }
  s->outs = {{out, 3}};
  return s;
}

// What the binding does for a call.
NodeRef call(const std::shared_ptr<Spec>& spec, const NodeRef& in) {
  Engine& e = Engine::get();
  std::vector<Input> inputs = {{in, 0}};
  for (const auto& loop : Loop::current()) {
    Loop::Made made = loop->adopt(*spec, inputs, {}, in->n, {}, Pool::default_pool().get(), -1);
    if (!made.node) continue;
    made.node->handles++;
    if (made.target) made.node->handles--;
    loop->note(made.node, inputs, {});
    return made.node;
  }
  auto n = std::make_shared<Node>();
  n->spec = spec;
  n->n = in->n;
  n->pool = Pool::default_pool();
  n->work = in->output_bytes();
  n->inputs = {{kept(in), 0}};
  n->inputs[0].node->readers++;
  n->seq = e.next_seq();
  for (const auto& loop : Loop::current()) loop->note(n, inputs, {});
  n->handles++;
  e.track(n);
  e.submit(n);
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

bool same(const Samples& a, const Samples& b) {
  if (a.n != b.n || a.shapes != b.shapes || a.dtype != b.dtype) return false;
  for (int64_t i = 0; i < a.n; i++)
    if (std::memcmp(a.data[i], b.data[i], static_cast<size_t>(a.view(i).bytes()))) return false;
  return true;
}

// Flip twice is the batch itself. Now and then the body looks at the result in between, calls more,
// or leaves out what it called before.
void run_loop(int64_t side) {
  auto flip = spec("flip", DType::u8), cast = spec("cast", DType::i32),
       back = spec("cast", DType::u8);
  auto loop = std::make_shared<Loop>();
  std::vector<NodeRef> batches;
  for (int t = 0; t < 40; t++) batches.push_back(images(3 + t % 2, side, static_cast<uint8_t>(t)));
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

// Memory that was lent to somebody who may have written into it is read when it is used.
void test_lent() {
  auto flip = spec("flip", DType::u8);
  auto loop = std::make_shared<Loop>();
  std::vector<NodeRef> batches;
  for (int t = 0; t < 6; t++) batches.push_back(images(2, 64, static_cast<uint8_t>(t)));
  for (size_t t = 0; t + 1 < batches.size(); t++) {
    loop->step({{batches[t], 0}}, {{batches[t + 1], 0}});
    Samples& s = batches[t]->results[0];
    Engine::get().settle(10);  // what reads it has read it, as for a view that is handed out
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
  Engine::get().shutdown();
  std::puts("loop: ok");
}
