// Replay: calls recorded once, repeated without Python for every iteration of a pipeline.
//
// Calls are recorded on empty batches: this captures the graph and runs nothing. A call recorded
// with 0 samples gets all samples of an iteration; any other number (e.g. of a constant) stays.
#pragma once
#include "engine/recorded.h"

namespace hr {

class Replay : public std::enable_shared_from_this<Replay> {
 public:
  // From now on this thread's calls are recorded, not made.
  void begin(const std::vector<Input>& inputs);
  // Sets the user's line of the following calls, and the random-position stride per iteration.
  void about(int site, uint64_t stride) {
    site_ = site;
    stride_ = stride;
  }
  void note(const NodeRef& node);
  // Ends recording; drops calls that no output needs.
  void end(const std::vector<Input>& outputs);
  void cancel();  // abandons the recording

  int site() const { return site_; }
  size_t calls() const { return calls_.size(); }

  // The outputs of one iteration: calls, not started yet.
  std::vector<Input> make(const std::vector<Input>& inputs, int64_t n, uint64_t iteration) const;

  // This thread's recording; null: none.
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
