// Recorded calls, repeated for the iterations of a pipeline.
#include "engine/replay.h"

#include <algorithm>

namespace hr {

static std::shared_ptr<Replay>& recording_here() {
  thread_local std::shared_ptr<Replay> replay;
  return replay;
}

std::shared_ptr<Replay> Replay::recording() { return recording_here(); }

void Replay::begin(const std::vector<Input>& inputs) {
  if (recording_here()) throw Error(ErrorKind::runtime, "calls are being recorded already");
  calls_.clear();
  origins_.clear();
  for (size_t j = 0; j < inputs.size(); j++) origins_.add_input(inputs[j], static_cast<int>(j));
  recording_here() = shared_from_this();
}

void Replay::cancel() {
  recording_here() = nullptr;
  origins_.clear();
}

Origin Replay::origin(const Input& in) const {
  if (const Origin* known = origins_.find(in)) return *known;
  return {Origin::constant, 0, in.out, in.node};
}

void Replay::note(const NodeRef& node) {
  if (node->spec->outs.size() > Origins::kMostOuts)
    throw Error(ErrorKind::runtime, "a call of so many outputs cannot be recorded");
  calls_.push_back({{*node, [&](const Input& in) { return origin(in); }}, stride_});
  origins_.add_call(*node, static_cast<int>(calls_.size()) - 1);
}

void Replay::end(const std::vector<Input>& outputs) {
  outputs_.clear();
  for (const Input& out : outputs) outputs_.push_back(origin(out));
  cancel();
  std::vector<int> place(calls_.size(), -1);  // new index of each call that stays
  auto need = [&](const Origin& o) {
    if (o.kind == Origin::call) place[static_cast<size_t>(o.index)] = 0;
  };
  for (const Origin& o : outputs_) need(o);
  for (size_t k = calls_.size(); k-- > 0;) {
    if (place[k] < 0) continue;
    for (const Origin& o : calls_[k].origins) need(o);
  }
  std::vector<Call> stay;
  auto renumber = [&](Origin& o) {
    if (o.kind == Origin::call) o.index = place[static_cast<size_t>(o.index)];
  };
  for (size_t k = 0; k < calls_.size(); k++) {
    if (place[k] < 0) continue;
    for (Origin& o : calls_[k].origins) renumber(o);
    place[k] = static_cast<int>(stay.size());
    stay.push_back(std::move(calls_[k]));
  }
  for (Origin& o : outputs_) renumber(o);
  calls_ = std::move(stay);
}

std::vector<Input> Replay::make(const std::vector<Input>& inputs, int64_t n,
                                uint64_t iteration) const {
  std::vector<NodeRef> made;
  made.reserve(calls_.size());
  auto resolve = [&](const Origin& o) -> Input {
    if (o.kind == Origin::constant) return {o.node, o.out};
    if (o.kind == Origin::call) return {made[static_cast<size_t>(o.index)], o.out};
    return inputs.at(static_cast<size_t>(o.index));
  };
  for (const Call& recorded : calls_) {
    Invocation call = recorded.on(resolve);
    if (call.n == 0) call.n = n;
    call.key.position += iteration * recorded.stride;
    made.push_back(make_call(std::move(call)));
  }
  std::vector<Input> outputs;
  for (const Origin& o : outputs_) outputs.push_back(resolve(o));
  return outputs;
}

}  // namespace hr
