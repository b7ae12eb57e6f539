// Parameters of the color_space kernels, shared by host and device.
#pragma once

namespace hrk {

// Kinds of conversion. reversed: input channels in reverse order. weigh: gray, integer weights.
enum class ColorWay { keep, reverse, spread, weigh, weigh_reversed, map, map_reversed };

}  // namespace hrk
