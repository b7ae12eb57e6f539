"""clahe: contrast-limited adaptive histogram equalization."""

from __future__ import annotations

import numpy as np

from ...core import errors
from ...core.dtype import uint8
from ...engine import cases
from ...engine.operator import kernel, operator, reference
from ...engine.params import Input


@operator(
    layouts=("HWC",),
    unused=("bins",),
    samples=[
        cases.Case([cases.images()], {"tiles_x": 2, "tiles_y": 3, "clip_limit": 2.0}),
        cases.Case(
            [cases.images()],
            {"tiles_x": 4, "tiles_y": 1, "clip_limit": 40.0, "luma_only": False},
        ),
        cases.Case(
            [cases.Sample([(30, 40, 1), (1, 1, 1), (8, 33, 1)], "uint8", "HWC")],
            {"tiles_x": 4, "tiles_y": 4, "clip_limit": 0.0},
        ),
    ],
)
def clahe(
    input: Input,
    /,
    *,
    bins: int = 256,
    clip_limit: float,
    luma_only: bool = True,
    tiles_x: int,
    tiles_y: int,
):
    """Equalise histograms locally, with limited contrast (CLAHE).

    The image is divided into `tiles_x` × `tiles_y` tiles with one histogram each. A pixel gets the
    interpolation of the equalized values of the four tiles around it.

    clip_limit: maximum of a histogram bin, relative to the mean of all bins; the excess is
        distributed over all bins. 0 or less: no limit.
    luma_only: equalise the lightness of RGB images, not each channel by itself.

    The input is uint8 with one or three channels. `bins` has no effect: there are always 256.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[[10], [10], [11], [12]]], dtype=ndd.uint8, layout="HWC")
    >>> ndd.clahe(x, tiles_x=1, tiles_y=1, clip_limit=0.0)[0, :, 0].tolist()
    [128, 128, 191, 255]
    """
    if input.dtype is not uint8:
        raise errors.DTypeError(f"takes uint8 images, got {input.dtype.full_name}: cast them")
    for name, tiles in (("tiles_x", tiles_x), ("tiles_y", tiles_y)):
        if not 0 < tiles < 2**31:
            raise errors.ArgumentError(f"{name} must be positive, got {tiles}")
    return kernel(
        "clahe",
        input,
        tiles_x=tiles_x,
        tiles_y=tiles_y,
        clip_limit=clip_limit,
        luma_only=luma_only,
    )


def _table(tile, limit):
    """The lookup table of a tile."""
    count = np.bincount(tile.ravel(), minlength=256)
    excess = np.maximum(count - limit, 0).sum()
    count = np.minimum(count, limit) + excess // 256
    rest = excess % 256
    if rest:
        count[: rest * max(256 // rest, 1) : max(256 // rest, 1)] += 1
    scale = np.float32(255) / np.float32(tile.size)
    return np.minimum(np.rint(np.cumsum(count).astype(np.float32) * scale), 255)


def _equalized(x, tiles, clip):
    """Equalise one channel."""
    fits = all(n % t == 0 for n, t in zip(x.shape, tiles))
    size = [n // t if fits else n // t + 1 for n, t in zip(x.shape, tiles)]
    area = size[0] * size[1]
    limit = max(int(clip * area / 256), 1) if clip > 0 else area
    mirrored = [
        np.pad(np.arange(n), (0, s * t - n), "reflect" if n > 1 else "edge")
        for n, s, t in zip(x.shape, size, tiles)
    ]
    whole = x[np.ix_(*mirrored)].reshape(tiles[0], size[0], tiles[1], size[1])
    tables = np.float32([[_table(whole[j, :, i], limit) for i in range(tiles[1])]
                         for j in range(tiles[0])])  # fmt: skip
    sides = []
    for n, s, t in zip(x.shape, size, tiles):
        p = np.arange(n, dtype=np.float32) * (np.float32(1) / np.float32(s)) - np.float32(0.5)
        tile = np.floor(p).astype(int)
        sides.append((np.maximum(tile, 0), np.minimum(tile + 1, t - 1), p - np.floor(p)))
    (above, below, down), (left, right, across) = sides
    at = [[tables[v[:, None], h, x] for h in (left, right)] for v in (above, below)]
    top, bottom = ((1 - across) * a + across * b for a, b in at)
    down = down[:, None]
    return np.rint(top * (1 - down) + bottom * down).astype(np.uint8)


_TO_XYZ = [[1777, 1541, 778], [871, 2929, 296], [73, 448, 3575]]  # fixed point, 12 fractional bits
_FROM_XYZ = [[12615, -6296, -2223], [-3773, 7684, 185], [217, -836, 4715]]


def _lab(rgb):
    v = np.arange(256) / 255
    light = np.rint(2040 * np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4))
    v = np.arange(3072, dtype=np.float32) / np.float32(2040)
    power = (v.astype(np.float64) ** np.float32(1 / 3)).astype(np.float32)
    near = v * np.float32(7.787) + np.float32(16 / 116)
    root = np.rint(np.where(v < np.float32(0.008856), near, power) * 32768).astype(int)
    x, y, z = np.moveaxis(
        root[(light[rgb].astype(int) @ np.transpose(_TO_XYZ) + 2048) >> 12], -1, 0
    )
    lab = [296 * y - 1336934, 500 * (x - y) + (128 << 15), 200 * (y - z) + (128 << 15)]
    return np.clip((np.stack(lab, -1) + 16384) >> 15, 0, 255)


def _rgb(lab):
    lightness, a, b = np.moveaxis(lab.astype(int), -1, 0)
    v = np.arange(256) * 100 / 255
    y = np.where(v <= 8, v * 27 / 24389, ((v + 16) / 116) ** 3)
    root = np.where(v <= 8, 7.787 * y + 16 / 116, (v + 16) / 116)
    y, root = (np.rint(16384 * t).astype(int)[lightness] for t in (y, root))
    xz = np.stack([root + ((5 * a * 53687 + 128) >> 13) - 4194,
                   root - ((b * 41943 + 16) >> 9) + 10484], -1)  # fmt: skip
    line = np.trunc(xz * 108 / 841).astype(int) - 290
    x, z = np.moveaxis(np.where(xz <= 3389, line, xz * xz // 16384 * xz // 16384), -1, 0)
    light = (np.stack([x, y, z], -1) @ np.transpose(_FROM_XYZ) + 8192) >> 14
    v = np.arange(4096) / 4096
    gamma = 255 * np.where(v <= 0.0031308, v * 12.92, 1.055 * v ** (1 / 2.4) - 0.055)
    return np.rint(gamma).astype(np.uint8)[np.clip(light, 0, 4095)]


@reference(clahe)
def _clahe(x, *, layout, bins, clip_limit, luma_only, tiles_x, tiles_y):
    tiles, clip = (tiles_y, tiles_x), float(np.float32(clip_limit))
    if x.size == 0:
        return x
    if x.shape[2] == 3 and luma_only:
        lab = _lab(x)
        lab[..., 0] = _equalized(lab[..., 0], tiles, clip)
        return _rgb(lab)
    return np.stack([_equalized(x[..., k], tiles, clip) for k in range(x.shape[2])], -1)
