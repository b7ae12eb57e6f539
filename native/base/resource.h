// Resource: what calls read besides their inputs, e.g. a set of files; shared by calls of a Spec.
#pragma once

namespace hr {

struct Resource {
  virtual ~Resource() = default;
};

}  // namespace hr
