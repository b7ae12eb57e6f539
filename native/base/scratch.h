// Per-thread temporary memory.
#pragma once
#include <cstddef>
#include <cstdint>

namespace hr {

// Grows on demand, is reused and never cleared. Nested users take different slots.
uint8_t* scratch(size_t bytes, int slot = 0);

}  // namespace hr
