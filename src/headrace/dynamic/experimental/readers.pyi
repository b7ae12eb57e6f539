"""Type stubs of headrace.dynamic.experimental.readers, written by scripts/make_stubs.py: do not edit."""

from builtins import bool as _bool
from collections.abc import Sequence as _Sequence
from os import PathLike as _PathLike
from typing import Any as _Any
from typing import Literal as _Literal

from headrace.core.dtype import DType as _DType
from headrace.readers.reader import Reader as _Reader

class Fits(_Reader):
    """Read images from FITS files: an output for each entry of `hdu_indices`."""
    def __init__(
        self,
        max_batch_size: int | None = None,
        name: str | None = None,
        device: _Any = "cpu",
        num_inputs: int | None = None,
        *,
        file_root: str | _PathLike[str] | None = None,
        file_filter: str = "*.fits",
        files: _Sequence[str | _PathLike[str]] | None = None,
        file_list: str | _PathLike[str] | None = None,
        hdu_indices: _Sequence[int] = ...,
        dtypes: _Sequence[_DType] | None = None,
        trust_paths: _bool = False,
        random_shuffle: _bool = False,
        shuffle_after_epoch: _bool = False,
        shuffle_after_epoch_seed: int | None = None,
        initial_fill: int = 1024,
        seed: int = -1,
        num_shards: int = 1,
        shard_id: int = 0,
        stick_to_shard: _bool = False,
        pad_last_batch: _bool = False,
        prefetch_queue_depth: int = 1,
        read_ahead: _bool = False,
        lazy_init: _bool = False,
        dont_use_mmap: _bool = False,
        skip_cached_images: _bool = False,
        tensor_init_bytes: int = 1048576,
        enable_checkpointing: _bool = False,
        on_error: _Literal["raise", "fill"] = "raise",
    ) -> None: ...
