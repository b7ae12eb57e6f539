"""Runs in a clean environment with nothing but the wheel: decode, augment, draw, and look where
the libraries came from. Prints one line; any problem is an exception.
"""

from __future__ import annotations

import importlib.util
import re
import sys
import tempfile
from pathlib import Path

import numpy as np

import headrace
import headrace.dynamic as ndd
from headrace.tools import cli, demo


def foreign_codecs() -> list[str]:
    """Codec libraries that this process mapped from outside its environment."""
    mapped = {line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines()}
    codecs = re.compile(r"/lib(jpeg|png|webp|sharpyuv|turbojpeg|tiff)[^/]*\.so")
    return sorted(p for p in mapped if codecs.search(p) and not p.startswith(sys.prefix))


def main() -> None:
    for name in ("torch", "cupy", "nvidia.dali"):
        try:
            found = importlib.util.find_spec(name)
        except ModuleNotFoundError:
            found = None
        assert found is None, f"this environment is not clean: it has {name}"
    files = list(demo.read_pictures().values())
    result = demo.training_batch(demo.encoded_batch(files, 32), 224)
    pixels = np.stack([np.asarray(sample) for sample in result.tensors])
    assert pixels.shape == (32, 3, 224, 224), pixels.shape
    assert pixels.dtype == np.float32, pixels.dtype
    assert np.isfinite(pixels).all()
    assert 0.5 < pixels.std() < 2.5, pixels.std()
    assert cli.main(["doctor"]) == 0
    with tempfile.TemporaryDirectory() as folder:
        sheet = Path(folder) / "sheet.png"
        assert cli.main(["demo", "--seconds", "1", "--out", str(sheet)]) == 0
        assert sheet.stat().st_size > 50_000
    assert not foreign_codecs(), f"libraries from outside the wheel: {foreign_codecs()}"
    print(f"smoke test passed: headrace {headrace.__version__}, {ndd.__name__}, {sys.version}")


if __name__ == "__main__":
    main()
