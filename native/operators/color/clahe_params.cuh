// Parameters of the clahe kernels, shared by host and device.
#pragma once

namespace hrk {

// n pixels in tiles of `size`, of which `used` have tables: see ClaheAxis.
struct ClaheAxisParams {
  int n, size, used;
  float inverse;  // 1 / size
};

struct ClaheParams {
  unsigned long long from, to;
  unsigned long long tables;  // 256 bytes each, by plane, row of tiles, column of tiles
  ClaheAxisParams x, y;
  unsigned limit;
  float scale;
};

// Same layout as hr::LabTables.
struct LabParams {
  short light[256];
  unsigned short root[256 * 3 / 2 * 8];
  short y[256], fy[256];
  unsigned char gamma[4096];
  int to_xyz[3][3], from_xyz[3][3];
};

}  // namespace hrk
