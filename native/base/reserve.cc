// Address space set aside for code that cannot report a failed allocation: Note [The reserve].
#include "base/reserve.h"

#include <sys/mman.h>

#include <new>

namespace hr {

std::atomic<bool> reserve_is_spent{false};

namespace {

// The table for a million handles, the old one and the new one.
constexpr size_t kReserveBytes = size_t(64) << 20;

std::atomic<void*> reserve{nullptr};
std::new_handler handler_before = nullptr;

void* map_reserve() noexcept {
  void* room =
      mmap(nullptr, kReserveBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return room == MAP_FAILED ? nullptr : room;
}

void spend_reserve() {
  if (void* room = reserve.exchange(nullptr)) {
    reserve_is_spent = true;
    munmap(room, kReserveBytes);
  } else if (handler_before) {
    handler_before();
  } else {
    throw std::bad_alloc();
  }
}

}  // namespace

void keep_reserve() noexcept {
  reserve = map_reserve();  // none: the limit is too tight for one
  handler_before = std::set_new_handler(spend_reserve);
}

void refill_reserve() {
  void* room = map_reserve();
  if (!room) throw std::bad_alloc();
  if (void* other = reserve.exchange(room))
    munmap(other, kReserveBytes);  // two threads refilled it
  reserve_is_spent = false;
}

}  // namespace hr
