"""Type stubs of headrace.ops.readers, written by scripts/make_stubs.py: do not edit."""

from builtins import bool as _bool
from collections.abc import Mapping as _Mapping
from collections.abc import Sequence as _Sequence
from os import PathLike as _PathLike
from typing import Any as _Any
from typing import Literal as _Literal

from headrace.core.dtype import DType as _DType
from headrace.pipeline.classes import Operator as _Operator
from headrace.pipeline.node import DataNode as _DataNode

class COCO(_Operator):
    """Read images annotated in the format of COCO: (contents, boxes, labels, …)."""
    def __init__(
        self,
        *,
        name: str | None = None,
        device: _Any = "cpu",
        file_root: str | _PathLike[str] | None = None,
        annotations_file: str | _PathLike[str] = "",
        preprocessed_annotations: str | _PathLike[str] = "",
        images: _Sequence[str] | None = None,
        image_ids: _bool = False,
        ltrb: _bool = False,
        ratio: _bool = False,
        include_iscrowd: _bool = True,
        skip_empty: _bool = False,
        size_threshold: float = 0.1,
        avoid_class_remapping: _bool = False,
        polygon_masks: _bool = False,
        pixelwise_masks: _bool = False,
        masks: _bool = False,
        save_preprocessed_annotations: _bool = False,
        save_preprocessed_annotations_dir: str | _PathLike[str] = "",
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
        on_error: _Literal["raise", "fill"] = "raise",
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(self, *, name: str | None = None) -> list[_DataNode]: ...

class Caffe(_Operator):
    """Read LMDB databases of Caffe: (image, label), in the order of their keys."""
    def __init__(
        self,
        *,
        name: str | None = None,
        device: _Any = "cpu",
        path: str | _PathLike[str] | _Sequence[str | _PathLike[str]],
        image_available: _bool = True,
        label_available: _bool = True,
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
        on_error: _Literal["raise", "fill"] = "raise",
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(self, *, name: str | None = None) -> _Any: ...

class Caffe2(_Operator):
    """Read LMDB databases of Caffe2: (image, label, …), in the order of their keys."""
    def __init__(
        self,
        *,
        name: str | None = None,
        device: _Any = "cpu",
        path: str | _PathLike[str] | _Sequence[str | _PathLike[str]],
        image_available: _bool = True,
        label_type: int = 0,
        num_labels: int = 1,
        additional_inputs: int = 0,
        bbox: _bool = False,
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
        on_error: _Literal["raise", "fill"] = "raise",
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(self, *, name: str | None = None) -> _Any: ...

class File(_Operator):
    """Read whole files, each with a label: (contents, label)."""
    def __init__(
        self,
        *,
        name: str | None = None,
        device: _Any = "cpu",
        file_root: str | _PathLike[str] | None = None,
        files: _Sequence[str | _PathLike[str]] | None = None,
        labels: _Sequence[int] | None = None,
        file_list: str | _PathLike[str] | None = None,
        file_filters: _Sequence[str] = ...,
        dir_filters: _Sequence[str] | None = None,
        case_sensitive_filter: _bool = False,
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
        on_error: _Literal["raise", "fill"] = "raise",
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(self, *, name: str | None = None) -> list[_DataNode]: ...

class MXNet(_Operator):
    """Read images with labels from RecordIO files, as MXNet's tools write them: (image, label)."""
    def __init__(
        self,
        *,
        name: str | None = None,
        device: _Any = "cpu",
        path: str | _PathLike[str] | _Sequence[str | _PathLike[str]],
        index_path: str | _PathLike[str] | _Sequence[str | _PathLike[str]] | None = None,
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
        on_error: _Literal["raise", "fill"] = "raise",
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(self, *, name: str | None = None) -> list[_DataNode]: ...

class Numpy(_Operator):
    """Read arrays from .npy files, as NumPy's `save` writes them."""
    def __init__(
        self,
        *,
        name: str | None = None,
        device: _Any = "cpu",
        file_root: str | _PathLike[str] | None = None,
        file_filter: str = "*.npy",
        files: _Sequence[str | _PathLike[str]] | None = None,
        file_list: str | _PathLike[str] | None = None,
        roi_start: _Sequence[int] | None = None,
        rel_roi_start: _Sequence[float] | None = None,
        roi_end: _Sequence[int] | None = None,
        rel_roi_end: _Sequence[float] | None = None,
        roi_shape: _Sequence[int] | None = None,
        rel_roi_shape: _Sequence[float] | None = None,
        roi_axes: _Sequence[int] = ...,
        out_of_bounds_policy: _Literal["error", "pad", "trim_to_shape"] = "error",
        fill_value: float = 0.0,
        cache_header_information: _bool = False,
        use_o_direct: _bool = False,
        register_buffers: _bool = True,
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
        on_error: _Literal["raise", "fill"] = "raise",
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(self, *, name: str | None = None) -> _DataNode: ...

class Parquet(_Operator):
    """Read rows of Parquet files: an output for each column."""
    def __init__(
        self,
        *,
        name: str | None = None,
        device: _Any = "cpu",
        path: str | _PathLike[str] | _Sequence[str | _PathLike[str]],
        columns: _Sequence[str] | None = None,
        missing: _Literal["error", "empty"] = "error",
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
        on_error: _Literal["raise", "fill"] = "raise",
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(self, *, name: str | None = None) -> _Any: ...

class TFRecord(_Operator):
    """Read tf.train.Example records: dicts with a Batch for every feature."""
    def __init__(
        self,
        *,
        name: str | None = None,
        device: _Any = "cpu",
        path: str | _PathLike[str] | _Sequence[str | _PathLike[str]],
        features: _Mapping[str, _Any],
        index_path: str | _PathLike[str] | _Sequence[str | _PathLike[str]] | None = None,
        use_o_direct: _bool = False,
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
        on_error: _Literal["raise", "fill"] = "raise",
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(self, *, name: str | None = None) -> dict[str, _DataNode]: ...

class Webdataset(_Operator):
    """Read samples from tar archives, as the webdataset package writes them."""
    def __init__(
        self,
        *,
        name: str | None = None,
        device: _Any = "cpu",
        paths: _Sequence[str | _PathLike[str]],
        ext: _Sequence[str],
        index_paths: _Sequence[str | _PathLike[str]] | None = None,
        dtypes: _Sequence[_DType] | None = None,
        missing_component_behavior: _Literal["", "empty", "skip", "error"] = "",
        case_sensitive_extensions: _bool = True,
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
        on_error: _Literal["raise", "fill"] = "raise",
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(self, *, name: str | None = None) -> _Any: ...
