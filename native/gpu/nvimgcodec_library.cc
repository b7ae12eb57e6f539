// Loads nvImageCodec and its extensions.
#include "gpu/nvimgcodec_library.h"

#include <dlfcn.h>

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>

#include "base/fork_mutex.h"

namespace hr::gpu {

namespace {

std::string last_dl_error() {
  const char* text = dlerror();
  return text ? text : "unknown error";
}

bool load_api(const std::string& folder, nvic::Api& api, std::string* why_not) {
  const std::string path = folder + "/libnvimgcodec.so.0";
  void* lib = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!lib) {
    *why_not = "nvImageCodec cannot be loaded: " + last_dl_error();
    return false;
  }
#define HR_FIND(member, name, parameters)                                              \
  api.member = reinterpret_cast<decltype(api.member)>(dlsym(lib, "nvimgcodec" #name)); \
  if (!api.member) *why_not = path + " has no nvimgcodec" #name ": another version is needed";
  HR_NVIC_FUNCTIONS(HR_FIND)
#undef HR_FIND
  return why_not->empty();
}

// Loads only this extension: others print to stderr if they lack a library.
bool load_extension(Library& l, const std::string& folder, const std::string& name,
                    std::string* why_not) {
  const std::string prefix = "lib" + name + "_ext.so";
  std::string path;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
    if (entry.path().filename().string().starts_with(prefix)) path = entry.path().string();
  if (path.empty()) {
    *why_not = "nvImageCodec has no " + prefix + " in " + folder;
    return false;
  }
  void* lib = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  using Entry = nvic::Status (*)(nvic::ExtensionDesc*);
  const auto entry =
      lib ? reinterpret_cast<Entry>(dlsym(lib, "nvimgcodecExtensionModuleEntry")) : nullptr;
  if (!entry) {
    *why_not = path + " cannot be loaded: " + last_dl_error();
    return false;
  }
  auto desc = nvic::make<nvic::ExtensionDesc>();
  nvic::Extension* extension = nullptr;
  if (entry(&desc) || l.api.extension_create(l.instance, &extension, &desc)) {
    *why_not = path + " cannot be started";
    return false;
  }
  return true;
}

bool load(Library& l, const std::string& folder, std::string* why_not) {
  if (!load_api(folder, l.api, why_not)) return false;
  auto info = nvic::make<nvic::InstanceCreateInfo>();
  info.load_builtin_modules = 1;  // the parsers
  if (l.api.instance_create(&l.instance, &info)) {
    *why_not = "nvImageCodec cannot be started";
    return false;
  }
  return load_extension(l, folder + "/extensions", "nvjpeg", why_not);
}

}  // namespace

Library* library(const std::string& folder, std::string* why_not) {
  static auto& mutex = *new ForkMutex;
  static auto& all = *new std::map<std::string, std::unique_ptr<Library>>;
  std::lock_guard lock(mutex);
  auto& entry = all[folder];
  if (!entry) {
    auto made = std::make_unique<Library>();
    if (!load(*made, folder, why_not)) return nullptr;
    entry = std::move(made);
  }
  return entry.get();
}

}  // namespace hr::gpu
