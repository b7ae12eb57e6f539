// arithmetic: operators, comparisons and functions, element by element, with broadcasting.
//
// Operands are inputs or immediates (engine/immediates.h). Both are converted to the compute type
// tile by tile in L1, so there is one loop per type instead of one per pair of types.
#include "operators/math/arithmetic.h"

#include <algorithm>
#include <cstring>
#include <memory>

namespace hr {

void fail_division_by_zero() {
  fail_value(
      "integer division by zero: shield the divisor, e.g. math.max(y, 1), or divide with / in "
      "floats");
}

void read_constant(const ArithmeticCall& call, int j, const Args& args, uint8_t* to) {
  dispatch(call.dtype[j], [&](auto tag) {
    const auto v = args.immediate(call.slot[j]).as<typename decltype(tag)::type>();
    std::memcpy(to, &v, sizeof v);
  });
}

ConvertFunction to_compute(DType from, DType to) {
  auto wide = [](DType t) { return t == DType::u64 || t == DType::i64; };
  return from == to || (wide(from) && wide(to)) ? nullptr : converter(from, to);
}

namespace {

struct ArithmeticArgs {
  std::string_view op;
  List<int> operands;  // -1 for an input, else the constant's dtype
  // Compute type of each operand. They differ only if uint64 is compared with signed integers.
  List<DType> compute;
};
HR_ARGS(ArithmeticArgs, op, operands, compute);

constexpr int64_t kTileBytes = 8192;  // per converted operand; all operands together stay in L1
constexpr int64_t kWideRow = 128;     // elements worth a separate call

struct Name {
  const char* text;
  Op op;
  int arity;
};

constexpr Name kNames[] = {
    {"+", Op::add, 2},         {"-", Op::sub, 2},       {"*", Op::mul, 2},
    {"/", Op::div, 2},         {"//", Op::floordiv, 2}, {"%", Op::mod, 2},
    {"**", Op::pow, 2},        {"&", Op::bit_and, 2},   {"|", Op::bit_or, 2},
    {"^", Op::bit_xor, 2},     {"<<", Op::shl, 2},      {">>", Op::shr, 2},
    {"==", Op::eq, 2},         {"!=", Op::ne, 2},       {"<", Op::lt, 2},
    {"<=", Op::le, 2},         {">", Op::gt, 2},        {">=", Op::ge, 2},
    {"min", Op::min, 2},       {"max", Op::max, 2},     {"pow", Op::pow, 2},
    {"fpow", Op::pow, 2},      {"atan2", Op::atan2, 2}, {"clamp", Op::clamp, 3},
    {"neg", Op::neg, 1},       {"pos", Op::pos, 1},     {"abs", Op::abs, 1},
    {"invert", Op::invert, 1}, {"sqrt", Op::sqrt, 1},   {"rsqrt", Op::rsqrt, 1},
    {"cbrt", Op::cbrt, 1},     {"exp", Op::exp, 1},     {"log", Op::log, 1},
    {"log2", Op::log2, 1},     {"log10", Op::log10, 1}, {"fabs", Op::abs, 1},
    {"floor", Op::floor, 1},   {"ceil", Op::ceil, 1},   {"sin", Op::sin, 1},
    {"cos", Op::cos, 1},       {"tan", Op::tan, 1},     {"asin", Op::asin, 1},
    {"acos", Op::acos, 1},     {"atan", Op::atan, 1},   {"sinh", Op::sinh, 1},
    {"cosh", Op::cosh, 1},     {"tanh", Op::tanh, 1},   {"asinh", Op::asinh, 1},
    {"acosh", Op::acosh, 1},   {"atanh", Op::atanh, 1},
};

// The operation that gives the same result with swapped operands, if any.
bool mirror(Op op, Op& mirrored) {
  switch (op) {
    case Op::add:
    case Op::mul:
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
    case Op::eq:
    case Op::ne:
      mirrored = op;
      return true;
    case Op::lt:
      mirrored = Op::gt;
      return true;
    case Op::le:
      mirrored = Op::ge;
      return true;
    case Op::gt:
      mirrored = Op::lt;
      return true;
    case Op::ge:
      mirrored = Op::le;
      return true;
    default:
      return false;
  }
}

void prepare(const ArithmeticArgs& a, Spec& spec) {
  auto p = std::make_shared<ArithmeticCall>();
  const std::string text(a.op);
  const Name* name = nullptr;
  for (const Name& n : kNames)
    if (text == n.text) name = &n;
  if (!name || a.operands.size() != name->arity || a.compute.size() != name->arity)
    fail_value("no operation \"" + text + "\" of " + std::to_string(a.operands.size()) +
               " operands");
  p->count = name->arity;
  int inputs = 0, constants = 0;
  for (int j = 0; j < p->count; j++) {
    const int operand = a.operands[j];
    bool constant = operand >= 0;
    p->input[j] = constant ? -1 : inputs++;
    p->slot[j] = constant ? constants++ : -1;
    p->dtype[j] = constant ? static_cast<DType>(operand) : DType::u8;
    p->compute[j] = a.compute[j];
  }
  if (constants > 2) fail_value("more than two constants");
  Op op = name->op;
  if (p->count == 2 && p->compute[0] != p->compute[1]) {  // uint64 goes first
    if (p->compute[0] != DType::u64) {
      mirror(op, op);
      std::swap(p->input[0], p->input[1]);
      std::swap(p->slot[0], p->slot[1]);
      std::swap(p->dtype[0], p->dtype[1]);
      std::swap(p->compute[0], p->compute[1]);
    }
    op = static_cast<Op>(static_cast<int>(op) - static_cast<int>(Op::eq) +
                         static_cast<int>(Op::mixed_eq));
  }
  p->entry = &arithmetic_entry(op, p->compute[0]);
  if (!p->entry->arrays)
    fail_value("\"" + text + "\" does not compute in " + hr::name(p->compute[0]));
  if (Op m; mirror(op, m)) p->mirrored = &arithmetic_entry(m, p->compute[0]);
  p->op = op;
  p->comparison = op >= Op::eq && op <= Op::ge;
  p->made = op >= Op::eq && op <= Op::mixed_ge ? DType::b8 : p->compute[0];
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
          shapes +=
              (i ? " and " : "") + std::string(name(c.in[i].dtype)) + " " + c.in[i].shape.str();
        fail_value("cannot broadcast shapes: " + shapes +
                   ". Counted from the last axis, sizes have to be equal, or one of them 1");
      }
      size = s[k];
    }
    out[d] = size;
  }
}

