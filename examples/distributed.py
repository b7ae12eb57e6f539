"""Training in several processes, each with its own part of the images; stopping, and going on.

    python distributed.py [FOLDER]

Starts groups of processes that train one model together (torch.distributed, on the CPU). Their
shards are disjoint and complete. A group that stops after some batches is followed by others that
go on from its checkpoint: with as many processes they get exactly the batches that were left, with
another number of processes the same images, divided anew.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

import numpy as np
import torch
from dataset import image_folder
from torch import distributed, multiprocessing, nn

import headrace.dynamic as ndd

BATCH = 8
STOP = 3  # batches, of the group that is interrupted


def train(rank: int, world: int, root: str, folder: str, stop: int | None, name: str) -> None:
    """One process of a group: goes on from the checkpoint, if there is one."""
    distributed.init_process_group(
        "gloo", init_method=f"file://{folder}/{name}.meet", rank=rank, world_size=world
    )
    torch.manual_seed(1)
    classes = sum(1 for f in Path(root).iterdir() if f.is_dir())
    model = nn.Sequential(nn.AvgPool2d(8), nn.Flatten(), nn.Linear(3 * 4 * 4, classes))
    together = nn.parallel.DistributedDataParallel(model)  # averages the gradients
    optimizer = torch.optim.SGD(together.parameters(), lr=0.1)

    # Padding gives all processes as many batches, so that nobody waits in vain.
    reader = ndd.readers.File(
        file_root=root, random_shuffle=True, shard_id=rank, num_shards=world,
        stick_to_shard=True, pad_last_batch=True,
    )  # fmt: skip
    checkpoint = ndd.checkpoint.Checkpoint()
    if any(Path(folder).glob("data_*.json")):
        checkpoint.load(f"{folder}/data_{{seq:04d}}.json")
    checkpoint.register(reader, "reader")

    batches = []
    for jpegs, labels in reader.next_epoch(batch_size=BATCH):
        images = ndd.resize(ndd.decoders.image(jpegs), size=[32, 32])
        images = ndd.crop_mirror_normalize(images, mean=[128.0] * 3, std=[64.0] * 3)
        scores = together(images.torch())
        loss = nn.functional.cross_entropy(scores, labels.torch().flatten().long())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

        names = ndd.get_property(jpegs, key="source_info")
        batches.append([bytes(np.asarray(n)).decode() for n in names])
        if len(batches) == stop:
            break

    # All processes are equally far, and the state does not say whose it is: one is enough.
    if stop is not None and rank == 0:
        checkpoint.collect()
        checkpoint.save(f"{folder}/data_{{seq:04d}}.json")
    Path(folder, f"{name}_{rank}.json").write_text(json.dumps(batches))
    distributed.destroy_process_group()


def group(world: int, root: Path, folder: str, stop: int | None = None) -> list[list[list[str]]]:
    """A group of processes, from beginning to end: for each, its batches as names of files."""
    name = f"group_{world}_{stop}_{len(list(Path(folder).glob('*.meet')))}"
    arguments = (world, str(root), folder, stop, name)
    multiprocessing.start_processes(train, arguments, nprocs=world, start_method="fork")
    return [json.loads(Path(folder, f"{name}_{i}.json").read_text()) for i in range(world)]


def images(group: list[list[list[str]]]) -> list[set[str]]:
    """The files that each process has read."""
    return [{name for batch in batches for name in batch} for batches in group]


def disjoint(parts: list[set[str]]) -> bool:
    """Whether no file is in two parts."""
    return sum(map(len, parts)) == len(set().union(*parts))


def main() -> None:
    """Compare groups that were interrupted with one that was not."""
    root = image_folder(*sys.argv[1:2])
    with tempfile.TemporaryDirectory() as folder:
        whole = group(2, root, folder)
        first = group(2, root, folder, stop=STOP)
        second, three = group(2, root, folder), group(3, root, folder)
    parts = images(whole)
    total = set().union(*parts)
    print(f"2 processes read {len(parts[0])} and {len(parts[1])} images")
    print(f"disjoint: {disjoint(parts)}, complete: {len(total) == len(list(root.glob('*/*')))}")
    print(f"stopped after {STOP} batches; 2 processes went on")
    same = [a + b for a, b in zip(first, second)] == whole
    print(f"the same batches as without a break: {same}")
    parts = [*images(first), *images(three)]
    print(f"3 processes went on with {' + '.join(str(len(p)) for p in parts[2:])} images")
    print(f"disjoint: {disjoint(parts)}, complete: {set().union(*parts) == total}")


if __name__ == "__main__":
    main()
