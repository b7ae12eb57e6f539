"""torchvision, which these tests compare with, and pictures."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import numpy as np
import pytest
from PIL import Image

import headrace.dynamic as ndd


def load() -> Any:
    """torchvision, also beside a torch that its compiled part was not built for.

    That part has operators for detection, which transforms do not use. Without it torchvision can
    only be imported when two of them are declared.
    """
    torch = pytest.importorskip("torch")
    try:
        return importlib.import_module("torchvision")
    except ImportError:
        pytest.skip("needs torchvision")
    except RuntimeError:
        for name in [n for n in sys.modules if n.partition(".")[0] == "torchvision"]:
            del sys.modules[name]
        library = torch.library.Library("torchvision", "DEF")
        for name in ("nms", "qnms"):
            library.define(f"{name}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
        load.library = library  # it lives as long as its operators
        return importlib.import_module("torchvision")


@pytest.fixture(scope="session")
def theirs():
    """torchvision.transforms.v2."""
    load()
    return importlib.import_module("torchvision.transforms.v2")


@pytest.fixture(scope="session")
def markers(theirs):
    """torchvision.tv_tensors."""
    return importlib.import_module("torchvision.tv_tensors")


def photo(height: int = 75, width: int = 100, seed: int = 0) -> np.ndarray:
    """Smooth colours with some edges and noise, uint8 HWC."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[:height, :width].astype(np.float64)
    waves = [np.sin(x / (7 + c) + seed) + np.cos(y / (5 + 2 * c)) for c in range(3)]
    image = 128 + 50 * np.stack(waves, -1) + rng.normal(0, 6, (height, width, 3))
    image[height // 3 : height // 2, width // 4 : width // 2] = (200, 30, 90)
    return np.clip(image, 0, 255).astype(np.uint8)


@pytest.fixture
def picture():
    return Image.fromarray(photo())


@pytest.fixture
def tensor():
    torch = pytest.importorskip("torch")
    return torch.from_numpy(photo().transpose(2, 0, 1).copy())


@pytest.fixture(autouse=True)
def seeded() -> None:
    """The same random numbers in every run, whichever of both they come from."""
    ndd.random.set_seed(11)
    if torch := sys.modules.get("torch"):
        torch.manual_seed(11)
