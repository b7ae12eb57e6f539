// Address space set aside for code that cannot report a failed allocation.
//
// Note [The reserve]
// nanobind keeps a hash table of its objects and enlarges it in functions that are noexcept: under
// a limit on address space (`ulimit -v`) a failed allocation there would end the process. So some
// address space is mapped, without memory behind it. Where `operator new` fails, the reserve is
// unmapped and the allocation tried again. The next handle maps it again, or raises std::bad_alloc
// where that is possible.
#pragma once
#include <atomic>

namespace hr {

extern std::atomic<bool> reserve_is_spent;

// Installs the handler of `operator new` that spends the reserve. Once, when the module is
// imported.
void keep_reserve() noexcept;

// Maps the reserve again; throws std::bad_alloc if there is no room for it.
void refill_reserve();

// Called before a handle is made.
inline void need_reserve() {
  if (reserve_is_spent.load(std::memory_order_relaxed)) [[unlikely]]
    refill_reserve();
}

}  // namespace hr
