// nvImageCodec, loaded at run time.
#pragma once
#include <string>

#include "gpu/nvimgcodec_api.h"

namespace hr::gpu {

// nvImageCodec with its nvJPEG extension. Never unloaded: its threads would race with CUDA's
// teardown at exit.
struct Library {
  nvic::Api api;
  nvic::Instance* instance = nullptr;
};

// Loaded once per folder; null: see why_not.
Library* library(const std::string& folder, std::string* why_not);

}  // namespace hr::gpu
