"""A torch DataLoader whose workers load samples, and a pipeline that processes the batches.

    with DALIServer(pipeline) as server:
        dataset = Folder(root, transform=server.proxy)
        for images, labels in DataLoader(server, dataset, batch_size=64, num_workers=8):
            ...

In a worker, `server.proxy(sample)` runs nothing: it returns a reference to the future output.
References travel to the main process together with the samples. There the pipeline runs on all
samples of a batch, ahead of the loop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch.utils.data
from torch.utils.data._utils.collate import default_collate_fn_map

from headrace.core.errors import ArgumentError, ArgumentTypeError
from headrace.core.locks import ForkLock
from headrace.engine.ahead import Ahead, Background, Job

__all__ = [
    "DALIOutputBatchRef",
    "DALIOutputSampleRef",
    "DALIPipelineRunRef",
    "DALIServer",
    "DataLoader",
]


class DALIPipelineRunRef:
    """Inputs of the pipeline for one sample, by name."""

    def __init__(self, inputs: dict[str, Any]) -> None:
        self.inputs = inputs

    def __repr__(self) -> str:
        return f"<run on {', '.join(self.inputs)}>"


class DALIOutputSampleRef:
    """A future output of the pipeline, for one sample."""

    def __init__(self, run: DALIPipelineRunRef, output: int) -> None:
        self.run, self.output = run, output

    def __repr__(self) -> str:
        return f"<output {self.output} of a {self.run!r}>"


class DALIOutputBatchRef:
    """A future output of the pipeline, for the samples of a batch."""

    def __init__(self, runs: Sequence[DALIPipelineRunRef], output: int) -> None:
        self.runs, self.output = tuple(runs), output

    def __repr__(self) -> str:
        return f"<output {self.output} of a batch of {len(self.runs)}>"


def _collate(references: Sequence[DALIOutputSampleRef], **_: Any) -> DALIOutputBatchRef:
    return DALIOutputBatchRef([r.run for r in references], references[0].output)


default_collate_fn_map[DALIOutputSampleRef] = _collate  # used by torch's default_collate


class _Proxy:
    """Takes the inputs of a sample, in any process, and returns references to the outputs."""

    def __init__(self, names: list[str], outputs: int) -> None:
        self._names, self._outputs = names, outputs

    def __call__(self, *inputs: Any, **named: Any) -> Any:
        """References to the outputs for a sample; a tuple, if there are several outputs."""
        if len(inputs) > len(self._names):
            raise ArgumentTypeError(f"{len(inputs)} inputs for {', '.join(self._names)}")
        given = {**dict(zip(self._names, inputs)), **named}
        if sorted(given) != sorted(self._names) or len(inputs) + len(named) != len(given):
            raise ArgumentTypeError(
                f"the pipeline has the inputs {', '.join(self._names)}: each has to be given once"
            )
        run = DALIPipelineRunRef(given)
        references = tuple(DALIOutputSampleRef(run, i) for i in range(self._outputs))
        return references[0] if len(references) == 1 else references


class DALIServer:
    """Runs a pipeline on samples that workers of a `DataLoader` passed to its `proxy`.

    pipeline: its inputs are external sources without a source.
    deterministic: no effect: batches always come in the loader's order.
    """

    def __init__(self, pipeline: Any, deterministic: bool = False) -> None:
        pipeline.build()
        self._pipeline = pipeline
        names = pipeline.input_names
        if not names:
            raise ArgumentError(
                "the pipeline has no input: it needs fn.external_source(name=...) without a source"
            )
        self._proxy = _Proxy(names, pipeline.num_outputs)
        self._lock = ForkLock()

    @property
    def proxy(self) -> Callable[..., Any]:
        """A function to call in workers, such as the transform of a dataset."""
        return self._proxy

    def produce_data(self, obj: Any) -> Any:
        """Replaces references to batches by tensors, inside lists, tuples and dicts."""
        made: dict[tuple[int, ...], list[Any]] = {}

        def tensor(reference: DALIOutputBatchRef) -> Any:
            key = tuple(map(id, reference.runs))  # outputs of one run share these objects
            if key not in made:
                made[key] = self._run(reference.runs)
            return made[key][reference.output]

        return _replaced(obj, tensor)

    def _run(self, runs: Sequence[DALIPipelineRunRef]) -> list[Any]:
        inputs = {name: [run.inputs[name] for run in runs] for name in runs[0].inputs}
        with self._lock:
            outputs = self._pipeline.run(**inputs)
        return [output.batch.torch() for output in outputs]

    def start_thread(self) -> None:
        """No effect: each loop over a `DataLoader` has its own thread."""

    def stop_thread(self) -> None:
        """No effect."""

    def __enter__(self) -> DALIServer:
        return self

    def __exit__(self, *_: object) -> None:
        return None


def _replaced(obj: Any, tensor: Callable[[DALIOutputBatchRef], Any]) -> Any:
    if isinstance(obj, DALIOutputBatchRef):
        return tensor(obj)
    if isinstance(obj, dict):
        return {key: _replaced(value, tensor) for key, value in obj.items()}
    if isinstance(obj, tuple) and hasattr(obj, "_fields"):
        return type(obj)(*[_replaced(value, tensor) for value in obj])
    if isinstance(obj, (list, tuple)):
        return type(obj)(_replaced(value, tensor) for value in obj)
    return obj


class DataLoader(torch.utils.data.DataLoader):  # type: ignore[misc]
    """A torch DataLoader whose batches go through a `DALIServer`. Takes torch's arguments.

    The pipeline prepares the next batches while the program uses one.
    """

    def __init__(self, dali_server: DALIServer, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._server = dali_server

    def __iter__(self) -> Iterator[Any]:
        """One epoch."""
        return _ahead(super().__iter__(), self._server)


_END = object()
_LEAVE_SECONDS = 5.0  # wait for the thread when a loop is left; torch's workers may hang


def _ahead(batches: Iterator[Any], server: DALIServer) -> Iterator[Any]:
    """Batches made ahead of the loop by a thread, as many as the pipeline prefetches."""

    def make() -> Any:
        for batch in batches:
            return server.produce_data(batch)
        return _END

    background = Background("headrace-proxy", _LEAVE_SECONDS)
    queue: Ahead[Job[Any]] = Ahead(background)
    queue.extend([Job(make) for _ in range(server._pipeline.cpu_queue_size)])
    try:
        while (made := queue.take()) is not _END:
            queue.append(Job(make))
            queue.begin()
            yield made
    finally:
        background.stop()
        background.join(_LEAVE_SECONDS)
