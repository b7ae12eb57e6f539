// Recorded calls, repeated on other values: shared by run-ahead (loop.h) and pipelines (replay.h).
#pragma once
#include <unordered_map>
#include <vector>

#include "engine/engine.h"

namespace hr {

// Origin of a recorded call's operand.
struct Origin {
  enum Kind { batch, call, constant, unknown } kind = unknown;
  int index = 0;  // of the input or call
  int out = 0;
  NodeRef node;  // constants
  bool operator==(const Origin&) const = default;
};

// Maps node outputs to their origins.
class Origins {
 public:
  static constexpr size_t kMostOuts = 256;  // per node

  void clear() { map_.clear(); }
  void add_input(const Input& in, int index) { map_[key(in)] = {Origin::batch, index, 0, nullptr}; }
  void add_call(const Node& node, int index) {
    for (size_t o = 0; o < node.spec->outs.size(); o++)
      map_[node.seq << 8 | o] = {Origin::call, index, static_cast<int>(o), nullptr};
  }
  const Origin* find(const Input& in) const {
    auto it = map_.find(key(in));
    return it == map_.end() ? nullptr : &it->second;
  }

 private:
  static uint64_t key(const Input& in) { return in.node->seq << 8 | static_cast<uint64_t>(in.out); }
  std::unordered_map<uint64_t, Origin> map_;
};

// A call with origins in place of operands.
struct RecordedCall : Invocation {
  std::vector<Origin> origins;  // of inputs, then of arguments

  // Records a call; `origin` maps operands to origins.
  template <class F>
  RecordedCall(Invocation call, F&& origin) : Invocation(std::move(call)) {
    origins.reserve(inputs.size() + dyn.size());
    each_operand([&](Input& in) {
      origins.push_back(origin(in));
      in = {};
    });
  }
  // The same call on the values that `resolve` returns for the origins.
  template <class F>
  Invocation on(F&& resolve) const {
    Invocation call = *this;
    auto next = origins.begin();
    call.each_operand([&](Input& in) { in = resolve(*next++); });
    return call;
  }
};

}  // namespace hr
