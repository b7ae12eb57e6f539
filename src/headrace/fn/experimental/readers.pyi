"""Type stubs of headrace.fn.experimental.readers, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t

def fits(
    *,
    name: str | None = None,
    device: _t.Any = "cpu",
    file_root: _t.Path | None = None,
    file_filter: str = "*.fits",
    files: _t.Sequence[_t.Path] | None = None,
    file_list: _t.Path | None = None,
    hdu_indices: _t.Sequence[int] = ...,
    dtypes: _t.Sequence[_t.DType] | None = None,
    trust_paths: _t.bool = False,
    random_shuffle: _t.bool = False,
    shuffle_after_epoch: _t.bool = False,
    shuffle_after_epoch_seed: int | None = None,
    initial_fill: int = 1024,
    seed: int = -1,
    num_shards: int = 1,
    shard_id: int = 0,
    stick_to_shard: _t.bool = False,
    pad_last_batch: _t.bool = False,
    prefetch_queue_depth: int = 1,
    read_ahead: _t.bool = False,
    lazy_init: _t.bool = False,
    dont_use_mmap: _t.bool = False,
    skip_cached_images: _t.bool = False,
    tensor_init_bytes: int = 1048576,
    on_error: _t.Literal["raise", "fill"] = "raise",
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.Any:
    """Read images from FITS files: an output for each entry of `hdu_indices`."""
