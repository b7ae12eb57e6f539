"""What a call is given, as pictures and outlines; and their results in the kind that came."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from PIL import Image as PillowImage

from ... import dynamic as ndd
from ...core import errors
from ...core.batch import Batch
from ...core.dtype import uint8
from ...core.interop import to_array
from ...core.tensor import Tensor
from .. import tv_tensors as own
from .outlines import Outline, check_format, from_corners, to_corners
from .pictures import Picture

_MODES = ("RGB", "L", "RGBA")
_MARKERS = ("Image", "Mask", "BoundingBoxes", "KeyPoints", "Video")
_THEIRS = "torchvision.tv_tensors"


def torch_module() -> Any:
    """The torch module if it is imported, else None."""
    torch = sys.modules.get("torch")
    return torch if hasattr(torch, "Tensor") else None


def is_torch(leaf: Any) -> bool:
    """Whether this is a torch.Tensor, of any subclass."""
    torch = torch_module()
    return torch is not None and isinstance(leaf, torch.Tensor)


def marked(leaf: Any) -> str | None:
    """The name of the marker class of a leaf ("Image", "Mask" …), torchvision's or ours."""
    kind: Any = type(leaf)
    return _marker(kind)


@functools.lru_cache(256)
def _marker(kind: Any) -> str | None:
    for base in kind.__mro__:
        ours = base.__module__ == own.__name__
        if base.__name__ in _MARKERS and (ours or base.__module__.startswith(_THEIRS)):
            return str(base.__name__)
    return None


def is_encoded(leaf: Any) -> bool:
    """Whether a leaf is the bytes of an image file, or a Batch or Tensor of them."""
    if isinstance(leaf, (Batch, Tensor)):
        return leaf.ndim == 1 and leaf.dtype is uint8
    return isinstance(leaf, (bytes, bytearray, memoryview))


def is_image(leaf: Any) -> bool:
    """Whether a leaf is an image beyond doubt; a torch.Tensor without marker may be a label."""
    if isinstance(leaf, (Batch, Tensor)):
        return is_encoded(leaf) or leaf.ndim >= 3 or (leaf.layout or "").endswith("HW")
    return isinstance(leaf, PillowImage.Image) or is_encoded(leaf) or marked(leaf) in (
        "Image", "Video",
    )  # fmt: skip


def may_be_image(leaf: Any) -> bool:
    """Whether a leaf is a torch.Tensor with the axes of an image, or the bytes of one."""
    if not is_torch(leaf):
        return False
    return bool(leaf.ndim >= 2 or (leaf.ndim == 1 and leaf.dtype == torch_module().uint8))


# ---- images -----------------------------------------------------------------------------------


def picture_of(leaf: Any, mask: bool = False, samples: int = 1) -> Picture:
    """An image or a mask as a Picture. samples: images that the outer axis of a mask may count."""
    name = marked(leaf) or "Image"
    data = leaf.data if isinstance(leaf, own.TVTensor) else leaf
    if isinstance(data, PillowImage.Image):
        return _of_pillow(data)
    if isinstance(data, (Batch, Tensor)) or is_encoded(data):
        return _of_value(data, leaf, mask, name)
    if is_torch(data) and data.ndim == 1:
        return _of_value(ndd.as_tensor(data), data.new_empty(0), mask, name)
    return _of_array(data, leaf, mask, name, samples)


def _of_pillow(image: PillowImage.Image) -> Picture:
    if image.mode not in _MODES:
        raise errors.UnsupportedError(
            f"Pillow images of the mode {image.mode} are not supported. Valid: "
            f'{", ".join(_MODES)}; image.convert("RGB") makes one'
        )
    array = np.asarray(image)
    x = ndd.as_batch([array[..., None] if array.ndim == 2 else array], layout="HWC")
    return Picture(x, kind="pillow", finish=to_pillow)


