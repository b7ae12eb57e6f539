// Image codecs: the table, and the bridge to decoders written in Python.
//
// Note [The bridge]: formats without a native decoder are decoded by two Python functions. A worker
// takes the GIL for such a sample only; all other decoding runs without it. References to the
// functions are never released: a worker may be about to call them at interpreter exit.
#include "bind.h"
#include "codecs/foreign.h"

namespace hr::bind {
namespace {

using codecs::Info;

nb::handle peek_function, decode_function;

nb::object view_of(const void* data, size_t size, int flags) {
  return nb::steal(PyMemoryView_FromMemory(static_cast<char*>(const_cast<void*>(data)),
                                           static_cast<Py_ssize_t>(size), flags));
}

// Runs `body` under the GIL; Python exceptions become errors with their text.
template <class Body>
void in_python(const char* format, Body body) {
  if (!Py_IsInitialized()) fail(ErrorKind::decode, "the Python interpreter has exited");
  Locked gil;
  try {
    body();
  } catch (nb::python_error& e) {
    const bool memory = e.matches(PyExc_MemoryError);
    const std::string text = nb::cast<std::string>(nb::str(e.value()));
    fail(memory ? ErrorKind::memory : ErrorKind::decode, text);
  } catch (const nb::cast_error&) {
    fail(ErrorKind::decode,
         std::string("the decoder of ") + format + " returned a value of the wrong type");
  }
}

void peek(const uint8_t* data, size_t size, Info& info) {
  in_python(name(info.format), [&] {
    nb::object view = view_of(data, size, PyBUF_READ);
    nb::object answer = call_python(peek_function, name(info.format), view);
    view.attr("release")();
    const auto [width, height, channels, dtype, orientation] =
        nb::cast<std::tuple<int, int, int, int, int>>(answer);
    info.width = width;
    info.height = height;
    info.channels = channels;
    info.type = static_cast<DType>(dtype);
    info.orientation = orientation;
  });
}

void decode(const uint8_t* data, size_t size, const Info& info, void* out) {
  in_python(name(info.format), [&] {
    const size_t bytes = static_cast<size_t>(info.width) * info.height * info.channels *
                         static_cast<size_t>(itemsize(info.type));
    nb::object view = view_of(data, size, PyBUF_READ), pixels = view_of(out, bytes, PyBUF_WRITE);
    call_python(decode_function, name(info.format), view, pixels,
                nb::make_tuple(info.height, info.width, info.channels),
                static_cast<int>(info.type));
    view.attr("release")();
    pixels.attr("release")();
  });
}

}  // namespace

void bind_codecs(nb::module_& m) {
  m.def("image_codecs", [] {
    nb::list l;
    for (const codecs::Codec& c : codecs::table()) l.append(nb::make_tuple(c.name, c.engine));
    return l;
  });
  m.def("picture_weight", &codecs::weight, nb::arg("width"), nb::arg("height"),
        nb::arg("pixel_bytes"));
  m.def(
      "set_image_decoders",
      [](nb::object peek_with, nb::object decode_with) {
        static constexpr codecs::Foreign foreign{peek, decode};
        peek_function = peek_with.release();
        decode_function = decode_with.release();
        codecs::set_foreign(&foreign);
      },
      nb::arg("peek"), nb::arg("decode"));
}

}  // namespace hr::bind
