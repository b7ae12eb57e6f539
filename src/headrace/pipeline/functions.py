"""fn.*: the operators and readers as functions of nodes; their deprecated names."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from typing import Any

from ..engine.operator import Definition, deprecated_names, registry
from ..readers.registry import readers
from . import constants, python_function
from .calls import call
from .node import DataNode
from .sources import external_source, fn_name, read

Function = Callable[..., Any]

# What each function takes besides the operator's own arguments.
_COMMON = ("device", "name", "preserve", "bytes_per_sample_hint")

# Names of old programs, and what they are now.
_RENAMED = {
    "audio_decoder": "decoders.audio",
    "caffe2_reader": "readers.caffe2",
    "caffe_reader": "readers.caffe",
    "coco_reader": "readers.coco",
    "coin_flip": "random.coin_flip",
    "experimental.audio_resample": "audio_resample",
    "experimental.debayer": "debayer",
    "experimental.decoders.video": "decoders.video",
    "experimental.equalize": "equalize",
    "experimental.filter": "filter",
    "experimental.inflate": "decoders.inflate",
    "experimental.tensor_resize": "tensor_resize",
    "fast_resize_crop_mirror": "resize_crop_mirror",
    "file_reader": "readers.file",
    "image_decoder": "decoders.image",
    "image_decoder_crop": "decoders.image_crop",
    "image_decoder_random_crop": "decoders.image_random_crop",
    "image_decoder_slice": "decoders.image_slice",
    "mxnet_reader": "readers.mxnet",
    "nemo_asr_reader": "readers.nemo_asr",
    "normal_distribution": "random.normal",
    "numpy_reader": "readers.numpy",
    "tfrecord_reader": "readers.tfrecord",
    "transform_translation": "transforms.translation",
    "uniform": "random.uniform",
    "video_reader": "readers.video",
    "video_reader_resize": "readers.video_resize",
}


def functions() -> dict[str, Function]:
    """All members of `headrace.fn` by their names with dots."""
    found: dict[str, Function] = {}
    for name, definition in registry.items():
        if not name.rsplit(".", 1)[-1].startswith("_") and not name.startswith("math."):
            found[name] = _operator(definition, name)
    for name in readers:
        found[fn_name(name)] = _reader(name)
    found["external_source"] = external_source
    found["constant"] = constants.constant_op
    found["shapes"] = _renamed("shapes", "DataNode.shape", shapes)
    found["python_function"] = python_function.python_function
    found["dl_tensor_python_function"] = python_function.dl_tensor_python_function
    for old, alias in deprecated_names.items():
        new = alias.definition.name  # type: ignore[attr-defined]
        found[old] = _renamed(old, new, found[new])
    for old, new in _RENAMED.items():
        if new in found:
            found[old] = _renamed(old, new, found[new])
    return found


def shapes(
    input: DataNode,
    /,
    *,
    dtype: Any = None,
    device: str | None = None,
    name: str | None = None,
    preserve: bool = False,
    bytes_per_sample_hint: Any = None,
) -> DataNode:
    """The shapes of the samples."""
    return input.shape(dtype=dtype, device=device or "cpu")


def _operator(d: Definition, name: str) -> Function:
    def function(*inputs: Any, **arguments: Any) -> Any:
        return call(d, inputs, arguments)

    shown = inspect.signature(d.function)
    keep = [p for n, p in shown.parameters.items() if n not in ("batch_size", "device", "rng")]
    common = [*_COMMON, *(["seed"] if d.random else [])]
    return _dress(function, name, d.doc, keep, common, d)


def _reader(name: str) -> Function:
    def function(**arguments: Any) -> Any:
        return read(name, arguments)

    cls = readers[name]
    shown = list(inspect.signature(cls.__init__).parameters.values())[1:]
    keyword = [p.replace(kind=p.KEYWORD_ONLY) for p in shown if p.name not in _READER_ONLY]
    common = ["preserve", "bytes_per_sample_hint"]
    return _dress(function, fn_name(name), cls.__doc__ or "", keyword, common, cls)


_READER_ONLY = ("max_batch_size", "num_inputs", "enable_checkpointing")


def _dress(
    function: Function,
    name: str,
    doc: str,
    parameters: list[inspect.Parameter],
    common: list[str],
    definition: Any,
) -> Function:
    """The name, documentation and signature that people see."""
    known = {p.name for p in parameters}
    extra = [
        inspect.Parameter(n, inspect.Parameter.KEYWORD_ONLY, default=None)
        for n in common
        if n not in known
    ]
    function.__name__ = function.__qualname__ = name.rsplit(".", 1)[-1]
    function.__doc__ = doc
    function.__module__ = "headrace.fn"
    function.__signature__ = inspect.Signature([*parameters, *extra])  # type: ignore[attr-defined]
    function.definition = definition  # type: ignore[attr-defined]
    return function


def _renamed(old: str, new: str, function: Function) -> Function:
    def renamed(*inputs: Any, **arguments: Any) -> Any:
        warnings.warn(f"fn.{old} is deprecated, use fn.{new}", DeprecationWarning, stacklevel=2)
        return function(*inputs, **arguments)

    renamed.__name__ = renamed.__qualname__ = old.rsplit(".", 1)[-1]
    renamed.__doc__ = f"The deprecated name of `fn.{new}`."
    renamed.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
    return renamed
