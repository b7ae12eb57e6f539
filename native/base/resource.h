// What calls read from beside their inputs, such as a set of files; shared by the calls of a spec.
#pragma once

namespace hr {

struct Resource {
  virtual ~Resource() = default;
};

}  // namespace hr
