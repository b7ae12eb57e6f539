"""Paint the pictures that `headrace demo` ships: small procedural scenes, made of NumPy alone.

Every painter gets a canvas (twice the final size, halved at the end to smooth edges) and returns
float RGB in 0..1. The seed is fixed, so running this again gives the same pictures.

    python scripts/make_demo_images.py [--sheet contact.png]
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Array = NDArray[np.float64]
FOLDER = Path(__file__).parent.parent / "src/headrace/tools/demo_images"
BUDGET = 600_000  # bytes, all pictures together


class Canvas:
    """A pixel grid: x runs 0..aspect, y runs 0..1 downwards; `rng` belongs to the picture."""

    def __init__(self, width: int, height: int, seed: int) -> None:
        self.width, self.height = width, height
        self.aspect = width / height
        self.y, self.x = np.mgrid[0:height, 0:width] / height
        self.rng = np.random.default_rng(seed)

    def noise(self, cells: float, octaves: int = 5, gain: float = 0.5) -> Array:
        """Smooth random hills in about 0..1: octaves of enlarged random grids."""
        total, weight, norm = np.zeros((self.height, self.width)), 1.0, 0.0
        for octave in range(octaves):
            rows = max(2, round(cells * 2**octave))
            small = self.rng.random((rows + 2, round(rows * self.aspect) + 2)).astype(np.float32)
            layer = Image.fromarray(small).resize(
                (self.width, self.height), Image.Resampling.BICUBIC
            )
            total += weight * np.asarray(layer, dtype=np.float64)
            norm += weight
            weight *= gain
        return total / norm

    def ridge(self, base: float, height: float, cells: float, octaves: int = 5) -> Array:
        """A mountain line: for every column the y at which the ground begins."""
        middle = self.noise(cells, octaves)[self.height // 2]
        return np.asarray(base - height * (middle - 0.5) * 2)

    def stars(self, density: float) -> Array:
        """Points of light of different brightness, spread over two pixels so they survive."""
        sky = np.where(self.rng.random(self.x.shape) < density, self.rng.random(self.x.shape), 0)
        return np.asarray(np.maximum(sky, np.roll(sky, 1, axis=1)) ** 0.7)


def rgb(code: str) -> Array:
    """'#ff8800' as three floats in linear steps of 0..1."""
    return np.array([int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)])


def ramp(t: Array, *codes: str) -> Array:
    """Colours along a gradient of any number of stops, at positions t in 0..1."""
    stops = np.linspace(0, 1, len(codes))
    colours = np.array([rgb(code) for code in codes])
    return np.stack([np.interp(t, stops, colours[:, c]) for c in range(3)], axis=-1)


def over(picture: Array, mask: Array, colour: Array) -> Array:
    """`colour` painted over `picture` where `mask` (0..1) says so."""
    alpha = np.clip(mask, 0, 1)[..., None]
    return np.asarray(picture * (1 - alpha) + colour * alpha)


def disc(c: Canvas, x: float, y: float, radius: float, soft: float = 0.004) -> Array:
    """1 inside a circle, 0 outside, with a soft rim."""
    return np.asarray(np.clip((radius - np.hypot(c.x - x, c.y - y)) / soft + 0.5, 0, 1))


def glow(c: Canvas, x: float, y: float, radius: float) -> Array:
    """Light that fades with distance."""
    return np.asarray(np.exp(-(((c.x - x) ** 2 + (c.y - y) ** 2) / radius**2)))


def smoothstep(low: float, high: float, t: Array) -> Array:
    """0 below low, 1 above high, smooth between."""
    t = np.clip((t - low) / (high - low), 0, 1)
    return np.asarray(t * t * (3 - 2 * t))


def misty_mountains(c: Canvas) -> Array:
    picture = ramp(c.y * 1.4, "#f9dcc4", "#f8b195", "#c98ca7", "#6c7a9c")
    picture = over(picture, disc(c, 0.92, 0.3, 0.085), rgb("#fff3d6"))
    picture += glow(c, 0.92, 0.3, 0.3)[..., None] * rgb("#ffcf9f") * 0.35
    for i, code in enumerate(["#b08aa6", "#8a7a9f", "#5f668f", "#3b4c74", "#1e2f4f"]):
        line = c.ridge(0.44 + 0.11 * i, 0.22 - 0.02 * i, 2.5 + i, 6)
        ground = (c.y > line).astype(float)
        haze = np.exp(-np.clip(c.y - line, 0, 1) * 9)[..., None]
        picture = over(picture, ground, rgb(code) * haze + rgb(code) * 1.25 * (1 - haze))
    return picture


def alpine_lake(c: Canvas) -> Array:
    shore = 0.56
    mirrored = np.where(c.y < shore, c.y, 2 * shore - c.y)
    ripple = np.where(c.y < shore, 0, 0.006 * np.sin(c.y * 260 + 6 * c.noise(5, 3)))
    sky = ramp(np.clip(mirrored / shore, 0, 1), "#3f7cc4", "#86b9e8", "#e4f0f5")
    clouds = smoothstep(0.52, 0.75, c.noise(3, 6))
    level = ((mirrored + ripple) * c.height).clip(0, c.height - 1).astype(int)
    columns = np.broadcast_to(np.arange(c.width), level.shape)
    picture = over(sky, clouds[level, columns] * 0.85, rgb("#ffffff"))
    for base, height, cells, low, high in (
        (0.38, 0.30, 2.2, "#6f7f95", "#f4f7fb"),
        (0.50, 0.10, 6, "#2d4a3e", "#3f6650"),
    ):
        line = c.ridge(base, height, cells, 7)
        depth = np.clip((mirrored + ripple - line) / 0.22 + 0.5 * (c.noise(12, 4) - 0.5), 0, 1)
        inside = (mirrored + ripple > line).astype(float)
        picture = over(picture, inside, ramp(depth, high, low, low))
    water = (c.y > shore).astype(float)[..., None]
    return np.asarray(picture * (1 - 0.3 * water) + rgb("#1d5a78") * 0.28 * water)


def desert_dunes(c: Canvas) -> Array:
    picture = ramp(c.y * 1.5, "#1f3b73", "#5d6ea8", "#f2a65a", "#ffd89a")
    picture = over(picture, disc(c, 0.36, 0.5, 0.12), rgb("#fff1c9"))
    picture += glow(c, 0.36, 0.5, 0.34)[..., None] * rgb("#ff9d4d") * 0.5
    for i in range(4):
        crest = (
            0.60
            + 0.10 * i
            + (0.08 - 0.005 * i)
            * np.sin(c.x * (4.6 - 0.5 * i) + 2.1 * i + 0.9 * np.sin(c.x * 2.6 + i))
        )
        inside = smoothstep(0, 0.004, c.y - crest)
        # The wind side is lit, the lee side lies in shadow: the slope of the crest decides.
        slope = np.gradient(crest, axis=1) * c.height
        light = np.clip(0.5 + 1.3 * slope + 0.25 * (c.noise(40, 2) - 0.5), 0, 1)
        waves = 0.04 * np.sin((c.y - crest) * 420 + 14 * c.x + 5 * c.noise(4, 2))
        fade = np.clip((c.y - crest) * 3, 0, 1)
        sand = ramp(
            np.clip(light + waves - 0.55 * fade, 0, 1), "#4a1f2b", "#9c4a33", "#dd8a4e", "#ffd59b"
        )
        picture = over(picture, inside, sand)
    return picture


def night_forest(c: Canvas) -> Array:
    picture = ramp(c.y, "#070b24", "#14235a", "#3a4f8f", "#7f86b8")
    picture += c.stars(0.0016)[..., None] * (1 - c.y[..., None])
    band = np.exp(-(((c.y - 0.75 + 0.65 * c.x / c.aspect) / 0.16) ** 2)) * c.noise(6, 6)
    picture += (band * 0.45)[..., None] * rgb("#b9c4ff")
    crescent = disc(c, 0.78 * c.aspect, 0.24, 0.09) - disc(c, 0.78 * c.aspect - 0.045, 0.215, 0.085)
    picture = over(picture, crescent, rgb("#fdf6dd"))
    picture += glow(c, 0.78 * c.aspect, 0.24, 0.2)[..., None] * rgb("#c9d2ff") * 0.18
    for depth, code in enumerate(["#22305f", "#141f40", "#070d1f"]):
        ground = c.ridge(0.80 + 0.06 * depth, 0.05, 4, 4)
        top = ground.copy()
        for position in c.rng.uniform(0, c.aspect, 26 - 5 * depth):
            tall, wide = c.rng.uniform(0.10, 0.2) * (1 + 0.5 * depth), 0.035 * (1 + 0.4 * depth)
            away = np.abs(c.x[0] - position) / wide
            # Branches: the outline of a fir falls in steps.
            outline = tall * (1 - away - 0.10 * ((away * 7) % 1))
            foot = ground[min(int(position * c.height), c.width - 1)]
            top = np.where(away < 1, np.minimum(top, foot - outline + 0.02), top)
        picture = over(picture, (c.y > top).astype(float), rgb(code))
    return picture


def aurora(c: Canvas) -> Array:
    picture = ramp(c.y, "#020617", "#0b1b3d", "#12335a", "#1c4b63")
    picture += c.stars(0.0012)[..., None] * 0.9
    for i, (code, base) in enumerate([("#35f2a0", 0.52), ("#43d3ff", 0.42), ("#b45cff", 0.33)]):
        curve = base + 0.10 * np.sin(c.x * (2.4 + i) + 2 * i) + 0.05 * np.sin(c.x * 6.5 + i)
        rise = curve - c.y
        curtain = np.where(rise > 0, np.exp(-rise * (5 + i)), np.exp(rise * 45))
        rays = c.noise(2, 4)[0] * 0.6 + c.noise(22, 3)[0] * 0.4
        picture += (curtain * (0.15 + 1.3 * rays**2))[..., None] * rgb(code)
    lake = 0.80
    snow = c.ridge(lake - 0.05, 0.13, 4, 6)
    picture = over(
        picture,
        (c.y > snow).astype(float),
        ramp(
            np.clip((c.y - snow) * 9 + c.noise(20, 3) - 0.5, 0, 1), "#7aa5b8", "#1a3346", "#0d1c2a"
        ),
    )
    below = c.y > lake
    source = np.clip((2 * lake - c.y) * c.height, 0, c.height - 1).astype(int)
    mirror = picture[source, np.broadcast_to(np.arange(c.width), source.shape)]
    return np.where(below[..., None], mirror * 0.55 + rgb("#0a2233") * 0.35, picture)


def city_at_dusk(c: Canvas) -> Array:
    picture = ramp(c.y * 1.15, "#2b2d6e", "#8a4f9e", "#f2727f", "#ffc48c")
    picture = over(picture, disc(c, 0.6 * c.aspect, 0.52, 0.16), rgb("#ffe3a8"))
    windows = [rgb("#ffd36e"), rgb("#ffb14a"), rgb("#fff2c4"), rgb("#8fd3ff")]
    for layer, code in enumerate(["#7a4b86", "#4a3470", "#1b1b3a"]):
        left = -0.05
        while left < c.aspect:
            wide = c.rng.uniform(0.07, 0.16)
            top = c.rng.uniform(0.30, 0.62) + 0.08 * layer
            body = ((c.x > left) & (c.x < left + wide) & (c.y > top)).astype(float)
            if c.rng.random() < 0.3:
                mast = left + wide / 2
                body += (np.abs(c.x - mast) < 0.003) & (c.y > top - 0.09)
            picture = over(picture, body, rgb(code))
            if layer > 0:
                columns, rows = int(wide / 0.019), int((1.0 - top) / 0.03)
                lit = c.rng.random((rows + 1, columns)) < 0.42
                for row, column in zip(*np.nonzero(lit), strict=True):
                    x0, y0 = left + 0.012 + column * 0.019, top + 0.02 + row * 0.03
                    pane = (c.x > x0) & (c.x < x0 + 0.009) & (c.y > y0) & (c.y < y0 + 0.015)
                    shade = windows[c.rng.integers(4)] * (0.6 + 0.2 * layer)
                    picture[pane & (c.x < left + wide - 0.006)] = shade
            left += wide + c.rng.uniform(0.0, 0.02)
    return picture


def balloons(c: Canvas) -> Array:
    picture = ramp(c.y, "#4aa3df", "#9cd3f2", "#fdf3df")
    picture = over(picture, smoothstep(0.5, 0.72, c.noise(3, 6)) * (1 - c.y) * 1.2, rgb("#ffffff"))
    hills = c.ridge(0.86, 0.1, 3, 4)
    fields = ramp(np.clip((c.y - hills) * 6, 0, 1), "#b8cf69", "#6fa455", "#3d7a48")
    picture = over(picture, smoothstep(0, 0.004, c.y - hills), fields)
    suits = (
        ["#e63946", "#f1faee"],
        ["#ffb703", "#fb8500"],
        ["#6a4c93", "#f4acb7"],
        ["#1d7874", "#f4c095"],
        ["#0077b6", "#caf0f8"],
    )
    places = [
        (0.28, 0.34, 0.17),
        (0.82, 0.24, 0.11),
        (1.12, 0.5, 0.15),
        (0.62, 0.62, 0.07),
        (0.98, 0.12, 0.05),
    ]
    for (x, y, r), suit in zip(places, suits, strict=True):
        x *= c.aspect / (4 / 3)
        dx, dy = (c.x - x) / r, (c.y - y) / r
        width = np.where(dy < 0, 1.0, np.sqrt(np.clip(1 - 0.42 * dy**2, 0.05, 1)))
        shape = (np.hypot(dx / width, np.where(dy < 0, dy, dy * 0.76)) < 1) & (dy < 1.28)
        # Stripes follow the bulge: the angle around the axis, not the place on the picture.
        angle = np.arcsin(
            np.clip(dx / width / np.sqrt(np.clip(1 - (dy * 0.7) ** 2, 0.1, 1)), -1, 1)
        )
        stripe = (np.floor(angle / np.pi * 8) % 2)[..., None]
        light = (1.05 - 0.35 * np.clip(dx + 0.4 * dy + 0.35, 0, 1.3))[..., None]
        colour = (rgb(suit[0]) * stripe + rgb(suit[1]) * (1 - stripe)) * light
        basket = (np.abs(dx) < 0.17) & (dy > 1.55) & (dy < 1.8)
        ropes = (np.abs(np.abs(dx) - 0.17 - 0.1 * (1.55 - dy)) < 0.02) & (dy > 1.2) & (dy < 1.56)
        picture = over(picture, shape.astype(float), colour)
        picture = over(picture, (basket | ropes).astype(float), rgb("#6b4226"))
    return picture


def glass_balls(c: Canvas) -> Array:
    """Three mirroring spheres on a chequered floor: a ray tracer with one bounce."""
    spheres = [
        ((-0.95, 0.55, 3.4), 0.55, "#e4572e"),
        ((0.15, 0.8, 4.3), 0.8, "#2e86ab"),
        ((1.15, 0.42, 2.9), 0.42, "#f2c14e"),
        ((0.1, 0.22, 2.3), 0.22, "#7fb069"),
    ]
    lamp = np.array([-0.45, 0.8, -0.4]) / np.linalg.norm([-0.45, 0.8, -0.4])

    def hit(origin: Array, ray: Array, centre: Array, radius: float) -> Array:
        b = ((origin - centre) * ray).sum(-1)
        inside = b**2 - (((origin - centre) ** 2).sum(-1) - radius**2)
        t = -b - np.sqrt(np.maximum(inside, 0))
        return np.where((inside > 0) & (t > 1e-3), t, np.inf)

    def shade(origin: Array, ray: Array, bounces: int) -> Array:
        colour = ramp(np.clip(0.5 - 0.9 * ray[..., 1], 0, 1), "#3d6cb9", "#a9d6e5", "#fbe9d0")
        floor = np.where(
            ray[..., 1] < -1e-4, -origin[..., 1] / np.minimum(ray[..., 1], -1e-4), np.inf
        )
        spot = origin + ray * np.where(np.isfinite(floor), floor, 0)[..., None]
        tiles = (np.floor(spot[..., 0] * 1.6) + np.floor(spot[..., 2] * 1.6)) % 2
        shadow = np.ones_like(tiles)
        for centre, radius, _ in spheres:
            dark = np.isfinite(
                hit(spot, np.broadcast_to(lamp, spot.shape), np.array(centre), radius)
            )
            shadow = np.where(dark, 0.45, shadow)
        ground = np.where(tiles[..., None] > 0, rgb("#f3efe6"), rgb("#4a4e69")) * shadow[..., None]
        haze = np.exp(-np.where(np.isfinite(floor), floor, 99) / 14)[..., None]
        colour = np.where(
            np.isfinite(floor)[..., None], ground * haze + colour * (1 - haze), colour
        )
        nearest = np.where(np.isfinite(floor), floor, np.inf)
        for centre, radius, code in spheres:
            t = hit(origin, ray, np.array(centre), radius)
            seen = t < nearest
            nearest = np.where(seen, t, nearest)
            point = origin + ray * np.where(np.isfinite(t), t, 0)[..., None]
            normal = (point - np.array(centre)) / radius
            bright = np.clip((normal * lamp).sum(-1), 0, 1)[..., None]
            body = rgb(code) * (0.25 + 0.75 * bright)
            if bounces:
                mirrored = ray - 2 * (ray * normal).sum(-1)[..., None] * normal
                body = body * 0.68 + 0.32 * shade(point, mirrored, bounces - 1)
                glint = np.clip((mirrored * lamp).sum(-1), 0, 1)[..., None] ** 60
                body = body + glint * 0.9
            colour = np.where(seen[..., None], body, colour)
        return colour

    ray = np.stack([c.x - c.aspect / 2, 0.40 - c.y, np.full_like(c.x, 0.95)], axis=-1)
    ray /= np.linalg.norm(ray, axis=-1, keepdims=True)
    origin = np.broadcast_to(np.array([0.1, 0.95, -0.6]), ray.shape)
    return shade(origin, ray, 1)


def stained_glass(c: Canvas) -> Array:
    count = 80
    seeds = np.zeros((0, 2))
    while len(seeds) < count:  # of twenty candidates the one farthest from all others: even panes
        tries = c.rng.random((20, 2)) * [c.aspect, 1]
        gaps = np.hypot(*(tries[:, None] - seeds[None]).transpose(2, 0, 1)).min(axis=1, initial=9)
        seeds = np.vstack([seeds, tries[gaps.argmax()]])
    warp = 0.02 * (c.noise(4, 3) - 0.5)
    distance = np.hypot(
        c.x[..., None] + warp[..., None] - seeds[:, 0], c.y[..., None] - seeds[:, 1]
    )
    order = np.argpartition(distance, 2, axis=-1)[..., :2]
    two = np.sort(np.take_along_axis(distance, order, axis=-1), axis=-1)
    nearest = np.argmin(distance, axis=-1)
    # Colour rings around a centre, so that the panes make a rose.
    radius = np.hypot(seeds[:, 0] - c.aspect / 2, seeds[:, 1] - 0.5)
    hue = np.clip(radius / 0.75 + c.rng.normal(0, 0.05, count), 0, 1)
    panes = ramp(hue, "#ffd166", "#f78c6b", "#ef476f", "#7b2cbf", "#118ab2", "#06d6a0")
    picture = panes[nearest] * (0.72 + 0.5 * c.noise(14, 4))[..., None]
    picture += glow(c, c.aspect / 2, 0.5, 0.35)[..., None] * 0.22
    lead = 1 - smoothstep(0.006, 0.012, two[..., 1] - two[..., 0])
    return over(picture, lead, rgb("#15131c"))


def marble_flow(c: Canvas) -> Array:
    first, second = c.noise(2.2, 5), c.noise(2.2, 5)
    rows = ((c.y + 0.55 * (first - 0.5)) % 1 * (c.height - 1)).astype(int)
    columns = ((c.x + 0.55 * (second - 0.5)) % c.aspect * (c.height - 1)).astype(int) % c.width
    flow = c.noise(3, 6)[rows, columns]
    vein = 0.5 + 0.5 * np.sin(26 * flow + 5 * first)
    picture = ramp(
        np.clip(0.65 * vein + 0.6 * (first - 0.25), 0, 1),
        "#081c2c",
        "#0f4c5c",
        "#2a9d8f",
        "#e9c46a",
        "#f4efe1",
    )
    gold = np.exp(-(((vein - 0.52) / 0.03) ** 2))
    return over(picture, gold * 0.7, rgb("#f6d27a"))


def sunflower(c: Canvas) -> Array:
    picture = ramp(c.y, "#8ecae6", "#cfe8ef", "#a3c585")
    picture = over(picture, smoothstep(0.45, 0.8, c.noise(4, 5)) * 0.5, rgb("#ffffff"))
    x, y = c.aspect * 0.5, 0.47
    radius, angle = np.hypot(c.x - x, c.y - y), np.arctan2(c.y - y, c.x - x)
    stem = np.abs(c.x - x - 0.03 * np.sin(c.y * 5)) < 0.018
    picture = over(picture, (stem & (c.y > y)).astype(float), rgb("#4f772d"))
    for side, height in ((1, 0.86), (-1, 0.92)):
        along = side * (c.x - x)
        leaf = (
            (along > 0)
            & (along < 0.3)
            & (
                np.abs(c.y - height + 0.25 * along)
                < 0.055 * np.sin(np.clip(along / 0.3, 0, 1) * np.pi)
            )
        )
        picture = over(picture, leaf.astype(float), rgb("#5a8f35"))
    for ring, (code, reach, turn) in enumerate(
        [("#c77d0a", 0.42, 0.5), ("#f4a300", 0.40, 0.0), ("#ffc928", 0.34, 0.25)]
    ):
        petals = 17
        wave = np.abs(np.cos((angle + turn * np.pi / petals) * petals / 2)) ** 0.8
        edge = 0.17 + (reach - 0.17) * wave
        shade = (0.72 + 0.35 * wave - 0.25 * np.clip((radius - 0.16) / 0.25, 0, 1))[..., None]
        picture = over(
            picture, smoothstep(0, 0.006, edge - radius), rgb(code) * (shade + 0.05 * ring)
        )
    picture = over(picture, disc(c, x, y, 0.178, 0.01), rgb("#3a2412"))
    for k in range(1, 420):  # Vogel's spiral: each seed turns by the golden angle
        r, a = 0.0083 * np.sqrt(k), k * np.pi * (3 - np.sqrt(5))
        tone = ramp(np.array(r / 0.172), "#8a9a3c", "#a9702a", "#e0a030")
        picture = over(picture, disc(c, x + r * np.cos(a), y + r * np.sin(a), 0.0052), tone)
    return picture


def julia_lace(c: Canvas) -> Array:
    z = ((c.x - c.aspect / 2) + 1j * (c.y - 0.5)) * 1.75 * np.exp(0.45j)
    smooth = np.zeros(z.shape)
    alive = np.ones(z.shape, dtype=bool)
    for step in range(160):
        z[alive] = z[alive] ** 2 + (-0.7435 + 0.1314j)
        out = alive & (np.abs(z) > 8)
        smooth[out] = step + 1 - np.log2(np.log(np.abs(z[out])) / np.log(8))
        alive &= ~out
    t = np.where(alive, 1, (smooth / 160) ** 0.42)
    return ramp(t, "#050a30", "#10336b", "#2f6db3", "#f3d9b1", "#f28f3b", "#8f1d3f", "#12040f")


def great_wave(c: Canvas) -> Array:
    picture = ramp(c.y, "#f3e3c3", "#f6d8b0", "#f0b79a")
    picture = over(picture, disc(c, 0.72 * c.aspect, 0.26, 0.13), rgb("#d1495b"))
    radius = 0.13
    # Seigaiha: rows of overlapping fans, painted from the back to the front.
    for row in range(9):
        y = 0.50 + row * radius * 0.5
        shift = radius * (row % 2) + 0.02 * np.sin(row)
        local = (c.x - shift) % (2 * radius) - radius
        swell = 0.035 * np.sin(c.x * 3.2 + row * 0.5)
        distance = np.hypot(local, c.y - y - swell) / radius
        inside = (distance < 1).astype(float) + (c.y > y + swell)
        ring = 0.5 + 0.5 * np.cos(distance * np.pi * 7)
        deep = ramp(np.array(row / 8), "#5fa8d3", "#1b6ca8", "#0b2f5b")
        foam = smoothstep(0.55, 0.75, ring)[..., None]
        body = np.where((distance < 1)[..., None], deep * (1 - foam) + rgb("#f7f4ea") * foam, deep)
        picture = over(picture, inside, body)
    paper = (c.noise(90, 2) - 0.5) * 0.06
    return np.asarray(picture + paper[..., None])


def ringed_planet(c: Canvas) -> Array:
    picture = ramp(
        np.clip(c.noise(2.5, 6) * 1.5 - 0.3, 0, 1), "#05030f", "#1a0f3c", "#4a1f5f", "#a23b72"
    )
    picture += c.stars(0.0014)[..., None]
    x, y, r = c.aspect * 0.52, 0.5, 0.27
    tilt = np.deg2rad(-18)
    u = ((c.x - x) * np.cos(tilt) + (c.y - y) * np.sin(tilt)) / r
    v = (-(c.x - x) * np.sin(tilt) + (c.y - y) * np.cos(tilt)) / r
    bands = 0.5 + 0.35 * np.sin(v * 15 + 1.5 * c.noise(6, 4)) + 0.3 * (c.noise(9, 4) - 0.5)
    light = np.clip(0.25 + 0.85 * np.sqrt(np.clip(1 - u**2 - v**2, 0, 1)) - 0.45 * u, 0.05, 1.15)
    globe = (
        ramp(np.clip(bands, 0, 1), "#b5651d", "#e9b872", "#f7e1bc", "#d98e5f") * light[..., None]
    )
    around = np.hypot(u, v / 0.26)
    grain = 0.55 + 0.45 * np.sin(around * 55) * np.sin(around * 23)
    ring = smoothstep(1.3, 1.34, around) * (1 - smoothstep(2.15, 2.2, around))
    ring *= (0.35 + 0.6 * grain) * (1 - 0.85 * np.exp(-(((around - 1.8) / 0.035) ** 2)))
    ring_colour = rgb("#e8cfa6")
    picture = over(picture, ring * (v < 0), ring_colour)
    picture = over(picture, np.clip((1 - np.hypot(u, v)) * r * 250, 0, 1), globe)
    return over(picture, ring * (v >= 0), ring_colour)


def fields_from_above(c: Canvas) -> Array:
    bend = 0.06 * np.sin(c.x * 3 + 1) + 0.03 * (c.noise(3, 3) - 0.5)
    u, v = c.x + 0.28 * c.y, c.y + bend
    columns = np.searchsorted(np.cumsum(c.rng.uniform(0.1, 0.26, 14)), u)
    rows = np.searchsorted(np.cumsum(c.rng.uniform(0.12, 0.24, 12)), v)
    plot = columns * 13 + rows
    tone = c.rng.random(400)[plot]
    colour = ramp(tone, "#31572c", "#4f772d", "#90a955", "#d9c46c", "#c9973f", "#8c5a2b")
    turn = c.rng.uniform(0, np.pi, 400)[plot]
    furrows = np.sin((u * np.cos(turn) + v * np.sin(turn)) * 330)
    colour = colour * (0.9 + 0.10 * furrows + 0.35 * (c.noise(30, 4) - 0.5))[..., None]
    edge = (np.roll(plot, 2, 0) != plot) | (np.roll(plot, 2, 1) != plot)
    picture = over(colour, edge * 0.75, rgb("#e9dfc3"))
    river = c.aspect * 0.36 + 0.2 * np.sin(c.y * 5) + 0.06 * np.sin(c.y * 13)
    away = np.abs(c.x - river)
    picture = over(picture, 1 - smoothstep(0.055, 0.08, away), rgb("#2f5d3a"))
    return over(
        picture,
        1 - smoothstep(0.034, 0.042, away),
        ramp(np.clip(c.noise(6, 4), 0, 1), "#1f6f8b", "#4fa3b8", "#8fd0d6"),
    )


PICTURES: list[tuple[Callable[[Canvas], Array], int, int]] = [
    (alpine_lake, 480, 360),
    (aurora, 480, 320),
    (balloons, 400, 300),
    (city_at_dusk, 480, 360),
    (desert_dunes, 440, 330),
    (fields_from_above, 400, 300),
    (glass_balls, 400, 300),
    (great_wave, 360, 270),
    (julia_lace, 360, 270),
    (marble_flow, 360, 270),
    (misty_mountains, 480, 360),
    (night_forest, 360, 480),
    (ringed_planet, 400, 300),
    (stained_glass, 336, 336),
    (sunflower, 320, 400),
]


def paint(painter: Callable[[Canvas], Array], width: int, height: int, seed: int) -> Image.Image:
    """One finished picture: painted at twice its size, then halved."""
    canvas = Canvas(2 * width, 2 * height, seed)
    pixels = np.clip(painter(canvas), 0, 1) * 255 + 0.5
    large = Image.fromarray(pixels.astype(np.uint8))
    return large.resize((width, height), Image.Resampling.BOX)


def main() -> None:
    parser = argparse.ArgumentParser(description="Paint the demo's pictures.")
    parser.add_argument("--sheet", type=Path, help="also write all pictures on one sheet")
    parser.add_argument("--quality", type=int, default=85)
    options = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    total, pictures = 0, []
    for seed, (painter, width, height) in enumerate(PICTURES):
        picture = paint(painter, width, height, seed)
        stream = io.BytesIO()
        picture.save(stream, "JPEG", quality=options.quality, optimize=True, subsampling="4:2:0")
        (FOLDER / f"{painter.__name__}.jpg").write_bytes(stream.getvalue())
        total += stream.tell()
        pictures.append(picture)
        print(f"{painter.__name__:20} {width}x{height} {stream.tell() / 1000:6.1f} kB")
    print(f"{len(pictures)} pictures, {total / 1000:.0f} kB")
    assert total < BUDGET, f"more than {BUDGET} bytes"
    if options.sheet:
        columns = 4
        rows = -(-len(pictures) // columns)
        sheet = Image.new("RGB", (columns * 400, rows * 320), "white")
        for i, picture in enumerate(pictures):
            picture.thumbnail((390, 310))
            sheet.paste(picture, (i % columns * 400 + 5, i // columns * 320 + 5))
        sheet.save(options.sheet)


if __name__ == "__main__":
    main()