// ---- tiles ------------------------------------------------------------------------------------

// Loops over the output, with adjacent axes merged if all operands allow it.
struct Axes {
  int ndim = 0;
  int64_t size[kMaxDims];
};

// A tile: some steps of axis `axis`, and all inner axes.
struct Tiling {
  int axis = 0;
  int64_t inner = 1;  // elements per step of the axis
  int64_t steps = 1;  // steps of the axis per tile
};

struct Operand {
  const uint8_t* data = nullptr;
  DType dtype = DType::u8;
  ConvertFunction convert = nullptr;  // to the compute type; null: not needed
  int64_t stride[kMaxDims] = {};      // in elements, per merged axis
  enum { direct, scalar, gathered } mode = direct;
  bool expand = false;  // a scalar that the loop needs as an array
  uint8_t *raw = nullptr, *ready = nullptr,
          *full = nullptr;  // buffers: gathered, converted, expanded
  // Contents of the buffers: an unchanged tile (a row of biases) is not made again.
  const uint8_t* cached = nullptr;
  int64_t cached_count = 0;
  const void* tile = nullptr;
};

bool is_integer(DType t) { return t <= DType::i64; }

void merge_axes(const Shape& out, const View* const* views, Operand* ops, int count, Axes& axes) {
  axes.ndim = 0;
  int64_t running[kMaxOperands];  // stride of an axis if not broadcast
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
  for (int64_t i = 0; i < size[0]; i++)
    gather(in + i * stride[0], out, size + 1, stride + 1, ndim - 1);
}

