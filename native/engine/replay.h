// Replay: calls that were recorded once are made again, without Python, on the batches of another
// iteration. A pipeline is made of these.
//
// The calls are recorded on batches of no samples: they show what is called on what, and nothing
// runs. (A call on no samples is one on all samples of an iteration; another number of samples,
// such as the one of a constant, stays as it is.)
#pragma once
#include "engine/recorded.h"

namespace hr {

class Replay : public std::enable_shared_from_this<Replay> {
 public:
  // From now on the calls of this thread are recorded, not made.
  void begin(const std::vector<Input>& inputs);
  // About the calls that follow: the user's line, and how far the position of their random numbers
  // moves from one iteration to the next.
  void about(int site, uint64_t stride) {
    site_ = site;
    stride_ = stride;
  }
  void note(const NodeRef& node);
  // Calls that no output needs are forgotten.
  void end(const std::vector<Input>& outputs);
  void cancel();  // of a recording that went wrong

  int site() const { return site_; }
  size_t calls() const { return calls_.size(); }

  // What the outputs are in an iteration: calls, not started yet.
  std::vector<Input> make(const std::vector<Input>& inputs, int64_t n, uint64_t iteration) const;

  // What this thread records; null: nothing.
  static std::shared_ptr<Replay> recording();

 private:
  struct Call : RecordedCall {
    uint64_t stride;
  };
  Origin origin(const Input& in) const;

  std::vector<Call> calls_;
  std::vector<Origin> outputs_;
  Origins origins_;  // while recording
  int site_ = -1;
  uint64_t stride_ = 0;
};

}  // namespace hr
