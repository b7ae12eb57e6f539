// arithmetic: operators, comparisons and functions, element by element, with broadcasting.
//
// Operands are inputs or constants. Both are converted, tile by tile and in L1, to the type the
// operation computes in, so that there is one loop per type and not one per pair of types.
//
// Note [Constants travel in the key]
// `x * 0.37` with another number in every call is one structure to the engine and to the caches of
// specs: the spec says only that operand 1 is a float32 constant. Its value comes with the call, in
// the 128 bits that random operators use as their key (the first constant in `seed`, the second in
// `position`): integers as int64, floats as the bits of a double.
#include <algorithm>
#include <cstring>
#include <memory>

#include "headrace/kernel.h"
#include "headrace/simd/arithmetic.h"
#include "headrace/simd/convert.h"

namespace hr {

void fail_division_by_zero() {
  fail_value("integer division by zero: shield the divisor, e.g. math.max(y, 1), or divide with / in floats");
}

namespace {

// op: name of the operation. operands: -1 for an input, else the dtype of a constant.
// compute: the type in which it computes, per operand (they differ only for comparisons of uint64
// with signed integers, which are by value).
enum { kOp, kOperands, kCompute };

constexpr int kMaxOperands = 3;
constexpr int64_t kTileBytes = 8192;  // of one operand, converted; all together stay in L1
constexpr int64_t kWideRow = 128;     // elements that are worth a call of their own

struct Name {
  const char* text;
  Op op;
  int arity;
};

constexpr Name kNames[] = {
    {"+", Op::add, 2},         {"-", Op::sub, 2},         {"*", Op::mul, 2},         {"/", Op::div, 2},
    {"//", Op::floordiv, 2},   {"%", Op::mod, 2},         {"**", Op::pow, 2},        {"&", Op::bit_and, 2},
    {"|", Op::bit_or, 2},      {"^", Op::bit_xor, 2},     {"<<", Op::shl, 2},        {">>", Op::shr, 2},
    {"==", Op::eq, 2},         {"!=", Op::ne, 2},         {"<", Op::lt, 2},          {"<=", Op::le, 2},
    {">", Op::gt, 2},          {">=", Op::ge, 2},         {"min", Op::min, 2},       {"max", Op::max, 2},
    {"pow", Op::pow, 2},       {"fpow", Op::pow, 2},      {"atan2", Op::atan2, 2},   {"clamp", Op::clamp, 3},
    {"neg", Op::neg, 1},       {"pos", Op::pos, 1},       {"abs", Op::abs, 1},       {"invert", Op::invert, 1},
    {"sqrt", Op::sqrt, 1},     {"rsqrt", Op::rsqrt, 1},   {"cbrt", Op::cbrt, 1},     {"exp", Op::exp, 1},
    {"log", Op::log, 1},       {"log2", Op::log2, 1},     {"log10", Op::log10, 1},   {"fabs", Op::abs, 1},
    {"floor", Op::floor, 1},   {"ceil", Op::ceil, 1},     {"sin", Op::sin, 1},       {"cos", Op::cos, 1},
    {"tan", Op::tan, 1},       {"asin", Op::asin, 1},     {"acos", Op::acos, 1},     {"atan", Op::atan, 1},
    {"sinh", Op::sinh, 1},     {"cosh", Op::cosh, 1},     {"tanh", Op::tanh, 1},     {"asinh", Op::asinh, 1},
    {"acosh", Op::acosh, 1},   {"atanh", Op::atanh, 1},
};

// The operation that gives the same with its operands exchanged, if there is one.
bool mirror(Op op, Op& mirrored) {
  switch (op) {
    case Op::add: case Op::mul: case Op::bit_and: case Op::bit_or: case Op::bit_xor: case Op::eq: case Op::ne:
      mirrored = op;
      return true;
    case Op::lt: mirrored = Op::gt; return true;
    case Op::le: mirrored = Op::ge; return true;
    case Op::gt: mirrored = Op::lt; return true;
    case Op::ge: mirrored = Op::le; return true;
    default: return false;
  }
}

// What a spec's constants amount to.
struct Prepared {
  int count = 0;                     // operands
  int input[kMaxOperands];           // input number, -1: a constant
  int slot[kMaxOperands];            // of a constant: 0 seed, 1 position
  DType dtype[kMaxOperands];         // of a constant
  DType compute[kMaxOperands];
  DType made = DType::b8;            // what the function writes
  const ArithmeticEntry* entry = nullptr;
  const ArithmeticEntry* mirrored = nullptr;  // for exchanged operands
};

void prepare(Spec& spec) {
  auto p = std::make_shared<Prepared>();
  const std::string& text = spec.consts[kOp].s;
  const Name* name = nullptr;
  for (const Name& n : kNames)
    if (text == n.text) name = &n;
  const auto &operands = spec.consts[kOperands].i, &compute = spec.consts[kCompute].i;
  if (!name || static_cast<int>(operands.size()) != name->arity || compute.size() != operands.size())
    fail_value("no operation \"" + text + "\" of " + std::to_string(operands.size()) + " operands");
  p->count = name->arity;
  int inputs = 0, constants = 0;
  for (int j = 0; j < p->count; j++) {
    bool constant = operands[j] >= 0;
    p->input[j] = constant ? -1 : inputs++;
    p->slot[j] = constant ? constants++ : -1;
    p->dtype[j] = constant ? static_cast<DType>(operands[j]) : DType::u8;
    p->compute[j] = static_cast<DType>(compute[j]);
  }
  if (constants > 2) fail_value("more than two constants");
  Op op = name->op;
  if (p->count == 2 && p->compute[0] != p->compute[1]) {  // uint64 with signed: uint64 goes first
    if (p->compute[0] != DType::u64) {
      mirror(op, op);
      std::swap(p->input[0], p->input[1]);
      std::swap(p->slot[0], p->slot[1]);
      std::swap(p->dtype[0], p->dtype[1]);
      std::swap(p->compute[0], p->compute[1]);
    }
    op = static_cast<Op>(static_cast<int>(op) - static_cast<int>(Op::eq) + static_cast<int>(Op::mixed_eq));
  }
  p->entry = &arithmetic_entry(op, p->compute[0]);
  if (!p->entry->arrays) fail_value("\"" + text + "\" does not compute in " + hr::name(p->compute[0]));
  if (Op m; mirror(op, m)) p->mirrored = &arithmetic_entry(m, p->compute[0]);
  bool comparison = op >= Op::eq && op <= Op::mixed_ge;
  p->made = comparison ? DType::b8 : p->compute[0];
  spec.prepared = p;
}

// ---- shapes -----------------------------------------------------------------------------------

void infer(InferContext& c) {
  Shape& out = c.out[0];
  out = Shape{};
  for (int j = 0; j < c.nin; j++) out.ndim = std::max(out.ndim, c.in[j].shape.ndim);
  for (int d = 0; d < out.ndim; d++) {
    int64_t size = 1;
    for (int j = 0; j < c.nin; j++) {
      const Shape& s = c.in[j].shape;
      int k = d - (out.ndim - s.ndim);
      if (k < 0 || s[k] == 1 || s[k] == size) continue;
      if (size != 1) {
        std::string shapes;
        for (int i = 0; i < c.nin; i++)
          shapes += (i ? " and " : "") + std::string(name(c.in[i].dtype)) + " " + c.in[i].shape.str();
        fail_value("cannot broadcast shapes: " + shapes +
                   ". Counted from the last axis, sizes have to be equal, or one of them 1");
      }
      size = s[k];
    }
    out[d] = size;
  }
}

// ---- tiles ------------------------------------------------------------------------------------

// Loops over the output with neighbouring axes merged wherever all operands allow it.
struct Axes {
  int ndim = 0;
  int64_t size[kMaxDims];
};

struct Operand {
  const uint8_t* data = nullptr;
  DType dtype = DType::u8;
  int item = 1;
  ConvertFunction convert = nullptr;  // to the computing type; null: not needed
  int64_t stride[kMaxDims] = {};      // in elements, by merged axis
  enum { direct, scalar, gathered } mode = direct;
  bool expand = false;                // a scalar that the loop wants as an array
  uint8_t *raw = nullptr, *ready = nullptr, *full = nullptr;  // buffers: gathered, converted, expanded
  // What the buffers hold; a tile that is the same again (a row of biases) is not made again.
  const uint8_t* cached = nullptr;
  int64_t cached_count = 0;
  const void* tile = nullptr;
};

// 64-bit integers keep their bits: uint64 meets signed types in int64 and wraps.
ConvertFunction to_compute(DType from, DType to) {
  auto wide = [](DType t) { return t == DType::u64 || t == DType::i64; };
  return from == to || (wide(from) && wide(to)) ? nullptr : converter(from, to);
}

// The constant of a call, in its own type.
void read_constant(uint64_t bits, DType dtype, uint8_t* to) {
  dispatch(dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T v;
    if constexpr (is_real<T>) v = convert<T>(std::bit_cast<double>(bits));
    else v = static_cast<T>(bits);
    std::memcpy(to, &v, sizeof v);
  });
}

void merge_axes(const Shape& out, const View* const* views, Operand* ops, int count, Axes& axes) {
  axes.ndim = 0;
  int64_t running[kMaxOperands];  // stride an axis has where it is not broadcast
  int64_t reversed[kMaxOperands][kMaxDims];
  for (int j = 0; j < count; j++) running[j] = 1;
  for (int d = out.ndim - 1; d >= 0; d--) {
    int64_t size = out[d], stride[kMaxOperands];
    if (size == 1) continue;
    bool merges = axes.ndim > 0;
    for (int j = 0; j < count; j++) {
      int k = views[j] ? d - (out.ndim - views[j]->shape.ndim) : -1;
      bool moves = k >= 0 && views[j]->shape[k] != 1;
      stride[j] = moves ? running[j] : 0;
      if (moves) running[j] *= size;
      merges = merges && stride[j] == reversed[j][axes.ndim - 1] * axes.size[axes.ndim - 1];
    }
    if (merges) {
      axes.size[axes.ndim - 1] *= size;
      continue;
    }
    axes.size[axes.ndim] = size;
    for (int j = 0; j < count; j++) reversed[j][axes.ndim] = stride[j];
    axes.ndim++;
  }
  std::reverse(axes.size, axes.size + axes.ndim);
  for (int j = 0; j < count; j++)
    for (int d = 0; d < axes.ndim; d++) ops[j].stride[d] = reversed[j][axes.ndim - 1 - d];
}

template <class T>
void gather(const T* in, T*& out, const int64_t* size, const int64_t* stride, int ndim) {
  if (ndim == 2) {
    int64_t s0 = stride[0], s1 = stride[1], inner = size[1];
    for (int64_t i = 0; i < size[0]; i++, in += s0)
      for (int64_t j = 0; j < inner; j++) *out++ = in[j * s1];
    return;
  }
  if (ndim == 1) {
    for (int64_t i = 0; i < size[0]; i++) *out++ = in[i * stride[0]];
    return;
  }
  for (int64_t i = 0; i < size[0]; i++) gather(in + i * stride[0], out, size + 1, stride + 1, ndim - 1);
}

// Makes o.tile: the tile of `count` elements at `at`, in the computing type.
void make_tile(Operand& o, const uint8_t* at, int64_t count, const int64_t* size, int first, int ndim, DType compute) {
  if (o.mode == Operand::direct && !o.convert) {
    o.tile = at;
    return;
  }
  if (o.cached == at && o.cached_count >= count) return;
  o.cached = at;
  o.cached_count = count;
  if (o.mode == Operand::gathered) {
    dispatch_width(o.dtype, [&](auto tag) {
      using T = typename decltype(tag)::type;
      T* to = reinterpret_cast<T*>(o.raw);
      gather(reinterpret_cast<const T*>(at), to, size, o.stride + first, ndim);
    });
    at = o.raw;
  }
  if (o.convert) {
    o.convert(at, o.ready, o.mode == Operand::scalar ? 1 : count);
    at = o.ready;
  }
  if (o.expand) {
    dispatch_width(compute, [&](auto tag) {
      using T = typename decltype(tag)::type;
      T v;
      std::memcpy(&v, at, sizeof v);
      std::fill_n(reinterpret_cast<T*>(o.full), count, v);
    });
    at = o.full;
  }
  o.tile = at;
}

// The part of the loops that is one tile: steps of axis `axis`, and all of the axes behind it.
struct Tiling {
  int axis = 0;
  int64_t inner = 1;  // elements behind one step of the axis
  int64_t steps = 1;  // of the axis per tile
};

// Rows that are wide enough are tiles by themselves; short ones (channels) are taken together.
Tiling choose_tiles(const Axes& axes, int64_t most) {
  Tiling t;
  t.axis = axes.ndim - 1;
  if (axes.size[t.axis] < kWideRow)
    while (t.axis > 0 && t.inner * axes.size[t.axis] < most) t.inner *= axes.size[t.axis--];
  t.steps = std::clamp<int64_t>(most / t.inner, 1, axes.size[t.axis]);
  return t;
}

void choose_mode(Operand& o, const Axes& axes, const Tiling& t) {
  bool still = true, dense = true;
  int64_t expected = 1;
  for (int d = axes.ndim - 1; d >= t.axis; d--) {
    still &= o.stride[d] == 0;
    dense &= o.stride[d] == expected;
    expected *= axes.size[d];
  }
  o.mode = still ? Operand::scalar : dense ? Operand::direct : Operand::gathered;
}

// The function for the operands as they come: arrays or scalars, possibly exchanged.
ArithmeticFunction choose_function(const Prepared& p, Operand* const ops, bool& exchange) {
  exchange = false;
  bool left = ops[0].mode == Operand::scalar;
  if (p.count == 1) return p.entry->arrays;
  if (p.count == 2 && left && p.mirrored && ops[1].mode != Operand::scalar) {
    exchange = true;
    return p.mirrored->scalars;
  }
  bool scalars = !left;
  for (int j = 1; j < p.count; j++) scalars &= ops[j].mode == Operand::scalar;
  if (scalars) return p.entry->scalars;
  for (int j = 0; j < p.count; j++) ops[j].expand = ops[j].mode == Operand::scalar;
  return p.entry->arrays;
}

void run(RunContext& c) {
  const Prepared& p = c.args.spec().prep<Prepared>();
  const View& out = c.out[0];
  int64_t n = out.volume();
  if (n == 0) return;
  Operand ops[kMaxOperands];
  const View* views[kMaxOperands];
  alignas(8) uint8_t constants[kMaxOperands][8];
  bool flat = true;
  for (int j = 0; j < p.count; j++) {
    Operand& o = ops[j];
    views[j] = p.input[j] >= 0 ? &c.in[p.input[j]] : nullptr;
    if (views[j]) {
      o.data = views[j]->data;
      o.dtype = views[j]->dtype;
      int64_t volume = views[j]->volume();
      o.stride[0] = volume == n;
      flat &= volume == n || volume == 1;
    } else {
      o.data = constants[j];
      o.dtype = p.dtype[j];
      read_constant(p.slot[j] ? c.args.key().position : c.args.key().seed, o.dtype, constants[j]);
    }
    o.item = itemsize(o.dtype);
    o.convert = to_compute(o.dtype, p.compute[j]);
  }
  Axes axes;
  if (flat) {
    axes.ndim = 1;
    axes.size[0] = n;
  } else {
    merge_axes(out.shape, views, ops, p.count, axes);
  }
  int width = itemsize(p.compute[0]);
  Tiling tiles = choose_tiles(axes, kTileBytes / width);
  for (int j = 0; j < p.count; j++) choose_mode(ops[j], axes, tiles);
  if (flat && n == 1) {  // everything is a scalar: arrays of one
    for (int j = 0; j < p.count; j++) ops[j].mode = Operand::direct;
  }
  bool exchange;
  ArithmeticFunction function = choose_function(p, ops, exchange);
  ConvertFunction finish = p.made == out.dtype ? nullptr : converter(p.made, out.dtype);
  bool buffers = finish != nullptr;
  for (int j = 0; j < p.count; j++)
    buffers |= ops[j].expand || ops[j].mode == Operand::gathered || (ops[j].convert && ops[j].mode != Operand::scalar);
  if (!buffers) {  // no need for L1: as many steps at a time as there are
    tiles.steps = axes.size[tiles.axis];
  }

  size_t most = static_cast<size_t>(tiles.steps * tiles.inner);
  auto room = [](size_t bytes) { return (bytes + 127) / 64 * 64; };
  size_t total = 0;
  for (int j = 0; j < p.count; j++) {
    Operand& o = ops[j];
    total += o.mode == Operand::gathered ? room(most * static_cast<size_t>(o.item)) : 0;
    total += o.convert ? room(o.mode == Operand::scalar ? 8 : most * static_cast<size_t>(width)) : 0;
    total += o.expand ? room(most * static_cast<size_t>(width)) : 0;
  }
  total += finish ? room(most * static_cast<size_t>(itemsize(p.made))) : 0;
  uint8_t* memory = total ? scratch(total) : nullptr;
  auto take = [&](size_t bytes) {
    uint8_t* r = memory;
    memory += room(bytes);
    return r;
  };
  for (int j = 0; j < p.count; j++) {
    Operand& o = ops[j];
    if (o.mode == Operand::gathered) o.raw = take(most * static_cast<size_t>(o.item));
    if (o.convert) o.ready = take(o.mode == Operand::scalar ? 8 : most * static_cast<size_t>(width));
    if (o.expand) o.full = take(most * static_cast<size_t>(width));
  }
  uint8_t* made = finish ? take(most * static_cast<size_t>(itemsize(p.made))) : nullptr;

  int64_t index[kMaxDims] = {}, offset[kMaxOperands] = {}, tile_size[kMaxDims];
  int behind = axes.ndim - tiles.axis;
  for (int d = 0; d < behind; d++) tile_size[d] = axes.size[tiles.axis + d];
  uint8_t* to = out.data;
  for (;;) {
    for (int64_t i = 0; i < axes.size[tiles.axis]; i += tiles.steps) {
      tile_size[0] = std::min(tiles.steps, axes.size[tiles.axis] - i);
      int64_t count = tile_size[0] * tiles.inner;
      for (int j = 0; j < p.count; j++) {
        Operand& o = ops[j];
        make_tile(o, o.data + (offset[j] + i * o.stride[tiles.axis]) * o.item, count, tile_size, tiles.axis, behind,
                  p.compute[j]);
      }
      const void *a = ops[0].tile, *b = p.count > 1 ? ops[1].tile : nullptr, *d = p.count > 2 ? ops[2].tile : nullptr;
      if (exchange) std::swap(a, b);
      function(a, b, d, finish ? made : to, count);
      if (finish) finish(made, to, count);
      to += count * itemsize(out.dtype);
    }
    int d = tiles.axis - 1;
    for (; d >= 0; d--) {
      index[d]++;
      for (int j = 0; j < p.count; j++) offset[j] += ops[j].stride[d];
      if (index[d] < axes.size[d]) break;
      for (int j = 0; j < p.count; j++) offset[j] -= ops[j].stride[d] * axes.size[d];
      index[d] = 0;
    }
    if (d < 0) break;
  }
}

const KernelEntry arithmetic{{.name = "arithmetic",
                              .params = {"op", "operands", "compute"},
                              .infer = infer,
                              .run = run,
                              .prepare = prepare,
                              .elementwise = true}};

}  // namespace
}  // namespace hr
