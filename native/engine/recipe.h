// Results that were not kept: which nodes lack them, and how they are made again.
#pragma once
#include <vector>

#include "engine/graph.h"

namespace hr {

// The node to read from instead of one whose results were not kept.
NodeRef kept(const NodeRef& node);
inline void read_kept(Invocation& call) {
  call.each_operand([](Input& in) { in.node = kept(in.node); });
}
// The samples that a finished operand has; null: not finished, or not kept and not made again.
const Samples* samples_there(const Input& in);

// All nodes that are `unkept`, as long as they live.
void track_unkept(const std::vector<Node*>& nodes);  // all or, without memory, none
void untrack_unkept(Node& node);
// Those of them that somebody has a handle to, and that would read from a buffer.
std::vector<NodeRef> unkept_readers_of(const Buffer* buffer);

}  // namespace hr
