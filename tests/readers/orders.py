"""Combinations of what decides a reader's order."""

from __future__ import annotations

from typing import Any


def orders(*shards: int) -> list[dict[str, Any]]:
    """Shuffled or not, the last of so many shards, rotating or not, padded or not."""
    return [
        {
            "random_shuffle": shuffle,
            "num_shards": count,
            "shard_id": count - 1,
            "stick_to_shard": stick,
            "pad_last_batch": pad,
        }
        for shuffle in (False, True)
        for count in shards
        for stick in (False, True)
        for pad in (False, True)
    ]
