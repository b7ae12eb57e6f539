"""Compiles kernels of operators with NVRTC, in a process of its own: a program of test_nvrtc.py.

Prints the version, the files of the compiler and of its built-ins, and the size of each image.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import sys

os.environ["HEADRACE_GPU"] = "emulated"  # calls make the texts of their kernels; nothing is to run

import numpy as np

import headrace.dynamic as ndd
from headrace import _native
from headrace.core import errors
from headrace.engine.gpu import nvrtc

ARCHITECTURE = 90  # all compilers know it


class Seen(Exception):
    """Ends a call when the text of its kernel is known."""


def texts() -> list[str]:
    found: list[str] = []

    def compiler(text: str, device: int) -> bytes:
        found.append(text)
        raise Seen

    _native.set_gpu_compiler(compiler)
    image = ndd.tensor(np.zeros((40, 50, 3), np.uint8), layout="HWC").gpu()
    for value in (
        ndd.crop_mirror_normalize(image, mean=[1.0, 2, 3], std=[3.0, 4, 5]),
        ndd.resize(image, size=(20, 20)),
        ndd.warp_affine(image, matrix=[1.0, 0.5, 0, 0, 1, 0]),
        ndd.gaussian_blur(image, sigma=1.5),
        ndd.reductions.mean(image),
    ):
        try:
            value.evaluate()
        except (Seen, errors.Error):
            continue
    return found


def mapped(name: str) -> list[str]:
    """Files of loaded libraries whose names begin so."""
    with open("/proc/self/maps") as lines:
        paths = {line.split(maxsplit=5)[5].strip() for line in lines if "/" in line}
    return sorted(path for path in paths if os.path.basename(path).startswith(name))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", help="where packages are looked for first")
    parser.add_argument("--major", type=int, help="the only version of CUDA that will do")
    parser.add_argument("--loaded", help="a library that somebody has loaded before")
    options = parser.parse_args()
    if options.folder:
        sys.path.insert(0, options.folder)
    if options.major:
        nvrtc.MAJORS = (options.major,)
    if options.loaded:
        ctypes.CDLL(options.loaded)
    images = [nvrtc.compile(text, ARCHITECTURE) for text in texts()]
    report = {
        "version": nvrtc.version(),
        "compiler": mapped("libnvrtc.so"),
        "builtins": mapped("libnvrtc-builtins.so"),
        "images": [len(image) for image in images if image.startswith(b"\x7fELF")],
        "modules": sorted({"torch", "jax", "cupy"} & set(sys.modules)),
    }
    print(json.dumps(report))
