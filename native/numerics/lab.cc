// Tables for L*a*b*, made once: see Note [Lab in fixed point].
#include <cmath>
#include <memory>

#include "simd/lab.h"

namespace hr {
namespace {

constexpr double kWhite[3] = {0.950456, 1, 1.088754};
constexpr double kToXyz[3][3] = {
    {0.412453, 0.357580, 0.180423}, {0.212671, 0.715160, 0.072169}, {0.019334, 0.119193, 0.950227}};
constexpr double kFromXyz[3][3] = {{3.240479, -1.53715, -0.498535},
                                   {-0.969256, 1.875991, 0.041556},
                                   {0.055648, -0.204043, 1.057311}};

int32_t round(double v) { return static_cast<int32_t>(std::lrint(v)); }

void fill_forward(LabTables& t) {
  for (int i = 0; i < 256; i++) {
    double v = i / 255.0;
    t.light[i] = static_cast<int16_t>(
        round(kLabLight * (v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4))));
  }
  int i = 0;
  for (uint16_t& root : t.root) {
    float v = static_cast<float>(i++) / kLabLight;
    float r = v < 0.008856f ? v * 7.787f + static_cast<float>(16.0 / 116)
                            : static_cast<float>(std::pow(double(v), double(1.0f / 3.0f)));
    root = static_cast<uint16_t>(round(r * (1 << kLabRootBits)));
  }
}

void fill_backward(LabTables& t) {
  constexpr int kOne = 1 << kLabBackBits;
  for (int i = 0; i < 256; i++) {
    double l = i * 100 / 255.0, f = (l + 16) / 116, y = f * f * f;
    if (l <= 8) {
      y = l * 27 / 24389;
      f = 7.787 * y + 16.0 / 116;
    }
    t.y[i] = static_cast<int16_t>(round(kOne * y));
    t.fy[i] = static_cast<int16_t>(round(kOne * f));
  }
  for (int i = 0; i < 4096; i++) {
    double v = i / 4096.0;
    t.gamma[i] = static_cast<uint8_t>(
        round(255 * (v <= 0.0031308 ? v * 12.92 : 1.055 * std::pow(v, 1 / 2.4) - 0.055)));
  }
}

}  // namespace

const LabTables& lab_tables() {
  static const LabTables* made = [] {  // never destroyed: workers may still run
    auto* t = new LabTables;
    fill_forward(*t);
    fill_backward(*t);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        t->to_xyz[i][j] = round(kToXyz[i][j] / kWhite[i] * (1 << kLabMatrixBits));
        t->from_xyz[i][j] = round(kFromXyz[i][j] * kWhite[j] * (1 << kLabMatrixBits));
      }
    return t;
  }();
  return *made;
}

}  // namespace hr