// Sets o.tile: the tile at `at`, with these sizes and `count` elements, in the compute type.
void make_tile(Operand& o, const uint8_t* at, int64_t count, const int64_t* size, int axis,
               int ndim, DType compute) {
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
      gather(reinterpret_cast<const T*>(at), to, size, o.stride + axis, ndim);
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

// Wide rows are tiles by themselves; short ones (channels) are grouped.
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
  o.mode = dense ? Operand::direct : still ? Operand::scalar : Operand::gathered;
}

// ---- one sample -------------------------------------------------------------------------------

class Loop {
 public:
  explicit Loop(RunContext& c) : p_(c.args.spec().prep<ArithmeticCall>()), out_(c.out[0]) {
    for (int j = 0; j < p_.count; j++) compute_[j] = p_.compute[j];
    entry_ = p_.entry;
    mirrored_ = p_.mirrored;
    bind(c);
  }

  void run() {
    choose();
    allocate();
    int64_t index[kMaxDims] = {}, offset[kMaxOperands] = {};
    for (;;) {
      run_axis(offset);
      int d = tiles_.axis - 1;
      for (; d >= 0; d--) {
        for (int j = 0; j < p_.count; j++) offset[j] += ops_[j].stride[d];
        if (++index[d] < axes_.size[d]) break;
        for (int j = 0; j < p_.count; j++) offset[j] -= ops_[j].stride[d] * axes_.size[d];
        index[d] = 0;
      }
      if (d < 0) return;
    }
  }

 private:
  // Sets the operands' data and strides, and the axes to loop over.
  void bind(RunContext& c) {
    int64_t n = out_.volume();
    const View* views[kMaxOperands];
    bool flat = true;
    for (int j = 0; j < p_.count; j++) {
      Operand& o = ops_[j];
      views[j] = p_.input[j] >= 0 ? &c.in[p_.input[j]] : nullptr;
      if (views[j]) {
        int64_t volume = views[j]->volume();
        o.data = views[j]->data;
        o.dtype = views[j]->dtype;
        o.stride[0] = volume == n;
        flat &= volume == n || volume == 1;
      } else {
        o.data = constants_[j];
        o.dtype = p_.dtype[j];
        o.stride[0] = n == 1;
        read_constant(p_, j, c.args, constants_[j]);
      }
    }
    if (p_.comparison) narrow();
    for (int j = 0; j < p_.count; j++) ops_[j].convert = to_compute(ops_[j].dtype, compute_[j]);
    if (flat) {
      axes_.ndim = 1;
      axes_.size[0] = n;
    } else {
      merge_axes(out_.shape, views, ops_, p_.count, axes_);
    }
  }

  // `image > 128` would compute in int32; the image's type suffices if the constant fits.
  void narrow() {
    int k = p_.input[1] < 0 ? 1 : p_.input[0] < 0 ? 0 : -1;
    if (k < 0 || !is_integer(ops_[k].dtype) || !is_integer(ops_[1 - k].dtype)) return;
    DType to = ops_[1 - k].dtype;
    if (itemsize(to) >= itemsize(compute_[0])) return;
    int64_t value = 0, back = 0;
    converter(ops_[k].dtype, DType::i64)(constants_[k], &value, 1);
    uint8_t fitted[8];
    converter(DType::i64, to)(&value, fitted, 1);  // saturates
    converter(to, DType::i64)(fitted, &back, 1);
    if (value != back) return;
    std::memcpy(constants_[k], fitted, sizeof fitted);
    ops_[k].dtype = compute_[0] = compute_[1] = to;
    entry_ = &arithmetic_entry(p_.op, to);
    Op other;
    if (mirror(p_.op, other)) mirrored_ = &arithmetic_entry(other, to);
  }

  void choose() {
    tiles_ = choose_tiles(axes_, kTileBytes / itemsize(compute_[0]));
    for (int j = 0; j < p_.count; j++) choose_mode(ops_[j], axes_, tiles_);
    choose_function();
    finish_ = p_.made == out_.dtype ? nullptr : converter(p_.made, out_.dtype);
    bool buffers = finish_ != nullptr;
    for (const Operand& o : ops_)
      buffers |=
          o.expand || o.mode == Operand::gathered || (o.convert && o.mode == Operand::direct);
    if (!buffers) tiles_.steps = axes_.size[tiles_.axis];  // no buffers: tile size is unlimited
  }

