// What the host hands to the kernels of color_space.
#pragma once

namespace hrk {

// What becomes of a pixel. Reversed: channels in the other order come in. weigh: integer weights,
// for bytes.
enum class ColorWay { keep, reverse, spread, weigh, weigh_reversed, map, map_reversed };

}  // namespace hrk
