// The resampler: DALI's results, the same bits on every instruction set and for every buffer.
#include "numerics/resample.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "resample_samples.h"

using namespace hr;

namespace {

template <class Out, class In>
Image<Out> resized(const Image<In>& in, const Axis& y, const Axis& x, Isa isa = isa_level()) {
  Scratch s(isa);
  Image<Out> out(y.out_size, x.out_size, in.c);
  resize2d(in.view(), y, x, out.v.data(), dtype_of<Out>(), 0, s);
  return out;
}

// ---- against DALI ----------------------------------------------------------------------------

struct Golden {
  Filter filter;
  bool antialias;
  int64_t h, w;
  double y0, y1, x0, x1;
  std::vector<uint8_t> expected;
};

// fn.resize of DALI 2.4.0, on (37 i + 11 i²) mod 251 as 5 × 7 × 1.
// clang-format off
const Golden kGolden[] = {
    {Filter::nn, true, 3, 4, 0, 5, 0, 7, {0, 118, 73, 116, 164, 145, 214, 120, 122,
     217, 149, 169}},
    {Filter::nn, true, 4, 3, 0.5, 4.5, 6.25, 1.75, {20, 232, 220, 156, 214, 145, 115,
     19, 144, 148, 149, 217}},
    {Filter::triangular, true, 3, 4, 0, 5, 0, 7, {62, 165, 156, 117, 113, 134, 146, 131, 99,
     162, 130, 168}},
    {Filter::triangular, false, 3, 4, 0, 5, 0, 7, {52, 159, 137, 120, 109, 132, 193, 134,
     95, 191, 115, 170}},
    {Filter::triangular, true, 4, 3, 0.5, 4.5, 6.25, 1.75, {119, 183, 173, 118, 176, 162,
     140, 118, 124, 136, 134, 160}},
    {Filter::cubic, true, 3, 4, 0, 5, 0, 7, {62, 178, 164, 110, 117, 134, 147, 127, 93, 165,
     124, 170}},
    {Filter::cubic, false, 3, 4, 0, 5, 0, 7, {44, 159, 128, 121, 108, 141, 202, 130, 90,
     201, 108, 174}},
    {Filter::cubic, true, 6, 9, 0, 5, 0, 7, {0, 23, 70, 139, 210, 84, 151, 197, 113, 19,
     166, 227, 208, 226, 216, 110, 48, 87, 124, 110, 145, 168, 101, 227, 167, 84, 95, 153,
     68, 79, 134, 93, 120, 140, 156, 172, 105, 101, 125, 173, 202, 56, 64, 158, 233, 127,
     44, 108, 224, 171, 156, 149, 154, 168}},
    {Filter::cubic, true, 4, 3, 0.5, 4.5, 6.25, 1.75, {109, 191, 191, 115, 186, 164, 143,
     108, 114, 127, 132, 170}},
    {Filter::gaussian, true, 3, 4, 0, 5, 0, 7, {60, 163, 151, 119, 111, 131, 157, 131, 97,
     171, 126, 168}},
    {Filter::gaussian, false, 3, 4, 0, 5, 0, 7, {31, 143, 111, 125, 124, 142, 206, 129, 100,
     201, 124, 171}},
    {Filter::gaussian, true, 4, 3, 0.5, 4.5, 6.25, 1.75, {117, 182, 172, 107, 176, 169, 138,
     118, 131, 134, 135, 167}},
    {Filter::lanczos3, true, 3, 4, 0, 5, 0, 7, {59, 186, 169, 104, 123, 136, 145, 125, 87,
     163, 121, 172}},
    {Filter::lanczos3, false, 3, 4, 0, 5, 0, 7, {45, 164, 130, 120, 100, 142, 198, 125, 84,
     208, 102, 180}},
    {Filter::lanczos3, true, 6, 9, 0, 5, 0, 7, {0, 19, 60, 144, 207, 78, 148, 211, 109, 9,
     172, 241, 205, 236, 220, 99, 42, 93, 130, 108, 158, 167, 93, 244, 184, 63, 89, 161, 56,
     63, 130, 86, 105, 142, 167, 177, 100, 106, 127, 185, 212, 58, 42, 164, 235, 133, 33,
     105, 233, 169, 157, 152, 154, 165}},
    {Filter::lanczos3, true, 4, 3, 0.5, 4.5, 6.25, 1.75, {99, 194, 209, 120, 195, 160, 147,
     100, 101, 115, 133, 183}},
};
// clang-format on

void dali() {
  Image<uint8_t> in(5, 7, 1);
  for (int i = 0; i < 35; i++) in.v[i] = static_cast<uint8_t>((i * 37 + i * i * 11) % 251);
  for (const Golden& g : kGolden) {
    Axis y{5, g.h, g.y0, g.y1, g.filter, g.antialias}, x{7, g.w, g.x0, g.x1, g.filter, g.antialias};
    for (Isa isa : available()) CHECK(resized<uint8_t>(in, y, x, isa).v == g.expected);
  }
}

// Ties that only DALI's float32 arithmetic decides, see Note [Ties].
void ties() {
  Scratch s;
  auto picks = [&](Axis a) {
    a.filter = Filter::nn;
    const Taps& t = s.taps(a);
    std::vector<int64_t> v;
    for (int32_t i : t.start) v.push_back(t.source.lo + i);
    return v;
  };
  // Row 37 of 75, from 97 … 187: the exact centre is 142, DALI's float sum is slightly below.
  Axis rows{277, 75, 97, 187};
  rows.stepwise = true;
  CHECK(picks(rows)[37] == 141);
  CHECK(picks(Axis{277, 75, 97, 187})[37] == 142);

  Axis same = whole_axis(51, 51, Filter::gaussian);
  const Taps& t = s.taps(same);  // the neighbour at distance r has weight 1.8 %
  CHECK(t.taps == 2 && !t.identity);
  CHECK(t.start[1] == 1 && std::fabs(t.weight[2] - 0.982014f) < 1e-5f);
  CHECK(t.start[9] == 8 && std::fabs(t.weight[19] - 0.982014f) < 1e-5f);
}

// ---- against a plain implementation ----------------------------------------------------------

double filter_value(Filter f, double x) {
  x = std::fabs(x);
  auto sinc = [](double v) { return v == 0 ? 1 : std::sin(M_PI * v) / (M_PI * v); };
  switch (f) {
    case Filter::cubic:
      return x < 1   ? 1.5 * x * x * x - 2.5 * x * x + 1
             : x < 2 ? -0.5 * x * x * x + 2.5 * x * x - 4 * x + 2
                     : 0;
    case Filter::gaussian:
      return x < 1 ? std::exp(-4 * x * x) : 0;
    case Filter::lanczos3:
      return x < 3 ? sinc(x) * sinc(x / 3) : 0;
    default:
      return x < 1 ? 1 - x : 0;
  }
}

std::vector<double> plain_weights(const Axis& a, int64_t i) {
  double scale = (a.hi - a.lo) / double(a.out_size), c = a.lo + (double(i) + 0.5) * scale - 0.5;
  double wide = a.antialias ? std::max(1.0, std::fabs(scale)) : 1, sum = 0;
  std::vector<double> w(a.in_size);
  for (int64_t p = int64_t(c - 3 * wide) - 2; p <= int64_t(c + 3 * wide) + 2; p++) {
    double v = filter_value(a.filter, (double(p) - c) / wide);
    w[std::clamp<int64_t>(p, 0, a.in_size - 1)] += v;
    sum += v;
  }
  for (double& v : w) v /= sum;
  return w;
}

void plain() {
  for (int round = 0; round < 400; round++) {
    Filter f = kFilters[any(1, 5)];
    auto in = noise<float>(any(1, 30), any(1, 40), any(1, 6));
    Axis y = any_axis(in.h, any(1, 40), f), x = any_axis(in.w, any(1, 50), f);
    Image<float> want(y.out_size, x.out_size, in.c);
    std::vector<std::vector<double>> wx;
    for (int64_t j = 0; j < x.out_size; j++) wx.push_back(plain_weights(x, j));
    for (int64_t i = 0; i < y.out_size; i++) {
      std::vector<double> wy = plain_weights(y, i), row(in.w * in.c);
      for (int64_t p = 0; p < in.h; p++)
        for (int64_t q = 0; q < in.w * in.c; q++) row[q] += wy[p] * in.v[p * in.w * in.c + q];
      for (int64_t j = 0; j < x.out_size; j++)
        for (int64_t k = 0; k < in.c; k++) {
          double sum = 0;
          for (int64_t q = 0; q < in.w; q++) sum += wx[j][q] * row[q * in.c + k];
          want.at(i, j, k) = float(sum);
        }
    }
    // The others are tables of 32 points per unit; the gaussian also jumps by 1.8 % at its ends.
    double limit = f < Filter::cubic ? 0.01 : f == Filter::gaussian ? 6 : 0.6;
    CHECK(distance(resized<float>(in, y, x).v, want.v) < limit);
  }
}

// ---- invariants ------------------------------------------------------------------------------

template <class In, class Out>
void same_everywhere() {
  for (int round = 0; round < 60; round++) {
    auto in = noise<In>(any(1, 70), any(1, 90), any(1, 6));
    Axis y = any_axis(in.h, any(1, 90), kFilters[any(0, 5)]);
    Axis x = any_axis(in.w, any(1, 130), kFilters[any(0, 5)]);
    auto want = resized<Out>(in, y, x, Isa::base);
    for (Isa isa : available()) CHECK((resized<Out>(in, y, x, isa) == want));

    // A buffer that holds only the needed window, with a row pitch.
    Scratch s;
    SourceWindow need = source_window(y, x);
    int64_t pitch = (need.cols.size() * in.c + 5) * int64_t(sizeof(In));
    std::vector<char> part(pitch * need.rows.size());
    for (int64_t r = 0; r < need.rows.size(); r++)
      std::memcpy(&part[r * pitch], &in.at(need.rows.lo + r, need.cols.lo),
                  need.cols.size() * in.c * sizeof(In));
    ImageView view{part.data(), dtype_of<In>(), in.h, in.w, in.c, pitch, need.rows, need.cols};
    Image<Out> out(y.out_size, x.out_size, in.c);
    resize2d(view, y, x, out.v.data(), dtype_of<Out>(), 0, s);
    CHECK(out == want);

    // Row by row into a sink, with a Scratch that has the weights cached.
    struct Sink {
      Image<Out>* out;
      int64_t next;
    } sink{&out, 0};
    std::fill(out.v.begin(), out.v.end(), Out{});
    RowSink rows{&sink, [](void* self, int64_t at, const void* row) {
                   Sink& to = *static_cast<Sink*>(self);
                   CHECK(at == to.next++);
                   std::memcpy(&to.out->at(at, 0), row, to.out->w * to.out->c * sizeof(Out));
                 }};
    resize2d(view, y, x, dtype_of<Out>(), rows, s);
    CHECK(out == want && sink.next == y.out_size);
  }
}

void constants() {  // weights sum to 1, also if the interval extends beyond the image
  for (int round = 0; round < 200; round++) {
    Image<uint8_t> in(any(1, 40), any(1, 40), any(1, 5));
    std::fill(in.v.begin(), in.v.end(), uint8_t(201));
    auto out = resized<uint8_t>(in, any_axis(in.h, any(1, 60), kFilters[any(0, 5)]),
                                any_axis(in.w, any(1, 60), kFilters[any(0, 5)]));
    for (uint8_t v : out.v) CHECK(v == 201);
  }
}

void copies() {
  auto in = noise<uint64_t>(9, 11, 3);
  for (uint64_t& v : in.v) v += uint64_t{1} << 60;  // not representable as float
  CHECK(resized<uint64_t>(in, whole_axis(9, 9, Filter::cubic),
                          whole_axis(11, 11, Filter::linear)) == in);
  Axis y{9, 4, 7, 3, Filter::nn}, x{11, 5, 2, 7, Filter::nn};  // mirrored crop
  auto out = resized<uint64_t>(in, y, x);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 5; j++) CHECK(out.at(i, j, 1) == in.at(6 - i, 2 + j, 1));
}