  // Selects the function by operand kind: arrays or scalars, possibly swapped.
  void choose_function() {
    function_ = entry_->arrays;
    if (p_.count == 1) return;
    bool left = ops_[0].mode == Operand::scalar, scalars = !left;
    for (int j = 1; j < p_.count; j++) scalars &= ops_[j].mode == Operand::scalar;
    exchange_ = p_.count == 2 && left && mirrored_;
    if (exchange_)
      function_ = mirrored_->scalars;
    else if (scalars)
      function_ = entry_->scalars;
    else
      for (Operand& o : ops_) o.expand = o.mode == Operand::scalar;
  }

  // Buffers for a tile. The first pass computes the total size, the second assigns addresses.
  void allocate() {
    int64_t most = tiles_.steps * tiles_.inner, width = itemsize(compute_[0]);
    uint8_t* memory = nullptr;
    for (int pass = 0; pass < 2; pass++) {
      size_t used = 0;
      auto take = [&](bool wanted, int64_t bytes, uint8_t*& buffer) {
        if (!wanted) return;
        if (memory) buffer = memory + used;
        used += static_cast<size_t>((bytes + 127) / 64 * 64);
      };
      for (int j = 0; j < p_.count; j++) {
        Operand& o = ops_[j];
        take(o.mode == Operand::gathered, most * itemsize(o.dtype), o.raw);
        take(o.convert != nullptr, (o.mode == Operand::scalar ? 1 : most) * width, o.ready);
        take(o.expand, most * width, o.full);
      }
      take(finish_ != nullptr, most * itemsize(p_.made), made_);
      if (used == 0) return;
      if (pass == 0) memory = scratch(used);
    }
  }

  // Runs all tiles along the tiled axis, with the outer axes at `offset`.
  void run_axis(const int64_t* offset) {
    int axis = tiles_.axis, ndim = axes_.ndim - axis;
    int64_t size[kMaxDims];
    for (int d = 0; d < ndim; d++) size[d] = axes_.size[axis + d];
    for (int64_t i = 0; i < axes_.size[axis]; i += tiles_.steps) {
      size[0] = std::min(tiles_.steps, axes_.size[axis] - i);
      int64_t count = size[0] * tiles_.inner;
      const void* tile[kMaxOperands] = {};
      for (int j = 0; j < p_.count; j++) {
        Operand& o = ops_[j];
        const uint8_t* at = o.data + (offset[j] + i * o.stride[axis]) * itemsize(o.dtype);
        make_tile(o, at, count, size, axis, ndim, compute_[j]);
        tile[j] = o.tile;
      }
      if (exchange_) std::swap(tile[0], tile[1]);
      function_(tile[0], tile[1], tile[2], finish_ ? made_ : to_, count);
      if (finish_) finish_(made_, to_, count);
      to_ += count * itemsize(out_.dtype);
    }
  }

  const ArithmeticCall& p_;
  const View& out_;
  Operand ops_[kMaxOperands];
  DType compute_[kMaxOperands] = {};
  const ArithmeticEntry *entry_ = nullptr, *mirrored_ = nullptr;
  alignas(8) uint8_t constants_[kMaxOperands][8];
  Axes axes_;
  Tiling tiles_;
  ArithmeticFunction function_ = nullptr;
  bool exchange_ = false;
  ConvertFunction finish_ = nullptr;  // from the function's result to the output type
  uint8_t* made_ = nullptr;
  uint8_t* to_ = out_.data;
};

void run(RunContext& c) {
  if (c.out[0].volume() > 0) Loop(c).run();
}

const KernelEntry arithmetic{{.name = "arithmetic",
                              .args = schema<ArithmeticArgs>(),
                              .infer = infer,
                              .run = run,
                              .prepare = typed<prepare>,
                              .elementwise = true}};

}  // namespace
}  // namespace hr