def _of_value(value: Any, leaf: Any, mask: bool, name: str) -> Picture:
    """A Batch or Tensor of ours, or the bytes of an image."""
    torch_out = not isinstance(value, (Batch, Tensor)) or is_torch(leaf)
    if not isinstance(value, (Batch, Tensor)):
        value = ndd.as_tensor(value)
    many = isinstance(value, Batch)
    if many and not value.batch_size:
        raise errors.ShapeError("a Batch without samples has no sizes: leave it out")
    x = value if many else ndd.as_batch([value])
    if is_encoded(value):
        done = to_tensor if torch_out else ToValue(many, "CHW")
        return Picture(ndd.decoders.image(x), kind="tensor", finish=done, name=name)
    layout = x.layout
    if layout == "HW" or (mask and layout is None and x.ndim == 2):
        x = ndd.expand_dims(ndd.as_batch(x, layout="HW"), axes=[2], new_axis_names="C")
    elif mask and layout is None:
        x = ndd.as_batch(x, layout="CHW")
    finish = ToValue(many, layout or "", leaf if isinstance(leaf, own.TVTensor) else None)
    return Picture(x, kind="batch", finish=finish, mask=mask, name=name)


def _of_array(data: Any, leaf: Any, mask: bool, name: str, samples: int) -> Picture:
    """A torch.Tensor (…, C, H, W), or a mask (…, H, W), also as a NumPy array."""
    plain: Any = np.asarray(data) if not is_torch(data) else None
    if plain is None:
        plain = data.as_subclass(torch_module().Tensor).detach()
    if plain.ndim < 2:
        raise errors.ShapeError(f"an image has at least two axes, got shape {tuple(plain.shape)}")
    shape = tuple(plain.shape)
    counted = mask and len(shape) == 3 and samples > 1 and shape[0] == samples
    flat = counted or len(shape) == 2  # no axis of channels
    outer = shape[:-2] if flat else shape[:-3]
    if 0 in outer:  # no images: one in their place, whose result is left out
        plain = plain.new_zeros(shape[len(outer) :]) if is_torch(plain) else np.zeros(
            shape[len(outer) :], plain.dtype
        )  # fmt: skip
    x = _shared(plain.reshape(-1, 1, *shape[-2:]) if flat else plain.reshape(-1, *shape[-3:]))
    finish = _to_array(leaf, outer, flat)
    return Picture(x, kind="tensor", finish=finish, mask=mask, name=name)


def _shared(stack: Any) -> Batch:
    """(N, C, H, W) as a Batch over its memory; HWC where that is how it lies in memory."""
    if is_torch(stack) and stack.device.type != "cpu":
        return ndd.as_batch(stack.contiguous(), layout="CHW")
    array, layout = to_array(stack), "CHW"
    if not array.flags.c_contiguous:
        last = array.transpose(0, 2, 3, 1)
        if last.flags.c_contiguous:
            array, layout = last, "HWC"
        else:
            array = np.ascontiguousarray(array)
    if array.dtype.kind in "biuf":  # bfloat16 has no such interface
        array = np.asarray(_Borrowed(array))
    samples = [array[0]] if len(array) == 1 else array
    return ndd.as_batch(samples, layout=layout)


class _Borrowed:
    """Memory that nobody writes to while a transform runs.

    Calls on writable memory of others run at once, each for itself. A transform ends before its
    caller can write again, so that its calls may wait for each other and be fused.
    """

    def __init__(self, array: Any) -> None:
        self._array = array  # kept alive
        address = (array.__array_interface__["data"][0], True)
        self.__array_interface__ = {**array.__array_interface__, "data": address}


# ---- results ----------------------------------------------------------------------------------


def to_pillow(picture: Picture) -> Any:
    """A Pillow image."""
    x = picture.pixels("HWC")
    if x.dtype is not uint8:
        raise errors.DTypeError(f"a Pillow image has bytes, not {x.dtype.full_name}")
    array = np.asarray(x.select(0))
    return PillowImage.fromarray(array[..., 0] if array.shape[-1] == 1 else array)


def to_tensor(picture: Picture) -> Any:
    """A torch.Tensor (C, H, W); a Tensor of ours where torch is not installed."""
    made = picture.pixels("CHW")
    try:
        return made.torch()[0]
    except ImportError:
        return made.evaluate().select(0)


def to_image(picture: Picture) -> Any:
    """The same, as torchvision's Image where torchvision is imported."""
    theirs: Any = sys.modules.get(_THEIRS)
    made = to_tensor(picture)
    return theirs.Image(made) if theirs is not None and is_torch(made) else made