void rounding() {
  Image<int16_t> in(1, 2, 1);
  Axis x = whole_axis(2, 1, Filter::linear, false), y = whole_axis(1, 1, Filter::linear);
  const int cases[][3] = {{0, 1, 0},  {1, 2, 2},    {2, 3, 2},
                          {-1, 0, 0}, {-2, -1, -2}, {300, 300, 300}};
  for (auto& c : cases) {
    in.v = {int16_t(c[0]), int16_t(c[1])};
    CHECK(resized<int16_t>(in, y, x).v[0] == c[2]);
    CHECK(resized<uint8_t>(in, y, x).v[0] == std::clamp(c[2], 0, 255));
  }
  Image<float> odd(1, 40, 1);  // long enough for vectors and a remainder
  for (int i = 0; i < 40; i++) odd.v[i] = i % 3 ? NAN : i % 2 ? -INFINITY : INFINITY;
  auto out = resized<uint8_t>(odd, whole_axis(1, 1, Filter::nn), whole_axis(40, 40, Filter::nn));
  for (int i = 0; i < 40; i++) CHECK(out.v[i] == (i % 3 ? 0 : i % 2 ? 0 : 255));
}

void axes() {  // the middle axis of 3 × n × inner, as rows and as columns of pixels
  for (int64_t inner : {1, 3, 4, 7, 50, 5000}) {
    for (Filter f : kFilters) {
      Axis a = whole_axis(13, 8, f);
      auto in = noise<uint16_t>(3, 13, inner);
      Scratch s;
      std::vector<float> out(3 * 8 * inner);
      resample_axis(in.v.data(), DType::u16, 3, inner, a, out.data(), DType::f32, s);
      auto want = resized<float>(in, whole_axis(3, 3, Filter::nn), a);
      CHECK(distance(out, want.v) < 1e-4 * 256);
    }
  }
}

