"""What a user's source is told about the sample or batch it has to produce."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True, unsafe_hash=True)
class SampleInfo:
    """Which sample a per-sample source has to return.

    idx_in_epoch: its number in the epoch.
    idx_in_batch: its place in the batch.
    iteration: number of the batch in the epoch.
    epoch_idx: number of the epoch.

    >>> SampleInfo(9, 1, 2, 0)
    SampleInfo(idx_in_epoch=9, idx_in_batch=1, iteration=2, epoch_idx=0)
    """

    idx_in_epoch: int
    idx_in_batch: int
    iteration: int
    epoch_idx: int


@dataclass(slots=True, unsafe_hash=True)
class BatchInfo:
    """Which batch a per-batch source has to return.

    iteration: its number in the epoch.
    epoch_idx: number of the epoch.

    >>> BatchInfo(2, 0) == BatchInfo(iteration=2, epoch_idx=0)
    True
    """

    iteration: int
    epoch_idx: int
