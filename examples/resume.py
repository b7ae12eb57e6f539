"""A training run that is killed, and goes on as if nothing had happened.

    python resume.py [FOLDER]

Runs itself three times: once to the end; then until it is killed with SIGKILL; then again, from the
last checkpoint. Every batch says which images it holds and what the random augmentation made of
them, and both ways give the same batches.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

import numpy as np
from dataset import image_folder

import headrace.dynamic as ndd

EPOCHS = 2
BATCH = 16


class Step:
    """How far the run is. What has get_state and set_state can be part of a checkpoint."""

    def __init__(self) -> None:
        self.epoch = self.batch = 0

    def get_state(self) -> str:
        """The state as text."""
        return f"{self.epoch} {self.batch}"

    def set_state(self, state: str) -> None:
        """Go on from a state."""
        self.epoch, self.batch = map(int, state.split())


def train(root: str, pattern: str) -> None:
    """The run: goes on from the last checkpoint, if there is one; saves one after each batch."""
    reader = ndd.readers.File(file_root=root, random_shuffle=True)
    rng = ndd.random.RNG(seed=42)
    step = Step()

    checkpoint = ndd.checkpoint.Checkpoint()
    if list(Path(pattern).parent.glob("*.json")):
        checkpoint.load(pattern)  # the one with the highest number
    checkpoint.register(reader, "reader")  # a loaded state is applied here
    checkpoint.register(rng, "rng")
    checkpoint.register(step, "step")

    while step.epoch < EPOCHS:
        # After a restart these are the batches that are left of the epoch.
        for jpegs, _ in reader.next_epoch(batch_size=BATCH):
            images = ndd.random_resized_crop(ndd.decoders.image(jpegs), size=[32, 32], rng=rng)
            names = ndd.get_property(jpegs, key="source_info")
            content = b"".join(bytes(np.asarray(x)) for batch in (names, images) for x in batch)

            print(f"batch {step.batch}: {zlib.crc32(content):08x}", flush=True)

            step.batch += 1
            checkpoint.collect()
            checkpoint.save(pattern)
        step.epoch += 1


def run(root: Path, folder: str, kill_after: int | None = None) -> dict[str, str]:
    """What another process prints, which is killed after so many batches: batch → content."""
    command = [sys.executable, __file__, "train", str(root), f"{folder}/run_{{seq:04d}}.json"]
    batches = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            name, content = line.strip().split(": ")
            batches[name] = content
            if len(batches) == kill_after:
                process.kill()  # no chance to clean up
                break
    return batches


def main() -> None:
    """Compare a run that was killed with one that was not."""
    root = image_folder(*sys.argv[1:2])
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        whole = run(root, one)
        killed = run(root, other, kill_after=len(whole) * 2 // 3)
        rest = run(root, other)
    print(f"a run without a break makes {len(whole)} batches")
    print(f"killed after {len(killed)} batches, it went on with {next(iter(rest))}")
    same = {**killed, **rest} == whole
    print(f"all batches are those of the run without a break: {same}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["train"]:
        train(*sys.argv[2:])
    else:
        main()
