"""JPEG without entropy coding, in NumPy: baseline 4:2:0, integer arithmetic of libjpeg."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = Any  # array of integers

_LUMA = [
    [16, 11, 10, 16, 24, 40, 51, 61], [12, 12, 14, 19, 26, 58, 60, 55],
    [14, 13, 16, 24, 40, 57, 69, 56], [14, 17, 22, 29, 51, 87, 80, 62],
    [18, 22, 37, 56, 68, 109, 103, 77], [24, 35, 55, 64, 81, 104, 113, 92],
    [49, 64, 78, 87, 103, 121, 120, 101], [72, 92, 95, 98, 112, 100, 103, 99],
]  # fmt: skip
_CHROMA = np.full((8, 8), 99)
_CHROMA[:4, :4] = [[17, 18, 24, 47], [18, 21, 26, 66], [24, 26, 56, 99], [47, 66, 99, 99]]


def _fixed(*factors: float) -> list[int]:
    return [int(f * 8192 + 0.5) for f in factors]


_P, _Q, _R = _fixed(0.541196100, 0.765366865, 1.847759065)


def _odd(a: Array, b: Array, c: Array, d: Array) -> tuple[Array, Array, Array, Array]:
    ad, bc, ac, bd, z = _fixed(0.899976223, 2.562915447, 1.961570560, 0.390180644, 1.175875602)
    ka, kb, kc, kd = _fixed(0.298631336, 2.053119869, 3.072711026, 1.501321110)
    z1, z2, z5 = -ad * (a + d), -bc * (b + c), z * (a + b + c + d)
    z3, z4 = z5 - ac * (a + c), z5 - bd * (b + d)
    return ka * a + z1 + z3, kb * b + z2 + z4, kc * c + z2 + z3, kd * d + z1 + z4


def _descale(x: Array, bits: int) -> Array:
    return (x + (1 << bits >> 1)) >> bits


def _forward(x: Array, axis: int, *, extra: int, bits: int) -> Array:
    """Forward DCT along an axis of 8; `extra`: bits to scale the result by, negative to drop."""
    v = np.moveaxis(x, axis, 0)
    s, d = v[:4] + v[7:3:-1], v[:4] - v[7:3:-1]
    even, middle, p, q = s[0] + s[3], s[1] + s[2], s[0] - s[3], s[1] - s[2]
    z = (p + q) * _P
    o7, o5, o3, o1 = (_descale(o, bits) for o in _odd(d[3], d[2], d[1], d[0]))
    o0, o4 = (_descale(e << max(extra, 0), max(-extra, 0)) for e in (even + middle, even - middle))
    o2, o6 = _descale(z + p * _Q, bits), _descale(z - q * _R, bits)
    return np.stack([o0, o1, o2, o3, o4, o5, o6, o7], axis)


def _inverse(x: Array, axis: int, *, bits: int) -> Array:
    v = np.moveaxis(x, axis, 0)
    z = (v[2] + v[6]) * _P
    p, q = z + v[2] * _Q, z - v[6] * _R
    total, difference = (v[0] + v[4]) << 13, (v[0] - v[4]) << 13
    even = np.stack([total + p, difference + q, difference - q, total - p])
    odd = np.stack(_odd(v[7], v[5], v[3], v[1])[::-1])
    return np.moveaxis(_descale(np.concatenate([even + odd, (even - odd)[::-1]]), bits), 0, axis)


def _distort(plane: Array, table: Array) -> Array:
    """DCT, quantization by a table and inverse DCT of a plane of whole blocks."""
    h, w = plane.shape
    x = plane.reshape(h // 8, 8, w // 8, 8) - 128
    x = _forward(_forward(x, 3, extra=2, bits=11), 1, extra=-2, bits=15)
    step = table[:, None, :]
    x = np.sign(x) * ((np.abs(x) + 4 * step) // (8 * step)) * step
    x = _inverse(_inverse(x, 1, bits=11), 3, bits=18)
    return np.clip(x + 128, 0, 255).reshape(h, w)


def _padded(plane: Array, multiple: int) -> Array:
    h, w = plane.shape
    return np.pad(plane, ((0, -h % multiple), (0, -w % multiple)), "edge")


def _halved(plane: Array) -> Array:
    plane = np.pad(plane, ((0, plane.shape[0] % 2), (0, -plane.shape[1] % 16)), "edge")
    total = plane[::2, ::2] + plane[::2, 1::2] + plane[1::2, ::2] + plane[1::2, 1::2]
    return (total + 1 + np.arange(total.shape[1]) % 2) >> 2


def _doubled(plane: Array) -> Array:
    if plane.shape[1] <= 2:  # too narrow to interpolate
        return plane.repeat(2, 0).repeat(2, 1)
    rows = np.pad(plane, ((1, 1), (0, 0)), "edge")
    rows = np.stack([3 * plane + rows[:-2], 3 * plane + rows[2:]], 1)
    rows = rows.reshape(-1, plane.shape[1])
    both = np.pad(rows, ((0, 0), (1, 1)), "edge")
    both = np.stack([(3 * rows + both[:, :-2] + 8) >> 4, (3 * rows + both[:, 2:] + 7) >> 4], 2)
    return both.reshape(len(rows), -1)


def _table(base: Any, quality: int) -> Array:
    scale = 5000 // quality if quality < 50 else 200 - 2 * quality
    return np.clip((np.asarray(base) * scale + 50) // 100, 1, 255)


def jpeg(x: Array, quality: int) -> Array:
    """An RGB image after compression and decompression."""
    quality = min(max(quality, 1), 100)
    h, w, _ = x.shape
    if not x.size:
        return x
    r, g, b = (x[..., c].astype(np.int64) for c in range(3))
    luma = (19595 * r + 38470 * g + 7471 * b + 32768) >> 16
    middle = (128 << 16) + 32767
    cb = (-11059 * r - 21709 * g + 32768 * b + middle) >> 16
    cr = (32768 * r - 27439 * g - 5329 * b + middle) >> 16
    y = _distort(_padded(luma, 8), _table(_LUMA, quality))[:h, :w]
    chroma = _table(_CHROMA, quality)
    lines, columns = (h + 1) // 2, (w + 1) // 2
    u, v = (
        _doubled(_distort(_padded(_halved(c), 8), chroma)[:lines, :columns])[:h, :w] - 128
        for c in (cb, cr)
    )
    rgb = [
        y + ((91881 * v + 32768) >> 16),
        y + ((-22554 * u - 46802 * v + 32768) >> 16),
        y + ((116130 * u + 32768) >> 16),
    ]
    return np.clip(np.stack(rgb, 2), 0, 255).astype(np.uint8)
