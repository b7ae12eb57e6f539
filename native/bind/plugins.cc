// Loads shared libraries with operators.
#include <dlfcn.h>

#include <map>

#include "bind.h"
#include "plugin/plugin.h"

#define HR_TEXT(x) #x
#define HR_NAME(x) HR_TEXT(x)

namespace hr::bind {
namespace {

nb::list arguments_of(const ArgSchema* schema) {
  nb::list l;
  if (!schema) return l;
  for (const ArgField& f : schema->fields) {
    nb::list choices;
    for (const char* c : f.choices) choices.append(c);
    l.append(nb::make_tuple(f.name, f.kind, f.list, f.optional, nb::tuple(choices)));
  }
  return l;
}

// The table of a library that was compiled with these headers. Throws if it is no such library.
const plugin::Table& open_plugin(const std::string& path) {
  const char* entry = HR_NAME(HEADRACE_PLUGIN_ENTRY);
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) throw Error(ErrorKind::io, std::string("it cannot be loaded: ") + dlerror());
  auto table = reinterpret_cast<const plugin::Table* (*)()>(dlsym(library, entry));
  if (!table) {
    dlclose(library);
    throw Error(ErrorKind::value,
                std::string("it has no ") + entry +
                    ": it is no library of Headrace's operators (HEADRACE_PLUGIN), or was made "
                    "for another version of its interface");
  }
  const plugin::Table& t = *table();
  if (t.layout != plugin::layout())
    throw Error(ErrorKind::value, "it was compiled with other headers than this version has (" +
                                      std::string(t.layout) + " instead of " + plugin::layout() +
                                      "): compile it again");
  return t;
}

// Loads a library and returns its operators: name, number of inputs, documentation, arguments,
// whether it has device code. accept(names, files of device code or None) → folder under which
// kernels include the files; it raises to refuse the library before anything is registered.
nb::list load_plugin(const std::string& path, nb::object accept) {
  const plugin::Table& t = open_plugin(path);
  std::map<std::string, const gpu::GpuKernel*> on_gpu;  // null: CPU only
  nb::list names, files, made;
  for (const plugin::Definition& d : t.operators) {
    if (find_kernel(d.kernel.name) || !on_gpu.emplace(d.kernel.name, nullptr).second)
      throw Error(ErrorKind::value,
                  "there is an operator '" + std::string(d.kernel.name) + "' already");
    names.append(d.kernel.name);
  }
  for (const plugin::GpuDefinition& g : t.on_gpu) {
    auto it = on_gpu.find(g.kernel);
    if (it == on_gpu.end())
      throw Error(ErrorKind::value, "it has device code for '" + std::string(g.kernel) +
                                        "', which is none of its operators");
    it->second = &g.gpu;
    if (g.gpu.file) files.append(g.gpu.file);
  }
  // Never freed: kernels refer to it as long as the process runs.
  const nb::object needed = t.on_gpu.empty() ? nb::none() : nb::object(files);
  const auto* folder = new std::string(nb::cast<std::string>(accept(names, needed)));
  for (const plugin::Definition& d : t.operators) {
    KernelEntry add(d.kernel);
    const gpu::GpuKernel* g = on_gpu[d.kernel.name];
    if (g) {
      gpu::GpuKernel found = *g;
      found.folder = folder->c_str();
      gpu::Entry add_gpu(d.kernel.name, found);
    }
    made.append(
        nb::make_tuple(d.kernel.name, d.inputs, d.doc, arguments_of(d.kernel.args), g != nullptr));
  }
  return made;
}

}  // namespace

void bind_plugins(nb::module_& m) {
  m.def("load_plugin", &load_plugin, nb::arg("path"), nb::arg("accept"));
  // Names, kinds and choices of a kernel's arguments.
  m.def("kernel_arguments", [](const std::string& name) {
    const Kernel* k = find_kernel(name);
    return arguments_of(k ? k->args : nullptr);
  });
}

}  // namespace hr::bind
