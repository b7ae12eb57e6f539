"""Namespaces of operators: dotted names become submodules; names that are missing are explained."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

_AUDIO = "soundfile.read() gives the samples of a file, as_tensor() and ExternalSource take them"
_VIDEO = "torchcodec decodes videos, as_tensor() and ExternalSource take its frames"
_INFLATE = "zlib and lz4 decompress in Python, as_tensor() takes the bytes"

# What DALI has and Headrace does not (yet), and what to do instead; as dynamic mode spells it.
MISSING = {
    "audio_decoder": _AUDIO,
    "decoders.audio": _AUDIO,
    "decoders.inflate": _INFLATE,
    "decoders.video": _VIDEO,
    "dump_image": "PIL.Image.fromarray(tensor).save(path) writes a picture",
    "experimental.decoders.video": _VIDEO,
    "experimental.inflate": _INFLATE,
    "experimental.inputs": _VIDEO,
    "experimental.readers.Video": _VIDEO,
    "nemo_asr_reader": _AUDIO,
    "optical_flow": "cv2.calcOpticalFlowFarneback and torchvision.models.optical_flow compute it",
    "readers.NemoAsr": _AUDIO,
    "readers.Sequence": "readers.File reads the frames, stack() joins them",
    "readers.Video": _VIDEO,
    "readers.VideoResize": _VIDEO,
    "sequence_reader": "readers.File reads the frames, stack() joins them",
    "ssd_random_crop": "use random_bbox_crop",
    "video_reader": _VIDEO,
    "video_reader_resize": _VIDEO,
}


def _plain(name: str) -> str:
    return name.replace("_", "").lower()  # fn.readers.nemo_asr, ops.readers.NemoAsr


_missing = {_plain(name): instead for name, instead in MISSING.items()}


def fill(scope: dict[str, Any], members: dict[str, Any]) -> None:
    """Put members into a package's namespace; "readers.file" goes into its submodule `readers`."""
    root = scope["__name__"]
    scope.setdefault("__getattr__", _explain(root, ""))
    for name, member in members.items():
        *path, last = name.split(".")
        where, full = scope, root
        for part in path:
            full += "." + part
            module = where.get(part)
            if module is None:
                module = sys.modules.get(full) or ModuleType(
                    full, f"Operators of the group {part}."
                )
                sys.modules[full] = module
                where[part] = module
            where = module.__dict__
            where.setdefault("__getattr__", _explain(full, full[len(root) + 1 :] + "."))
        where[last] = member


def _explain(module: str, prefix: str) -> Callable[[str], Any]:
    """The `__getattr__` of a module: says of what DALI has that it is missing."""

    def missing(name: str) -> Any:
        instead = _missing.get(_plain(prefix + name))
        if instead is not None:
            raise AttributeError(f"{module}.{name} is missing, unlike in DALI: {instead}")
        raise AttributeError(f"module {module!r} has no attribute {name!r}")

    return missing
