"""How values are displayed: text for repr, pictures in notebooks."""

from __future__ import annotations

import base64
import html
import io
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .arrays import Array, array_of

if TYPE_CHECKING:
    from .batch import Batch
    from .tensor import Tensor
    from .value import Value

_LINE = 96  # longer text is wrapped
_FEW = 6  # samples shown in full, whatever their size
_SOME = 16  # samples shown in full that have no more elements than this together:
_SMALL = 200
_PICTURES = 16  # samples shown as pictures
_PIXELS = 256  # larger pictures are scaled down


def tensor_text(value: Tensor) -> str:
    """The repr of a Tensor: one line if it is short."""
    value.evaluate()
    shape = value.shape
    data = _data(_arrays(value, [0])[0])
    if "\n" not in data:
        # Data shows its own shape, unless it is empty.
        line = f"Tensor({data}, {_about(value, shape=shape if value.size == 0 else None)})"
        if len(line) <= _LINE and "..." not in data:
            return line
    return f"Tensor(\n    {_indent(data, 4)},\n    {_about(value, shape=shape)})"


def batch_text(value: Batch) -> str:
    """The repr of a Batch: all samples if they are few or small, else the first and the last."""
    value.evaluate()
    n, shapes = value.batch_size, value.shape
    whole = n <= _FEW or (n <= _SOME and sum(map(math.prod, shapes)) <= _SMALL)
    shown = list(range(n)) if whole else [0, 1, 2, n - 2, n - 1]
    texts = [_data(a) for a in _arrays(value, shown)]
    sizes = [str(shapes[i]) for i in shown]
    if not whole:
        texts.insert(3, "...")
        sizes.insert(3, "...")
    about = _about(value, num_samples=n, shape=f"[{', '.join(sizes)}]")
    line = f"Batch([{', '.join(texts)}], {about})"
    if len(line) <= _LINE and "\n" not in line:
        return line
    data = ", ".join(texts) if value.ndim == 0 else ",\n".join(texts)
    return f"Batch(\n    [{_indent(data, 5)}],\n    {about})"


def tensor_html(value: Tensor) -> str:
    """A picture if the Tensor is an image, else its repr."""
    value.evaluate()
    picture = _picture(value, 0)
    if picture is None:
        return f"<pre>{html.escape(repr(value))}</pre>"
    about = _about(value, shape=value.shape)
    return f"<div>{_img(picture)}<br><code>Tensor({html.escape(about)})</code></div>"


def batch_html(value: Batch) -> str:
    """The samples as pictures, or the repr."""
    value.evaluate()
    n, shapes = value.batch_size, value.shape
    figures = []
    for i in range(min(n, _PICTURES)):
        picture = _picture(value, i)
        if picture is None:
            return f"<pre>{html.escape(repr(value))}</pre>"
        figures.append(
            '<figure style="display:inline-block;margin:4px;text-align:center">'
            f"{_img(picture)}<figcaption><small>{i}: {shapes[i]}</small></figcaption></figure>"
        )
    if not figures:
        return f"<pre>{html.escape(repr(value))}</pre>"
    more = f" and {n - _PICTURES} more" if n > _PICTURES else ""
    about = html.escape(_about(value, num_samples=n))
    return f"<div>{''.join(figures)}{more}<br><code>Batch({about})</code></div>"


# ---- text -------------------------------------------------------------------------------------


def _arrays(value: Value, which: list[int]) -> list[Array]:
    value = value.cpu()
    return [array_of(value._v, i, value.dtype, write=False) for i in which]


def _data(array: Array) -> str:
    if array.dtype.kind == "V":
        array = array.astype(np.float32)  # NumPy prints bfloat16 badly
    return np.array2string(array, threshold=60, edgeitems=2, max_line_width=_LINE - 8)


def _about(value: Value, **more: Any) -> str:
    parts = [f"dtype={value.dtype}"]
    if value.layout is not None:
        parts.append(f'layout="{value.layout}"')
    parts.append(f'device="{value.device}"')
    parts += [f"{name}={text}" for name, text in more.items() if text is not None]
    return ", ".join(parts)


def _indent(text: str, by: int) -> str:
    return "\n".join([line and " " * by + line for line in text.splitlines()]).lstrip()


# ---- pictures ---------------------------------------------------------------------------------


def _picture(value: Value, sample: int) -> Array | None:
    """A sample as uint8 HW or HWC (3 or 4 channels); None if it is not an image."""
    layout = value.layout
    if layout is None and value.ndim == 3 and value.dtype == "uint8":
        layout = "HWC"
    if layout is None or sorted(layout) not in (["H", "W"], ["C", "H", "W"], ["C", "F", "H", "W"]):
        return None
    array = _arrays(value, [sample])[0]
    if array.size == 0:
        return None
    if "F" in layout:  # show the first frame of a sequence
        array = array.take(0, layout.index("F"))
        layout = layout.replace("F", "")
    array = array.transpose([layout.index(letter) for letter in "HWC" if letter in layout])
    if array.ndim == 3:
        if array.shape[2] not in (1, 3, 4):
            return None
        if array.shape[2] == 1:
            array = array[:, :, 0]
    return _bytes(array)


def _bytes(array: Array) -> Array:
    """Any numbers as 0…255: [0, 1] and [0, 255] keep their range, others are stretched."""
    if array.dtype == np.uint8:
        return array
    numbers = np.nan_to_num(array.astype(np.float32), posinf=0, neginf=0)
    low, high = float(numbers.min()), float(numbers.max())
    if low >= 0 and high <= 1:
        low, high = 0.0, 1.0
    elif low >= 0 and high <= 255:
        low, high = 0.0, 255.0
    scale = 255 / (high - low) if high > low else 0.0
    return ((numbers - low) * scale + 0.5).astype(np.uint8)


def _img(picture: Array) -> str:
    from PIL import Image

    height, width = picture.shape[:2]
    image = Image.fromarray(picture)
    image.thumbnail((_PIXELS, _PIXELS))
    file = io.BytesIO()
    image.save(file, "PNG")
    data = base64.b64encode(file.getvalue()).decode()
    style = ""
    if max(height, width) < 64:  # tiny: let the browser enlarge it
        style = f"height:{64 * height // max(height, width)}px;image-rendering:pixelated"
    return f'<img style="{style}" src="data:image/png;base64,{data}">'
