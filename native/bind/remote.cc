// Remote files (URLs), read by Python code. The calling thread takes the GIL for the call; Python
// libraries release it while they wait.
#include "formats/files.h"

#include <cstring>

#include "bind.h"

namespace hr::bind {
namespace {

nb::handle open_function;  // (url, whole) → (size, read(offset, length) → bytes); never released

template <class Body>
auto in_python(Body body) {
  if (!Py_IsInitialized()) fail(ErrorKind::io, "the Python interpreter has exited");
  Locked gil;
  try {
    return body();
  } catch (nb::python_error& e) {
    const ErrorKind kind = e.matches(PyExc_FileNotFoundError) ? ErrorKind::missing_file
                           : e.matches(PyExc_MemoryError)     ? ErrorKind::memory
                                                              : ErrorKind::io;
    const std::string type = nb::cast<std::string>(e.type().attr("__name__"));
    const std::string text = nb::cast<std::string>(nb::str(e.value()));
    fail(kind, text.empty() ? type : type == "OSError" ? text : type + ": " + text);
  } catch (const nb::cast_error&) {
    fail(ErrorKind::io, "its file system returned a value of the wrong type");
  }
}

class RemoteFile : public File {
 public:
  RemoteFile(int64_t size, nb::handle read) : File(size), read_(keep(read)) {}

  void read(int64_t offset, int64_t length, uint8_t* out) const override {
    if (length == 0) return;
    in_python([&] {
      nb::object bytes = call_python(static_cast<PyObject*>(read_.get()), offset, length);
      Py_buffer view;
      if (PyObject_GetBuffer(bytes.ptr(), &view, PyBUF_SIMPLE) != 0) throw nb::python_error();
      const int64_t got = view.len;
      if (got == length) std::memcpy(out, view.buf, static_cast<size_t>(length));
      PyBuffer_Release(&view);
      if (got != length)
        fail(ErrorKind::io, "it ended after " + std::to_string(offset + got) + " of " +
                                std::to_string(offset + length) + " bytes");
    });
  }

 private:
  std::shared_ptr<void> read_;
};

std::shared_ptr<const File> open_remote(const std::string& url, bool whole) {
  return in_python([&]() -> std::shared_ptr<const File> {
    nb::object text = nb::steal(
        PyUnicode_DecodeFSDefaultAndSize(url.data(), static_cast<Py_ssize_t>(url.size())));
    if (!text.is_valid()) throw nb::python_error();
    const auto [size, read] =
        nb::cast<std::tuple<int64_t, nb::object>>(call_python(open_function, text, whole));
    if (size < 0) fail(ErrorKind::io, "its size is unknown");
    return std::make_shared<RemoteFile>(size, read);
  });
}

}  // namespace

void bind_remote(nb::module_& m) {
  m.def(
      "set_remote_opener",
      [](nb::object open) {
        open_function = open.release();
        set_remote_opener(open_remote);
      },
      nb::arg("open"));
  m.def("is_remote", [](const nb::bytes& name) {
    return is_remote(std::string_view(name.c_str(), name.size()));
  });
}

}  // namespace hr::bind
