// Loads shared libraries with operators.
#include <dlfcn.h>

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

// Loads a library and returns its operators: name, number of inputs, documentation, arguments.
nb::list load_plugin(const std::string& path) {
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
  nb::list made;
  for (const plugin::Definition* d = t.first; d != t.first + t.count; d++)
    if (find_kernel(d->kernel.name))
      throw Error(ErrorKind::value,
                  "there is an operator '" + std::string(d->kernel.name) + "' already");
  for (const plugin::Definition* d = t.first; d != t.first + t.count; d++) {
    KernelEntry add(d->kernel);
    made.append(nb::make_tuple(d->kernel.name, d->inputs, d->doc, arguments_of(d->kernel.args)));
  }
  return made;
}

}  // namespace

void bind_plugins(nb::module_& m) {
  m.def("load_plugin", &load_plugin, nb::arg("path"));
  // Names, kinds and choices of a kernel's arguments.
  m.def("kernel_arguments", [](const std::string& name) {
    const Kernel* k = find_kernel(name);
    return arguments_of(k ? k->args : nullptr);
  });
}

}  // namespace hr::bind
