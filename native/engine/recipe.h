// Recomputes results that run-ahead did not keep.
#pragma once
#include <vector>

#include "engine/graph.h"

namespace hr {

// The node to read instead of `node`: a repeated call if its results were not kept.
NodeRef kept(const NodeRef& node);
inline void read_kept(Invocation& call) {
  call.each_operand([](Input& in) { in.node = kept(in.node); });
}
// Samples of a finished operand; null: not finished, or neither kept nor recomputed.
const Samples* samples_there(const Input& in);

// Registers live `unkept` nodes.
void track_unkept(const std::vector<Node*>& nodes);  // all or, without memory, none
void untrack_unkept(Node& node);
// Unkept nodes with a handle whose recomputation would read from `buffer`.
std::vector<NodeRef> unkept_readers_of(const Buffer* buffer);

}  // namespace hr
