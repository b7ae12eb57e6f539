// tf.train.Example messages: names with lists of bytes, floats or integers, in the wire format of
// protocol buffers. Nothing is copied: what is found are places in the message.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace hr {

struct Span {
  const uint8_t* begin = nullptr;
  const uint8_t* end = nullptr;

  int64_t size() const { return end - begin; }
};

// The numbers are those of the message's fields.
enum class ListKind : int { none = 0, bytes = 1, floats = 2, ints = 3 };

// One feature of a message. `none`: it is not there, or it has no list.
struct FoundFeature {
  ListKind kind = ListKind::none;
  int64_t count = 0;  // values
  Span first;         // of the values of a list of bytes
  Span entry;         // the message's entry for it, and how many lists in it do not count
  int64_t skip = 0;
};

class FeatureNames {
 public:
  explicit FeatureNames(std::vector<std::string> names);
  size_t size() const { return names_.size(); }
  const std::string& operator[](size_t i) const { return names_[i]; }
  int find(std::string_view name) const;  // -1: not among them

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string_view, int> where_;  // views of names_
};

// Looks for every name; `found` has room for all of them. As protocol buffers do it: the last entry
// of a name counts, lists of one kind are joined, a list of another kind replaces those before.
// Fails on bytes that are no message; what nobody asked for is not looked into.
void find_features(Span message, const FeatureNames& names, FoundFeature* found);

// The values of what find_features found: `count` of them.
void decode_ints(const FoundFeature& feature, int64_t* out);
void decode_floats(const FoundFeature& feature, float* out);

}  // namespace hr