def _to_array(leaf: Any, outer: tuple[int, ...], flat: bool) -> Callable[[Picture], Any]:
    data = leaf.data if isinstance(leaf, own.TVTensor) else leaf
    numpy = not is_torch(data)

    def finish(picture: Picture) -> Any:
        made = picture.pixels("CHW").torch() if not numpy else _stacked(picture.pixels("CHW"))
        shape = tuple(made.shape[2:] if flat else made.shape[1:])
        if 0 in outer:
            made = made[:0]
        return rewrapped(made.reshape(*outer, *shape), leaf)

    return finish


def _stacked(x: Batch) -> Any:
    return np.stack([np.asarray(t) for t in x])


def rewrapped(made: Any, leaf: Any, **more: Any) -> Any:
    """A result, marked as what it was made of."""
    if isinstance(leaf, own.TVTensor):
        return own.wrap(made, like=leaf, **more)
    if marked(leaf):
        return sys.modules["torchvision.tv_tensors"].wrap(made, like=leaf, **more)
    return made


def unmarked(leaf: Any) -> Any:
    """A value without its marker."""
    if isinstance(leaf, own.TVTensor):
        return leaf.data
    return leaf.as_subclass(torch_module().Tensor) if marked(leaf) else leaf


def picked(leaf: Any, keep: Any) -> Any:
    """Some rows of a value, marked as it was."""
    data = unmarked(leaf)
    rows = torch_module().from_numpy(keep).to(data.device) if is_torch(data) else keep
    return rewrapped(data[rows] if is_torch(data) else np.asarray(data)[rows], leaf)


class ToValue:
    """Makes a Batch, or a Tensor, of ours: in this layout, marked as `leaf` is."""

    def __init__(self, many: bool, layout: str, leaf: Any = None) -> None:
        self.many, self.layout, self.leaf = many, layout, leaf

    def __call__(self, picture: Picture) -> Any:
        """The result."""
        layout = "HWC" if self.layout == "HW" else self.layout
        x = picture.pixels(layout or None)
        if self.layout == "HW":
            x = ndd.squeeze(x, axes=[2])
        made = x if self.many else x.select(0)
        return made if self.leaf is None else own.wrap(made, like=self.leaf)


# ---- boxes and points --------------------------------------------------------------------------


def outline_of(leaf: Any) -> Outline:
    """BoundingBoxes or KeyPoints as an Outline."""
    boxes = marked(leaf) == "BoundingBoxes"
    data = leaf.data if isinstance(leaf, own.TVTensor) else leaf
    format = check_format(leaf.format.value if boxes else "XYXY")
    if isinstance(data, Batch):
        arrays = [np.asarray(t).astype(np.float64) for t in data]
    elif is_torch(data):
        arrays = [data.detach().cpu().as_subclass(torch_module().Tensor).double().numpy()]
    else:
        arrays = [np.asarray(data, np.float64)]
    width = 4 if boxes else 2
    for array in arrays:
        if array.shape[-1:] != (width,):
            raise errors.ShapeError(f"{marked(leaf)} have {width} columns, got {array.shape}")
    points = [to_corners(a, format) for a in arrays] if boxes else arrays
    sizes = np.broadcast_to(np.array(leaf.canvas_size), (len(points), 2))
    return Outline(
        points,
        sizes,
        boxes=boxes,
        clamps=boxes and getattr(leaf, "clamping_mode", "soft") is not None,
        format=format,
        rebuild=lambda outline: _rebuilt(outline, leaf, data),
    )


def _rebuilt(outline: Outline, leaf: Any, data: Any) -> Any:
    arrays = outline.points
    more: dict[str, Any] = {"canvas_size": tuple(int(s) for s in outline.sizes[0])}
    if outline.boxes:
        arrays = [from_corners(a, outline.format) for a in arrays]
        more["format"] = type(leaf.format)(outline.format)
    if isinstance(data, Batch):
        made: Any = ndd.batch([_converted(a, data.dtype.numpy) for a in arrays], dtype=data.dtype)
    elif is_torch(data):
        torch = torch_module()
        made = torch.from_numpy(np.ascontiguousarray(arrays[0])).to(data.dtype).to(data.device)
    else:
        made = _converted(arrays[0], np.asarray(data).dtype)
    return rewrapped(made, leaf, **more)


def _converted(array: Any, dtype: Any) -> Any:
    return array.astype(dtype)
