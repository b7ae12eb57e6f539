// Run-ahead: the body of a loop over batches, called ahead for the batch after this one.
//
// Note [Run-ahead]
// On a CPU a consumer waits for its batch, so a plain training loop would compute while it does not
// load, and load while it does not compute. A Loop writes down what the body of a step called, and
// when the next step begins, makes the same calls on the batch that will come then, and starts
// those whose results the body asked for. When the body really makes such a call, with the same
// spec, the same operands, the same key of random numbers, it gets the node that is already there;
// any other call runs as always. So results and random state are the same by construction: at
// worst, work was in vain. A call cannot be predicted if it takes a value that was made outside of
// the calls, or memory that somebody could write into.
//
// Of what was called ahead only those results are kept that the body asked for. It may still hold a
// handle to another one, and ask for it one day: then the call is made again (Recipe).
#pragma once
#include <vector>

#include "engine/recipe.h"
#include "engine/recorded.h"

namespace hr {

class Loop : public std::enable_shared_from_this<Loop> {
 public:
  ~Loop();

  // A step begins on this thread: the body gets `now`, and `next` in the step after (empty: that is
  // not known yet).
  void step(const std::vector<Input>& now, const std::vector<Input>& next);
  // The body is left: calls do not belong to it any more.
  void leave();

  struct Made {
    NodeRef node;
    bool target = false;        // counts as a handle: its results are kept
    std::vector<Input> inputs;  // what it was made of: the node itself forgets that
    std::vector<DynArg> dyn;
  };
  // A call that is about to be made: the node that was made for it ahead, or none. Its handle, if
  // it is a target, is the caller's to give up.
  Made adopt(const Invocation& call);
  void note(const NodeRef& node, const Invocation& call);  // a call and the node that it got

  int64_t adopted() const { return adopted_; }
  int64_t ahead() const { return made_; }

  // The loops whose bodies this thread is in.
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
  std::vector<Call> before_, calls_;  // of the step before this one, and of this one
  Origins origins_;                   // of this step's values
  uint64_t first_seq_ = 0;
  int64_t n_ = 0;
  bool overflow_ = false;
  std::vector<Made> made_for_now_, made_for_next_;
  int64_t adopted_ = 0, made_ = 0;
};

}  // namespace hr
