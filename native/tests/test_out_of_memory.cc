// Out of memory, without Python: every allocation of some programs fails in turn, alone or with all
// that follow. Each run must end with results or errors, lose no value, and never hang.
#include <unistd.h>

#include <new>
#include <thread>

#include "base/trace.h"
#include "engine/loop.h"
#include "engine/replay.h"
#include "engine_samples.h"
#include "gpu/stream.h"

namespace {

std::atomic<bool> armed{false};
std::atomic<int64_t> counted{0}, first_failure{0}, last_failure{0};

bool refuse() {
  if (!armed.load(std::memory_order_relaxed)) return false;
  const int64_t k = counted.fetch_add(1);
  return k >= first_failure.load() && k <= last_failure.load();
}

}  // namespace

// Not inlined: GCC would warn about malloc with delete, and new with free.
#define HR_APART [[gnu::noinline]]
HR_APART void* operator new(size_t bytes) {
  void* p = refuse() ? nullptr : std::malloc(bytes ? bytes : 1);
  if (!p) throw std::bad_alloc();
  return p;
}
HR_APART void* operator new(size_t bytes, const std::nothrow_t&) noexcept {
  return refuse() ? nullptr : std::malloc(bytes ? bytes : 1);
}
HR_APART void* operator new(size_t bytes, std::align_val_t align) {
  void* p = std::aligned_alloc(static_cast<size_t>(align), bytes);
  if (!p) throw std::bad_alloc();
  return p;
}
HR_APART void operator delete(void* p) noexcept { std::free(p); }
HR_APART void operator delete(void* p, size_t) noexcept { std::free(p); }
HR_APART void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
HR_APART void operator delete(void* p, size_t, std::align_val_t) noexcept { std::free(p); }

extern "C" void* aligned_alloc(size_t align, size_t bytes) {  // allocates slabs and temporaries
  void* p = nullptr;
  if (refuse() || posix_memalign(&p, std::max(align, sizeof(void*)), bytes)) return nullptr;
  return p;
}

