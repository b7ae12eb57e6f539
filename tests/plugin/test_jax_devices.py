"""JAX's iterators on several devices: CPU devices of a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap

import pytest

pytest.importorskip("jax")

PROGRAM = '''
import sys
from pathlib import Path

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

import headrace.fn as fn
from headrace import Pipeline, pipeline_def
from headrace.plugin import jax as dax
from headrace.plugin.jax import clu

folder = Path(sys.argv[1])
files = [folder / f"{i:02d}" for i in range(12)]
for i, file in enumerate(files):
    file.write_bytes(bytes([i]))
devices = jax.devices()
assert len(devices) == 4


def graph(num_shards=1, shard_id=0):
    here = Pipeline.current()
    sizes.append((num_shards, shard_id, here.max_batch_size))
    return fn.readers.file(
        files=[str(f) for f in files], labels=list(range(12)), name="R", num_shards=num_shards,
        shard_id=shard_id,
    )[1]


def pipelines(count):
    define = pipeline_def(graph)
    return [define(count, i, batch_size=2, num_threads=1, device_id=None) for i in range(count)]


def shards(array):
    """What each device holds."""
    return {s.device.id: np.asarray(s.data).ravel().tolist() for s in array.addressable_shards}


sizes = []
'''


def run(folder, body):
    flags = "--xla_force_host_platform_device_count=4"
    environment = {**os.environ, "XLA_FLAGS": flags, "JAX_PLATFORMS": "cpu"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM + textwrap.dedent(body), str(folder)],
        capture_output=True, text=True, env=environment, timeout=240, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1:] == ["done"], done.stdout


def test_shardings(tmp_path):
    run(
        tmp_path,
        """
        one_axis = NamedSharding(Mesh(np.array(devices[:2]), ("x",)), P("x"))
        it = dax.DALIGenericIterator(pipelines(2), ["x"], reader_name="R", sharding=one_axis)
        made = next(it)["x"]
        assert made.shape == (4, 1) and made.sharding == one_axis
        assert shards(made) == {0: [0, 1], 1: [6, 7]}
        assert np.asarray(jax.jit(lambda x: x * 2)(made)).ravel().tolist() == [0, 2, 12, 14]

        # The order of the parts is that of the pipelines, whichever devices hold them.
        turned = NamedSharding(Mesh(np.array(devices[:2])[::-1], ("x",)), P("x"))
        it = dax.DALIGenericIterator(pipelines(2), ["x"], reader_name="R", sharding=turned)
        assert shards(next(it)["x"]) == {1: [0, 1], 0: [6, 7]}

        # Devices along another axis of the mesh hold the same part.
        mesh = Mesh(np.array(devices).reshape(2, 2), ("data", "model"))
        it = dax.DALIGenericIterator(
            pipelines(2), ["x"], reader_name="R", sharding=NamedSharding(mesh, P("data"))
        )
        assert shards(next(it)["x"]) == {0: [0, 1], 1: [0, 1], 2: [6, 7], 3: [6, 7]}

        try:
            dax.DALIGenericIterator(pipelines(3), ["x"], reader_name="R", sharding=one_axis)
        except AssertionError as error:
            assert "2 parts of a batch in this process, for 3 pipelines" in str(error)
        else:
            raise SystemExit("no error")
        print("done")
        """,
    )


def test_data_iterator_makes_a_pipeline_for_each_part(tmp_path):
    run(
        tmp_path,
        """
        sharding = NamedSharding(Mesh(np.array(devices), ("x",)), P("x"))
        make = dax.data_iterator(graph, output_map=["x"], reader_name="R", sharding=sharding)
        it = make(batch_size=4)
        assert sizes == [(4, i, 1) for i in range(4)]
        assert shards(next(it)["x"]) == {0: [0], 1: [3], 2: [6], 3: [9]}

        sizes.clear()
        make = dax.data_iterator(
            graph, output_map=["x"], reader_name="R", devices=devices[1:3], auto_reset=True
        )
        it = make(batch_size=4)
        assert sizes == [(2, i, 2) for i in range(2)]
        made = next(it)["x"]
        assert made.shape == (2, 2, 1)
        assert shards(made) == {1: [0, 1], 2: [6, 7]}
        double = jax.pmap(lambda x: x * 2, devices=devices[1:3])
        assert np.asarray(double(made)).ravel().tolist() == [0, 2, 12, 14]
        assert len(list(it)) == 2

        states = it.checkpoints()
        again = make(batch_size=4, checkpoints=states)
        assert shards(next(again)["x"]) == shards(next(it)["x"])

        try:
            make(batch_size=3)
        except ValueError as error:
            assert "multiple of 2 parts" in str(error)
        else:
            raise SystemExit("no error")
        print("done")
        """,
    )


def test_peekable_iterators(tmp_path):
    run(
        tmp_path,
        """
        sharding = NamedSharding(Mesh(np.array(devices[:2]), ("x",)), P("x"))
        make = clu.peekable_data_iterator(
            graph, output_map=["x"], reader_name="R", sharding=sharding
        )
        it = make(batch_size=8)
        assert it.element_spec["x"].shape == (8, 1)
        assert shards(it.peek()["x"]) == shards(next(it)["x"]) == {
            0: [0, 1, 2, 3], 1: [6, 7, 8, 9]
        }
        next(it)
        assert it.is_nonpadding.tolist() == [True, True, False, False] * 2
        print("done")
        """,
    )