void errors() {
  auto fails = [](const ImageView& v, const Axis& y, const Axis& x) {
    Scratch s;
    uint8_t out[64];
    try {
      resize2d(v, y, x, out, DType::u8, 0, s);
    } catch (const Error& e) {
      return e.kind == ErrorKind::value;
    }
    return false;
  };
  auto in = noise<uint8_t>(6, 6, 1);
  Axis a = whole_axis(6, 4, Filter::cubic);
  ImageView part = in.view();
  part.rows = {0, 5};
  CHECK(fails(part, a, a));
  CHECK(fails(in.view(), whole_axis(7, 4, Filter::cubic), a));
  CHECK(fails(in.view(), whole_axis(6, 0, Filter::cubic), a));
  CHECK(fails(in.view(), a, Axis{6, 4, 0, NAN, Filter::nn}));
  CHECK(fails(in.view(), Axis{6, 4, -1e300, 6, Filter::gaussian}, a));
  Axis beyond = a;
  beyond.window = {2, 5};
  CHECK(fails(in.view(), a, beyond));
}

}  // namespace

int main() {
  dali();
  ties();
  plain();
  same_everywhere<uint8_t, uint8_t>();
  same_everywhere<uint8_t, float>();
  same_everywhere<uint16_t, uint16_t>();
  same_everywhere<int16_t, f16>();
  same_everywhere<float, float>();
  same_everywhere<double, int32_t>();
  constants();
  copies();
  rounding();
  axes();
  errors();
  std::printf(failures ? "test_resample: %d failures\n" : "test_resample: ok\n", failures);
  return failures != 0;
}
