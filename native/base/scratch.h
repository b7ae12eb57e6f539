// Temporary memory of a thread.
#pragma once
#include <cstddef>
#include <cstdint>

namespace hr {

// Per-thread memory for what needs temporary space: grows, is reused, never cleared.
// Slots keep nested users apart.
uint8_t* scratch(size_t bytes, int slot = 0);

}  // namespace hr