namespace {

constexpr double kPatience = 60;
constexpr int64_t kRuns = 400;  // maximum per program: else failures are sampled

struct Watched {  // a value made by a program, and its expected contents (null: any)
  NodeRef node, like;
  bool may_fail = false;  // for a reason other than memory
};
using Values = std::vector<Watched>;

NodeRef call(const std::shared_ptr<Spec>& spec, const NodeRef& in, bool eager,
             const std::shared_ptr<Pool>& pool = Pool::default_pool()) {
  NodeRef n = make_call({.spec = spec, .inputs = {{in, 0}}, .n = in->n, .pool = pool});
  n->handles++;
  if (eager) Engine::get().submit(n);
  return n;
}

void finish(const NodeRef& n) {
  Engine::get().start(n);
  CHECK(Engine::get().wait(*n, kPatience));
}

NodeRef broken_files() {
  Samples s;
  s.ndim = 1;
  s.n = 3;
  BufferRef b = allocate(8);
  std::memset(b->data, 0, 8);
  s.data = {b->data, b->data, b->data};
  s.shapes = {4, 4, 4};
  s.owners = {b};
  return make_value({s});
}

const NodeRef& small() {
  static auto* x = new NodeRef(images(4, 5, 5, 3));
  return *x;
}
const NodeRef& large() {
  static auto* x = new NodeRef(images(6, 200, 200, 3));
  return *x;
}

// ---- programs ----------------------------------------------------------------------------------

void chain(const NodeRef& x, bool eager, Values& values) {
  auto flip = flip_spec(), cast = cast_spec(DType::i32), back = cast_spec(DType::u8);
  NodeRef y = call(flip, x, eager), z = call(cast, y, eager), b = call(back, z, eager);
  NodeRef w = call(flip, b, eager);
  y->handles--;
  values.push_back({w, x});
  y.reset();
  finish(w);
}

void waiting_plans(Values& values) {  // more calls than a plan holds: plans wait for one another
  auto flip = flip_spec();
  NodeRef y = small();
  for (int k = 0; k < 300; k++) {
    NodeRef next = call(flip, y, true);
    if (k) y->handles--;
    y = std::move(next);
  }
  values.push_back({y, small()});
  NodeRef again = call(flip, call(flip, y, false), false);
  values.push_back({again, small()});
  finish(again);
}

void errors(bool fill, Values& values) {
  NodeRef image = call(decode_spec(fill), broken_files(), true);
  NodeRef flipped = call(flip_spec(), image, true);
  values.push_back({flipped, nullptr, true});
  finish(flipped);
}

void own_pool(Values& values) {  // starts threads
  NodeRef y = call(flip_spec(), large(), true, std::make_shared<Pool>(2));
  NodeRef z = call(flip_spec(), y, true, std::make_shared<Pool>(1));
  values.push_back({z, large()});
  finish(z);
}

void run_ahead(Values& values) {
  auto flip = flip_spec();
  auto loop = std::make_shared<Loop>();
  for (int t = 0; t < 5; t++) {
    loop->step({{small(), 0}}, {{small(), 0}});
    NodeRef x = small();
    for (int k = 0; k < 2; k++) {
      const Invocation asked{
          .spec = flip, .inputs = {{x, 0}}, .n = x->n, .pool = Pool::default_pool()};
      Loop::Made made = loop->adopt(asked);
      NodeRef n = made.node;
      if (n) {
        n->handles++;
        if (made.target) n->handles--;
        if (n->state.load() == State::idle) Engine::get().submit(n);
      } else {
        n = call(flip, kept(x), true);
      }
      loop->note(n, asked);
      x = n;
    }
    if (x->note) x->note->wanted = true;
    values.push_back({x, small()});
    finish(x);
  }
  loop->leave();
}

void recorded(Values& values) {
  auto flip = flip_spec();
  auto replay = std::make_shared<Replay>();
  NodeRef none = images(0, 5, 5, 0);
  struct Cancel {
    Replay& r;
    ~Cancel() { r.cancel(); }
  } cancel{*replay};
  replay->begin({{none, 0}});
  NodeRef a = make_call({.spec = flip, .inputs = {{none, 0}}, .pool = Pool::default_pool()});
  replay->note(a);
  NodeRef b = make_call({.spec = flip, .inputs = {{a, 0}}, .pool = Pool::default_pool()});
  replay->note(b);
  replay->end({{b, 0}});
  for (int k = 0; k < 3; k++) {
    NodeRef made = replay->make({{small(), 0}}, 4, static_cast<uint64_t>(k))[0].node;
    made->handles++;
    values.push_back({made, small()});
    finish(made);
  }
}

void parallel_work(Values& values) {
  auto pool = Pool::default_pool();
  std::atomic<int64_t> sum{0};
  parallel(pool.get(), 50, [&](int64_t i) { sum += i; });
  CHECK(sum == 50 * 49 / 2);
  std::vector<std::thread> threads;
  struct Join {
    std::vector<std::thread>& all;
    ~Join() {
      for (auto& t : all) t.join();
    }
  } join{threads};
  NodeRef shared = call(flip_spec(), large(), true), last = call(flip_spec(), shared, true);
  values.push_back({last, large()});
  for (int t = 0; t < 2; t++)
    threads.emplace_back([&] {
      try {
        finish(last);
      } catch (const std::bad_alloc&) {
      }
    });
}

// Plans and launches kernels on a device that only records.
void on_gpu(Values& values) {
  static const auto* stream = new gpu::StreamRef(gpu::make_stream(0));
  static const auto* x = [] {
    Samples s;
    s.ndim = 3;
    s.n = 2;
    s.shapes = {4, 5, 3, 6, 7, 3};
    gpu::make_room(s, *stream);
    return new NodeRef(make_value({s}));
  }();
  auto specs = {flip_spec(), cast_spec(DType::i32), cast_spec(DType::u8), flip_spec()};
  NodeRef y = *x;
  for (const auto& spec : specs) {
    y = make_call({.spec = spec,
                   .inputs = {{y, 0}},
                   .n = y->n,
                   .pool = Pool::default_pool(),
                   .stream = *stream});
    if (spec->outs[0].dtype != DType::u8) continue;
    y->handles++;  // a kept value ends a fused kernel
    values.push_back({y, nullptr});
  }
  finish(y);
}

// ---- the campaign ------------------------------------------------------------------------------

void check(const Watched& w) {
  finish(w.node);
  if (w.node->state == State::failed) {
    CHECK(w.node->error);
    CHECK(w.may_fail || w.node->error->kind == ErrorKind::memory);
    w.node->error->observed = true;
    return;
  }
  const NodeRef node = kept(w.node);
  if (node != w.node) return check({node, w.like, w.may_fail});
  CHECK(w.may_fail || !w.like || same(node->results[0], w.like->results[0]));
}

// Runs once; returns the number of allocations.
template <class F>
int64_t run(F program, int64_t first, int64_t last, bool& ended) {
  Values values;
  values.reserve(16);
  first_failure = first;
  last_failure = last;
  counted = 0;
  armed = true;
  try {
    program(values);
    ended = true;
  } catch (const std::bad_alloc&) {
    ended = false;
  } catch (const Error& e) {  // from a slab
    armed = false;
    CHECK(e.kind == ErrorKind::memory);
    ended = false;
  }
  armed = false;
  const int64_t made = counted;
  CHECK(Engine::get().settle(kPatience));
  for (const Watched& w : values) check(w);  // each value is ready, or failed with an error
  return made;
}

template <class F>
void campaign(const char* name, F program) {
  bool ended = false;
  run(program, INT64_MAX, INT64_MAX, ended);  // create everything that is created only once
  const int64_t total = run(program, INT64_MAX, INT64_MAX, ended);
  CHECK(ended);
  const int64_t step = std::max<int64_t>(1, total / kRuns);
  int64_t survived = 0, runs = 0;
  for (int64_t first = 0; first < total; first += step)
    for (int64_t last : {first, first + 2, INT64_MAX}) {
      run(program, first, last, ended);
      survived += ended;
      runs++;
    }
  run(program, INT64_MAX, INT64_MAX, ended);
  CHECK(ended);
  std::printf("%s: %lld allocations, %lld runs, %lld ended by themselves\n", name,
              static_cast<long long>(total), static_cast<long long>(runs),
              static_cast<long long>(survived));
}

}  // namespace

int main() {
  alarm(3000);  // kills a test that hangs
  Pool::set_default_threads(3);
  on_unobserved = [](const ErrorRef& e) { CHECK(!e->message.empty()); };
  campaign("small, deferred", [](Values& v) { chain(small(), false, v); });
  campaign("small, eager", [](Values& v) { chain(small(), true, v); });
  campaign("large, deferred", [](Values& v) { chain(large(), false, v); });
  campaign("large, eager", [](Values& v) { chain(large(), true, v); });
  campaign("plans that wait", waiting_plans);
  campaign("errors", [](Values& v) { errors(false, v); });
  campaign("filled errors", [](Values& v) { errors(true, v); });
  campaign("own pools", own_pool);
  campaign("run-ahead", run_ahead);
  campaign("recorded", recorded);
  campaign("threads", parallel_work);
  trace_begin();
  campaign("traced", [](Values& v) { chain(large(), true, v); });
  trace_end();
  gpu::use_emulation(false);
  campaign("on a GPU", on_gpu);
  Engine::get().shutdown(60);
  std::puts("out of memory: 13 programs passed");
  return 0;
}
