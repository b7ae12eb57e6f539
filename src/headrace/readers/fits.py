"""experimental.readers.Fits: images in FITS files."""

from __future__ import annotations

import importlib
import math
import operator
import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import _native
from ..codecs import check_picture
from ..core import errors
from ..core.batch import Batch
from ..core.dtype import NUMERIC, DType
from ..core.dtype import dtype as read_dtype
from ..core.interop import as_batch
from ..engine.lowering import Out
from . import paths
from .listing import listing
from .registry import reader
from .source import Records, Request, Source

_BY_ID = {t.id: t for t in NUMERIC}


@reader("experimental.readers.Fits", to_gpu=True)
def fits(
    *,
    file_root: str | os.PathLike[str] | None = None,
    file_filter: str = "*.fits",
    files: Sequence[str | os.PathLike[str]] | None = None,
    file_list: str | os.PathLike[str] | None = None,
    hdu_indices: Sequence[int] = (2,),
    dtypes: Sequence[DType] | None = None,
    trust_paths: bool = False,
) -> Source:
    """Read images from FITS files: an output for each entry of `hdu_indices`.

    Values are what the file means: BSCALE, BZERO and BLANK are applied. The axes are in C order,
    the reverse of the file's. Compressed images are read by astropy
    (`pip install "headrace[fits]"`).

    file_root, file_filter, files, file_list, trust_paths: which files, as in `readers.Numpy`.
    hdu_indices: numbers of the header/data units, counted from 1, the primary one.
    dtypes: element types of the outputs; values are rounded and confined to their ranges. By
        default those that hold the first file's values: integers as they are stored, unsigned where
        BZERO says so, floats where there is something to scale or where BLANK marks missing values
        (NaN).

    >>> import pathlib, tempfile, headrace.dynamic as ndd
    >>> cards = ["SIMPLE  = T", "BITPIX  = 16", "NAXIS   = 1", "NAXIS1  = 3", "END"]
    >>> header = "".join(card.ljust(80) for card in cards).ljust(2880)
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "a.fits"
    >>> _ = file.write_bytes(header.encode() + bytes([0, 1, 0, 2, 1, 0]).ljust(2880, b"\\0"))
    >>> reader = ndd.experimental.readers.Fits(files=[file], hdu_indices=[1])
    >>> for (images,) in reader.next_epoch(batch_size=1):
    ...     print(images.tensors[0].numpy().tolist(), images.dtype)
    [1, 2, 256] i16
    """
    units = _units(hdu_indices)
    found = listing(file_root, file_filter, files, file_list, trust_paths)
    images = _native.FileSet(*found, False)
    first = _native.fits_images(images.path(0), units)
    if dtypes is None:
        types = [_BY_ID[natural] for natural, _, _ in first]
    else:
        types = [read_dtype(t) for t in (dtypes if isinstance(dtypes, (list, tuple)) else [dtypes])]
    if len(types) != len(units):
        raise errors.ArgumentError(f"{len(types)} dtypes for {len(units)} hdu_indices")
    outputs = [Out(t, len(shape)) for t, (_, shape, _) in zip(types, first)]
    if any(compressed for _, _, compressed in first):
        return AstropySource(images, units, outputs)
    return FitsSource(images, units, outputs)


def _units(given: Any) -> list[int]:
    try:
        units = [operator.index(i) for i in np.atleast_1d(given).tolist()]
    except TypeError:
        raise errors.ArgumentTypeError(
            f"argument 'hdu_indices' is a list of integers, got {errors.brief(given)}"
        ) from None
    if not units or min(units) < 1:
        raise errors.ArgumentError(
            f"hdu_indices={units}: units are counted from 1, the primary one"
        )
    return units


class FitsSource(Source):
    """Images as they are stored, read natively."""

    def __init__(self, files: _native.FileSet, units: list[int], outputs: list[Out]) -> None:
        self._images = Records(files, kernel="read_fits", params={"units": units}, outputs=outputs)
        self.outputs = self._images.outputs

    def __len__(self) -> int:
        return len(self._images)

    def fetch(self, request: Request) -> tuple[Batch, ...]:
        return self._images.read(request)


class AstropySource(Source):
    """Images of which some are compressed, read by astropy."""

    blocking = True

    def __init__(self, files: _native.FileSet, units: list[int], outputs: list[Out]) -> None:
        try:
            fits = importlib.import_module("astropy.io.fits")
        except ImportError:
            raise errors.UnsupportedError(
                f'"{os.fsdecode(files.path(0))}" holds compressed images, which astropy reads: '
                'pip install "headrace[fits]"'
            ) from None
        self._open = fits.open
        self._files, self._units = files, units
        self.outputs = tuple(outputs)

    def __len__(self) -> int:
        return len(self._files)

    def fetch(self, request: Request) -> tuple[Batch, ...]:
        names = [os.fsdecode(self._files.name(int(i))) for i in request.which]
        read, told = [], []
        for k, i in enumerate(request.which):
            try:
                read.append(self._read(int(i)))
            except errors.FileError as e:
                if not request.fill:
                    e.locate(operator=request.operator, site=request.site, sample=k)
                    raise
                read.append([np.empty((0,) * o.ndim, o.dtype.numpy) for o in self.outputs])
                told.append((k, errors.KIND_OF[type(e)], e.what, e.source or names[k]))
        batches = [as_batch(list(images)) for images in zip(*read)]
        values = [b._v.with_sources(names) for b in batches]
        if told:
            values = [v.with_errors(request.operator, request.site, told) for v in values]
        return tuple([Batch._of(v, b._m) for v, b in zip(values, batches)])

    def _read(self, i: int) -> list[np.ndarray[Any, Any]]:
        path = os.fsdecode(self._files.path(i))
        try:
            with paths.open_file(path) as file, self._open(file, memmap=False) as units:
                for k in self._units:
                    _check_size(units[k - 1])
                images = [units[k - 1].data for k in self._units]
        except errors.Error:
            raise
        except Exception as e:  # whatever a damaged file makes of it
            raise errors.FileError(f'cannot read "{path}": {e}', source=path) from e
        for image, unit, out in zip(images, self._units, self.outputs):
            if image is None or image.ndim != out.ndim:
                raise errors.FileError(
                    f'cannot read "{path}": unit (HDU) {unit} is no image with {out.ndim} axes',
                    source=path,
                )
        return [_converted(image, out.dtype) for image, out in zip(images, self.outputs)]


def _check_size(unit: Any) -> None:
    """An image, and each of its compressed tiles, is within the limit on pictures."""
    shape = getattr(unit, "shape", ())
    if not shape:
        return
    header = unit.header
    depth = abs(int(header.get("BITPIX", 8))) // 8
    tile = [int(header.get(f"ZTILE{i + 1}", 1)) for i in range(len(shape))]
    tile = list(getattr(unit, "tile_shape", None) or tile)
    for sizes, what in ((shape, "picture"), (tile, "tile")):
        rows = math.prod(int(n) for n in sizes[:-1])
        check_picture(int(sizes[-1]), rows, depth, what)


def _converted(image: np.ndarray[Any, Any], to: DType) -> np.ndarray[Any, Any]:
    """Rounded and confined to the range of integers, in this machine's byte order."""
    if to.kind is DType.Kind.float or image.dtype == to.numpy:
        return np.array(image, to.numpy)
    limits = np.iinfo(to.numpy)
    whole = np.nan_to_num(np.rint(image)) if image.dtype.kind == "f" else image
    return np.array(np.clip(whole, limits.min, limits.max), to.numpy)
