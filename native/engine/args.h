// Typed arguments: a struct is the schema of a kernel.
//
//   struct FlipArgs {
//     bool horizontal, vertical, depthwise;
//     List<int> axes;  // positions of W, H, D; -1 where absent
//   };
//   HR_ARGS(FlipArgs, horizontal, vertical, depthwise, axes);
//
// A kernel's functions get the struct of one (sample, frame), so reading an argument is a load.
// Python reads names, kinds and choices from the schema.
//
// Note [Arguments]
// A call's constant arguments are parsed once, into the Spec. If none varies per sample, kernels
// get that struct; otherwise a copy with the varying fields filled in. So argument structs are
// trivially copyable: lists and strings point into the Spec or into the samples of an argument.
// All varying arguments are read and checked, also those that a sample has no use for: a malformed
// one always fails, not only with some data.
//
// Field types: bool, int, int64_t, Bounded<least, most>, float, double, HR_ENUM enums, DType,
// std::string_view, List<T>; std::optional of these for arguments Python may omit (all others are
// required); nested HR_ARGS structs, whose fields count as the kernel's own; arrays: `start[2]`
// means start0 and start1.
#pragma once
#include <cstddef>
#include <cstring>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/enum.cuh"
#include "base/value.h"

namespace hr {

// A static argument: numbers as both double and int64, or text. Absent if !given.
struct Const {
  bool given = false;
  bool beyond = false;  // some value does not fit int64: reading it as an integer fails
  bool text = false;
  std::vector<double> f;
  std::vector<int64_t> i;
  std::string s;
};

// Source of an argument: a constant, or the numbers of one sample or frame.
struct ArgValue {
  const char* name;
  const Const* constant = nullptr;
  const uint8_t* data = nullptr;  // used if `constant` is null
  DType dtype = DType::f64;
  const int64_t* shape = nullptr;
  int ndim = 0;
  int64_t count = 0;

  double real(int64_t j) const;      // both check that element j exists;
  int64_t integer(int64_t j) const;  // this one also that it fits int64
  void check(int64_t j) const;
};

[[noreturn]] void fail_choice(const char* name, int64_t value, size_t choices);
[[noreturn]] void fail_range(const char* name, int64_t value, const char* kind);
[[noreturn]] void fail_bounds(const char* name, int64_t value, int64_t least, int64_t most);

// An integer with bounds, checked when it is read: for a constant, at the call.
template <int64_t kFrom, int64_t kTo>
struct Bounded {
  static constexpr int64_t kLeast = kFrom, kMost = kTo;
  int64_t value;
  operator int64_t() const { return value; }
};
template <class T>
concept IsBounded = requires { T::kLeast, T::kMost; };

// ---- enums --------------------------------------------------------------------------------------

// The choices of an argument: see HR_ENUM.
template <class E>
concept NamedEnum = std::is_enum_v<E> && requires(E e) { choices_of(e); };

int64_t find_choice(const char* name, std::string_view text, std::span<const char* const> choices);

// ---- reading ------------------------------------------------------------------------------------

template <class T>
T read_number(const ArgValue& v, int64_t j) {
  if constexpr (std::is_same_v<T, bool>) {
    return v.integer(j) != 0;
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(v.real(j));
  } else if constexpr (std::is_same_v<T, int64_t>) {
    return v.integer(j);
  } else if constexpr (std::is_same_v<T, int>) {
    const int64_t n = v.integer(j);
    if (n != static_cast<int>(n)) fail_range(v.name, n, "an int");
    return static_cast<int>(n);
  } else if constexpr (IsBounded<T>) {
    const int64_t n = v.integer(j);
    if (n < T::kLeast || n > T::kMost) fail_bounds(v.name, n, T::kLeast, T::kMost);
    return {n};
  } else if constexpr (std::is_same_v<T, DType>) {
    return static_cast<DType>(v.integer(j));
  } else {
    static_assert(NamedEnum<T>, "no kind of argument: see Note [Arguments]");
    const auto choices = choices_of(T{});
    const int64_t n =
        v.constant && v.constant->text ? find_choice(v.name, v.constant->s, choices) : v.integer(j);
    if (n < 0 || n >= static_cast<int64_t>(choices.size())) fail_choice(v.name, n, choices.size());
    return static_cast<T>(n);
  }
}

// A list of numbers, converted when read.
template <class T>
class List {
 public:
  List() = default;
  explicit List(const ArgValue& v) : v_(v) {}

  int64_t size() const { return v_.count; }
  bool empty() const { return v_.count == 0; }
  T operator[](int64_t j) const { return read_number<T>(v_, j); }
  // Element j, or the only element: lists of one broadcast over axes or channels.
  T broadcast(int64_t j) const { return (*this)[v_.count == 1 ? 0 : j]; }
  std::vector<T> vector() const;
  Shape shape() const;  // of a sample's array; [size] if constant
  const char* name() const { return v_.name; }
  bool constant() const { return v_.constant; }  // same for all samples

