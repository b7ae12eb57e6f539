// tf.train.Example messages: named lists of bytes, floats or integers, in protobuf wire format.
// Nothing is copied: results point into the message.
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

// Values are field numbers of the message.
enum class ListKind : int { none = 0, bytes = 1, floats = 2, ints = 3 };

// One feature of a message. `none`: missing, or without a list.
struct FoundFeature {
  ListKind kind = ListKind::none;
  int64_t count = 0;  // number of values
  Span first;         // first value of a list of bytes
  Span entry;         // the message's entry, and how many of its lists are superseded
  int64_t skip = 0;
};

class FeatureNames {
 public:
  explicit FeatureNames(std::vector<std::string> names);
  size_t size() const { return names_.size(); }
  const std::string& operator[](size_t i) const { return names_[i]; }
  int find(std::string_view name) const;  // -1: unknown name

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string_view, int> where_;  // views of names_
};

// Looks up all names; `found` must hold one result per name. Follows protobuf's merge rules: the
// last entry of a name wins, lists of one kind are concatenated, a list of another kind replaces
// the previous ones. Throws Error on bytes that are no message. Does not parse other features.
void find_features(Span message, const FeatureNames& names, FoundFeature* found);

// Decode the `count` values of a found feature.
void decode_ints(const FoundFeature& feature, int64_t* out);
void decode_floats(const FoundFeature& feature, float* out);

}  // namespace hr
