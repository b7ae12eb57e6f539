// nvImageCodec, loaded at run time.
#pragma once
#include <string>

#include "gpu/nvimgcodec_api.h"

namespace hr::gpu {

// nvImageCodec with its nvJPEG extension. Never unloaded: its threads and CUDA's teardown at exit
// would race.
struct Library {
  nvic::Api api;
  nvic::Instance* instance = nullptr;
};

// One for each folder; null: why_not says what is missing.
Library* library(const std::string& folder, std::string* why_not);

}  // namespace hr::gpu