 private:
  ArgValue v_{""};
};

template <class T>
std::vector<T> List<T>::vector() const {
  std::vector<T> all;
  for (int64_t j = 0; j < size(); j++) all.push_back((*this)[j]);
  return all;
}

template <class T>
Shape List<T>::shape() const {
  if (v_.constant) return Shape{v_.count};
  Shape s;
  for (int d = 0; d < v_.ndim; d++) s.push(v_.shape[d]);
  return s;
}

template <class T>
struct ListElement {};
template <class T>
struct ListElement<List<T>> {
  using type = T;
};
template <class T>
struct OptionalValue {};
template <class T>
struct OptionalValue<std::optional<T>> {
  using type = T;
};
template <class T>
concept IsList = requires { typename ListElement<T>::type; };
template <class T>
concept IsOptional = requires { typename OptionalValue<T>::type; };

template <class T>
T read_argument(const ArgValue& v) {
  if constexpr (IsList<T>) {
    return T(v);
  } else if constexpr (IsOptional<T>) {
    return read_argument<typename OptionalValue<T>::type>(v);
  } else if constexpr (std::is_same_v<T, std::string_view>) {
    return v.constant ? std::string_view(v.constant->s) : std::string_view();
  } else {
    return read_number<T>(v, 0);
  }
}

// ---- schemas ------------------------------------------------------------------------------------

struct ArgField {
  const char* name;
  const char* kind;  // "bool", "int", "float", "enum", "dtype", "text"
  bool list = false, optional = false;
  std::span<const char* const> choices;
  size_t offset = 0;
  void (*read)(void* field, const ArgValue& v) = nullptr;
};

struct ArgSchema {
  size_t size = 0;
  std::vector<ArgField> fields;
  std::shared_ptr<void> (*make)() = nullptr;  // default-constructed struct
  std::list<std::string> names;               // storage for names of array elements
};

template <class A>
concept Schematic = std::is_class_v<A> && requires(const A* a) { schema_of(a); };

template <class T>
constexpr const char* kind_of() {
  if constexpr (IsList<T>)
    return kind_of<typename ListElement<T>::type>();
  else if constexpr (IsOptional<T>)
    return kind_of<typename OptionalValue<T>::type>();
  else if constexpr (std::is_same_v<T, bool>)
    return "bool";
  else if constexpr (std::is_floating_point_v<T>)
    return "float";
  else if constexpr (std::is_same_v<T, DType>)
    return "dtype";
  else if constexpr (std::is_same_v<T, std::string_view>)
    return "text";
  else if constexpr (std::is_enum_v<T>)
    return "enum";
  else
    return "int";
}

template <class T>
constexpr bool is_list() {
  if constexpr (IsOptional<T>)
    return is_list<typename OptionalValue<T>::type>();
  else
    return IsList<T>;
}

template <class T>
std::span<const char* const> choices() {
  if constexpr (IsList<T>)
    return choices<typename ListElement<T>::type>();
  else if constexpr (IsOptional<T>)
    return choices<typename OptionalValue<T>::type>();
  else if constexpr (NamedEnum<T>)
    return choices_of(T{});
  else
    return {};
}

template <class T>
void add_field(ArgSchema& schema, const char* name, size_t offset) {
  if constexpr (Schematic<T>) {
    for (ArgField field : schema_of(static_cast<const T*>(nullptr)).fields) {
      field.offset += offset;
      schema.fields.push_back(field);
    }
  } else if constexpr (std::is_array_v<T>) {
    using Element = std::remove_extent_t<T>;
    for (size_t k = 0; k < std::extent_v<T>; k++) {
      schema.names.push_back(name + std::to_string(k));
      add_field<Element>(schema, schema.names.back().c_str(), offset + k * sizeof(Element));
    }
  } else {
    schema.fields.push_back(
        {name, kind_of<T>(), is_list<T>(), IsOptional<T>, choices<T>(), offset,
         [](void* field, const ArgValue& v) { *static_cast<T*>(field) = read_argument<T>(v); }});
  }
}

template <class A>
ArgSchema start_schema() {
  static_assert(std::is_trivially_copyable_v<A>, "see Note [Arguments]");
  return {sizeof(A), {}, []() -> std::shared_ptr<void> { return std::make_shared<A>(); }, {}};
}

#define HR_ARG_FIELD(Type, x) (::hr::add_field<decltype(Type::x)>(schema, #x, offsetof(Type, x)), 0)

// Lists the fields of a struct, each once, in any order.
#define HR_ARGS(Type, ...)                                                        \
  inline const ::hr::ArgSchema& schema_of(const Type*) {                          \
    static const ::hr::ArgSchema made = [] {                                      \
      ::hr::ArgSchema schema = ::hr::start_schema<Type>();                        \
      (void)std::initializer_list<int>{HR_EACH(HR_ARG_FIELD, Type, __VA_ARGS__)}; \
      return schema;                                                              \
    }();                                                                          \
    return made;                                                                  \
  }                                                                               \
  static_assert(true)

}  // namespace hr
