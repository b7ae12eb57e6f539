// Threads of a block as fibers: each has a stack and yields at barriers.
#pragma once
#include <sys/mman.h>
#include <ucontext.h>

#ifdef __SANITIZE_ADDRESS__
extern "C" void __sanitizer_start_switch_fiber(void**, const void*, size_t);
extern "C" void __sanitizer_finish_switch_fiber(void*, const void**, size_t*);
#endif

namespace hr_emulation {

struct Fiber {
  enum State { ready, waiting, ended } state;
  unsigned lanes;  // that it waits for
  uint3 index;
  ucontext_t context;
  void* sanitizer;
};

#ifdef __SANITIZE_ADDRESS__
constexpr size_t stack_size = 256 << 10;
#else
constexpr size_t stack_size = 64 << 10;
#endif
constexpr size_t guard_size = 64 << 10;  // a multiple of any page size

static Fiber fibers[most_threads];
static Fiber* running;
static ucontext_t scheduler;
static void* scheduler_sanitizer;
static const void* scheduler_stack;
static size_t scheduler_stack_size;
static void (*body)(void*);
static void* body_data;

[[noreturn]] inline void stop(const char* why) {
  dprintf(2, "GPU emulation: %s\n", why);
  __builtin_trap();
}

// Yields to the scheduler; returns when the fiber is resumed, unless it has ended.
inline void leave(Fiber& f) {
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_start_switch_fiber(f.state == Fiber::ended ? nullptr : &f.sanitizer, scheduler_stack,
                                 scheduler_stack_size);
#endif
  swapcontext(&f.context, &scheduler);
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_finish_switch_fiber(f.sanitizer, &scheduler_stack, &scheduler_stack_size);
#endif
}

inline void fiber_main() {
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_finish_switch_fiber(nullptr, &scheduler_stack, &scheduler_stack_size);
#endif
  Fiber& f = *running;
  body(body_data);
  f.state = Fiber::ended;
  offered[&f - fibers] = 0;
  leave(f);
}

inline void enter(Fiber& f) {
  running = &f;
  threadIdx = f.index;
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_start_switch_fiber(&scheduler_sanitizer, f.context.uc_stack.ss_sp, stack_size);
#endif
  swapcontext(&scheduler, &f.context);
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_finish_switch_fiber(scheduler_sanitizer, nullptr, nullptr);
#endif
}

void define_HR_COOPERATIVE_to_wait(unsigned lanes) {
  running->state = Fiber::waiting;
  running->lanes = lanes;
  leave(*running);
}

// Releases the fibers whose barrier is complete. Ended threads count as arrived.
inline bool open_barriers(unsigned n) {
  bool opened = false, all = true;
  for (unsigned t = 0; t < n; t++)
    all = all && (fibers[t].state == Fiber::ended || fibers[t].lanes == whole_block);
  for (unsigned t = 0; t < n; t++) {
    if (fibers[t].state != Fiber::waiting) continue;
    unsigned lanes = fibers[t].lanes, first = t / 32 * 32;
    bool complete = lanes == whole_block ? all : true;
    for (unsigned i = first; lanes && i < first + 32 && i < n; i++) {
      const Fiber& f = fibers[i];
      if (lanes >> (i - first) & 1u)
        complete = complete && (f.state == Fiber::ended || f.lanes == lanes);
    }
    if (!complete) continue;
    fibers[t].state = Fiber::ready;
    opened = true;
  }
  return opened;
}

// Runs blocks whose threads call f; the stacks are reused from block to block.
template <class F>
class Blocks {
 public:
  explicit Blocks(F f) : f_(f), n_(blockDim.x * blockDim.y * blockDim.z) {
    if (n_ > most_threads) stop("more than 1024 threads in a block");
    stacks_ = (char*)mmap(nullptr, n_ * stride, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stacks_ == MAP_FAILED) stop("no memory for the threads' stacks");
    for (unsigned t = 0; t < n_; t++) mprotect(stacks_ + t * stride, guard_size, PROT_NONE);
    body = [](void* self) { ((Blocks*)self)->f_(); };
    body_data = this;
  }
  ~Blocks() { munmap(stacks_, n_ * stride); }
  Blocks(const Blocks&) = delete;

  void run() {
    for (unsigned t = 0; t < n_; t++) start(t);
    do {
      for (unsigned t = 0; t < n_; t++)
        if (fibers[t].state == Fiber::ready) enter(fibers[t]);
    } while (open_barriers(n_));
    for (unsigned t = 0; t < n_; t++)
      if (fibers[t].state != Fiber::ended) stop("threads of a block wait at different barriers");
  }

 private:
  static constexpr size_t stride = guard_size + stack_size;

  void start(unsigned t) {
    Fiber& f = fibers[t];
    f.state = Fiber::ready;
    f.index = {t % blockDim.x, t / blockDim.x % blockDim.y, t / blockDim.x / blockDim.y};
    getcontext(&f.context);
    f.context.uc_stack.ss_sp = stacks_ + t * stride + guard_size;
    f.context.uc_stack.ss_size = stack_size;
    f.context.uc_link = nullptr;
    makecontext(&f.context, fiber_main, 0);
  }

  F f_;
  unsigned n_;
  char* stacks_;
};

}  // namespace hr_emulation
