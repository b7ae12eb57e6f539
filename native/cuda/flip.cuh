// flip on the GPU: p[0..3] sizes of four axes, p[4..7] whether each is mirrored; T is one item.
#include "ragged.cuh"

template <class T>
__device__ void flip(const Sample* samples) {
  const Sample& s = samples[blockIdx.y];
  const T* in = (const T*)s.in;
  T* out = (T*)s.out;
  int64 n1 = s.p[1], n2 = s.p[2], n3 = s.p[3];
  for_each(samples, s.p[0] * n1 * n2 * n3, [&](int64 i) {
    int64 d = i % n3, r = i / n3;
    int64 c = r % n2;
    r /= n2;
    int64 b = r % n1, a = r / n1;
    if (s.p[4]) a = s.p[0] - 1 - a;
    if (s.p[5]) b = n1 - 1 - b;
    if (s.p[6]) c = n2 - 1 - c;
    if (s.p[7]) d = n3 - 1 - d;
    out[i] = in[((a * n1 + b) * n2 + c) * n3 + d];
  });
}

struct Bytes3 {
  unsigned char b[3];
};

extern "C" __global__ void flip_1(const Sample* s) { flip<unsigned char>(s); }
extern "C" __global__ void flip_2(const Sample* s) { flip<unsigned short>(s); }
extern "C" __global__ void flip_3(const Sample* s) { flip<Bytes3>(s); }
extern "C" __global__ void flip_4(const Sample* s) { flip<unsigned int>(s); }
extern "C" __global__ void flip_8(const Sample* s) { flip<unsigned long long>(s); }
