// nvImageCodec, loaded at run time.
#pragma once
#include <string>
#include <vector>

#include "nvimgcodec_api.h"

namespace hr::gpu {

// nvImageCodec with some of its extensions. Never unloaded: its threads and CUDA's teardown at exit
// would race.
struct Library {
  nvic::Api api;
  nvic::Instance* instance = nullptr;
};

// One for each folder and set of extensions; null: why_not says what is missing. `messages`: the
// library's warnings go to stderr.
Library* library(const std::string& folder, const std::vector<std::string>& extensions,
                 bool messages, std::string* why_not);

}  // namespace hr::gpu
