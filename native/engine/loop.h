// Run-ahead: repeats a loop body's calls on the next batch before the body gets there.
//
// Note [Run-ahead]
// On a CPU a consumer blocks on its batch, so a plain training loop would never overlap loading
// with computing. A Loop records the calls of a step's body. When the next step begins, it makes
// the same calls on the batch after it, and starts those whose results the body consumed. When the
// body then makes such a call with the same spec, operands and random key, it adopts the existing
// node; any other call runs normally. So results and random state are unchanged by construction; at
// worst, work is wasted. Calls are not predicted if they read values made outside the recorded
// calls, or memory that others may write.
//
// Only results that the body consumed are kept. If it later asks for another one through a handle,
// the call is repeated (Recipe).
#pragma once
#include <vector>

#include "engine/recipe.h"
#include "engine/recorded.h"

namespace hr {

class Loop : public std::enable_shared_from_this<Loop> {
 public:
  ~Loop();

  // A step begins on this thread: the body gets `now`, and `next` one step later (empty: unknown).
  void step(const std::vector<Input>& now, const std::vector<Input>& next);
  // The body has ended: later calls do not belong to it.
  void leave();

  struct Made {
    NodeRef node;
    bool target = false;        // counts as a handle: its results are kept
    std::vector<Input> inputs;  // its operands: the node drops them
    std::vector<DynArg> dyn;
  };
  // The node made ahead for this call, or none. The caller must release a target's handle.
  Made adopt(const Invocation& call);
  void note(const NodeRef& node, const Invocation& call);  // records a call and its node

  int64_t adopted() const { return adopted_; }
  int64_t ahead() const { return made_; }

  // Loops whose bodies this thread is in.
  static std::vector<std::shared_ptr<Loop>> current();

 private:
  struct Call : RecordedCall {
    std::shared_ptr<CallNote> note;
  };

  Origin origin(const Input& in) const;
  const Call* same_before(size_t index) const;
  bool predict(size_t index, RandomKey& key) const;
  void make_ahead(const std::vector<Input>& next);
  static void discard(std::vector<Made>& made);

  std::atomic<bool> active_{false};
  std::vector<Call> before_, calls_;  // of the previous step and of this one
  Origins origins_;                   // of this step's values
  uint64_t first_seq_ = 0;
  int64_t n_ = 0;
  bool overflow_ = false;
  std::vector<Made> made_for_now_, made_for_next_;
  int64_t adopted_ = 0, made_ = 0;
};

}  // namespace hr
