"""Pipeline: a graph that is built once and run many times."""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable, Sequence
from typing import Any

from .. import _native
from ..core import errors
from ..core.device import Device
from ..core.locks import ForkLock
from ..core.site import caller_site
from ..core.value import Value
from ..engine.context import ThreadPool
from ..engine.gpu.streams import get_current_stream
from . import checkpoint as _checkpoint
from . import seeds
from .executor import Executor
from .explain import PipelinePlan, dot
from .feeder import Feeder
from .graph import Graph
from .node import DataNode
from .program import Program
from .settings import Settings
from .sources import FeederStep, ReaderStep
from .structure import Structure
from .tensors import TensorListCPU, TensorListGPU
from .workers import worker_pool


class Pipeline(Settings):
    """A graph of operators that is defined once and then runs in the background, ahead of `run()`.

    Define it with `@pipeline_def`, inside of `with pipeline:` and `set_outputs`, or by a subclass
    with `define_graph`.

    batch_size: samples of a batch, at most.
    num_threads: worker threads of its own; None: those that everybody shares.
    device_id: which GPU it uses; None: the current one, if any.
    seed: all random operators and shuffled readers without a seed of their own get theirs from it
        and from their place in the graph. Without one, every pipeline has other numbers.
    prefetch_queue_depth: how many iterations are under way at most, the one asked for included.
    exec_pipelined, exec_async: False: nothing runs before it is asked for.
    checkpoint: what `checkpoint()` gave: the pipeline goes on from there.
    output_dtype, output_ndim, output_layout: what the outputs have to be.
    py_num_workers, py_start_method, py_callback_pickler: of external sources with parallel=True;
        the method "thread" runs them in threads.
    py_worker_timeout: seconds that one call of such a source may take; then the worker is given up,
        and `run()` raises `DeadlineError`. None: HEADRACE_WORKER_TIMEOUT, or no limit.

    Accepted without a meaning here: bytes_per_sample, set_affinity, max_streams,
    default_cuda_stream_priority, enable_memory_stats, enable_checkpointing (state can always be
    taken), exec_dynamic, experimental_exec_dynamic, stream_policy, concurrency.

    >>> from headrace import Pipeline, fn
    >>> pipe = Pipeline(batch_size=2, seed=3)
    >>> with pipe:
    ...     pipe.set_outputs(fn.full(7, shape=[3]))
    >>> [out] = pipe.run()
    >>> out.at(1)
    array([7, 7, 7], dtype=int32)
    """

    def _set_up(self, checkpoint: Any) -> None:
        # The checkpoint to resume from, with the entries that iterators added.
        self._saved = None if checkpoint is None else _checkpoint.read(checkpoint)
        self._graph: Graph | None = None
        self._outputs: Structure | None = None
        self._executor: Executor | None = None
        self._building = ForkLock()
        self._workers: Any = None

    # ---- definition -----------------------------------------------------------------------------

    def define_graph(self) -> Any:
        """The graph, in subclasses: returns the outputs."""
        raise errors.ExecutionError(
            "the pipeline has no graph: use @pipeline_def, set_outputs() inside of `with "
            "pipeline:`, or a subclass with define_graph()",
            site=caller_site(),
        )

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise errors.ArgumentTypeError(
            "a Pipeline is neither copied nor pickled: call the function that makes it again. "
            "checkpoint() is its state"
        )

    def __enter__(self) -> Pipeline:
        self._need_graph().__enter__()
        return self

    def __exit__(self, *args: object) -> None:
        self._need_graph().__exit__(*args)

    def set_outputs(self, *output_data_nodes: Any) -> None:
        """What `run()` returns: nodes, arrays and numbers, also in lists, tuples and dicts."""
        if self._executor is not None:
            raise errors.ExecutionError("the pipeline is built already", site=caller_site())
        with self._need_graph():
            self._outputs = Structure(output_data_nodes)

    def add_sink(self, edge: DataNode) -> None:
        """Run what a node needs, although it is no output."""
        if edge.source is not None:
            edge.source.keep = True

    def _need_graph(self) -> Graph:
        if self._graph is None:
            seed = seeds.fresh() if self._seed is None else self._seed
            self._graph = Graph(self, seed, self._seed is not None, self._device_id)
            weakref.finalize(self, self._graph.forget).atexit = False
        return self._graph

    @staticmethod
    def current() -> Pipeline | None:
        """The pipeline that is being defined in this thread."""
        graph = Graph.present()
        return None if graph is None else graph.pipeline()

    @staticmethod
    def push_current(pipeline: Pipeline) -> None:
        """Begin to define a pipeline; `with pipeline:` does that too."""
        pipeline.__enter__()

    @staticmethod
    def pop_current() -> None:
        """End what `push_current` began."""
        pipeline = Pipeline.current()
        if pipeline is not None:
            pipeline.__exit__()

    def build(self) -> None:
        """Prepare the graph to run. `run()` does it if it was not done before."""
        self._built()

    def _built(self) -> Executor:
        if self._executor is None:
            with self._building:  # by one thread
                if self._executor is None:
                    self._executor = self._build()
        return self._executor

    def _build(self) -> Executor:
        if self._size is None:
            raise errors.ArgumentError("the pipeline needs a batch_size", site=caller_site())
        if self._outputs is None:
            try:
                with self:
                    made = self.define_graph()
            except BaseException:
                self._graph = None  # so that it can be defined again
                raise
            self.set_outputs(*made if isinstance(made, tuple) else (made,))
        assert self._outputs is not None
        graph = self._need_graph()
        self._expected.check_count(len(self._outputs.nodes))
        pool = None if self._num_threads is None else ThreadPool(self._num_threads)._native
        if self._saved is not None:
            _checkpoint.restore_seeds(self._saved, graph)
        program = Program(graph.steps, self._outputs.nodes, pool)
        executor = Executor(program, self._size, self._ahead, self.exec_async)
        self._start_workers([s for s in executor.feeders if s.feeder.parallel])
        if self._saved is not None:
            _checkpoint.restore(self._saved, executor)
        return executor

    def start_py_workers(self) -> None:
        """Start the workers of parallel sources; building does it as well."""
        self.build()

    def _start_workers(self, parallel: Sequence[FeederStep]) -> None:
        if not parallel:
            return
        self._workers = worker_pool(
            self.py_num_workers,
            self.py_start_method,
            self.py_callback_pickler,
            self.py_worker_timeout,
        )
        for step in parallel:
            step.feeder.start(self._workers, seeds.derive(self._need_graph().seed, step.index))
        # When the last reference goes: the graph has reference cycles and is collected later.
        weakref.finalize(self, self._workers.close).atexit = False
        self._workers.start()

    # ---- running --------------------------------------------------------------------------------

    def run(self, cuda_stream: Any = None, /, **pipeline_inputs: Any) -> Any:
        """The outputs of the next iteration: a tuple of TensorLists (a dict, if the graph function
        returned one). Inputs, by the names of external sources without a source, are for it."""
        inputs = [(self._fed(name), data) for name, data in pipeline_inputs.items()]
        read = [(feeder, feeder.read(data, None, self._size)) for feeder, data in inputs]
        for feeder, batch in read:  # after all were read without an error
            feeder.push(batch)
        self.schedule_run()
        return self.share_outputs()

    def schedule_run(self) -> None:
        """Begin one more iteration, and as many as the prefetch queue may hold."""
        self._built().schedule(self._setup())

    def share_outputs(self, cuda_stream: Any = None) -> Any:
        """The outputs of the oldest iteration that was scheduled; waits for them."""
        executor = self._built()
        values = executor.take(self._setup())
        if values is None:
            if executor.ended:
                raise StopIteration
            raise self._nothing_fed(executor)
        return self._deliver(values)

    def outputs(self, cuda_stream: Any = None) -> Any:
        """The same as `share_outputs`; earlier outputs stay valid."""
        return self.share_outputs()

    def release_outputs(self) -> None:
        """No effect: outputs own their memory."""

    def _deliver(self, values: Sequence[Value]) -> Any:
        assert self._outputs is not None
        lists = []
        for value in values:
            kind = TensorListCPU if value.device is Device.CPU else TensorListGPU
            lists.append(kind._of(value))
        self._expected.check(values)
        return self._outputs.rebuild(lists)

    def _setup(self) -> Callable[[], None] | None:
        return None if type(self).iter_setup is Pipeline.iter_setup else self.iter_setup

    def iter_setup(self) -> None:
        """Called before every iteration, for subclasses that feed their inputs here."""

    def feed_input(
        self,
        data_node: Any,
        data: Any,
        layout: str | None = None,
        cuda_stream: Any = None,
        use_copy_kernel: bool = False,
    ) -> None:
        """Data for one more iteration of an external source without a source, by node or name."""
        self._fed(data_node).feed(data, layout, max_batch_size=self._size)

    def _fed(self, data_node: Any) -> Feeder:
        """The external source of a node or name; raises unless it is one without a source."""
        executor = self._built()
        step = data_node.source if isinstance(data_node, DataNode) else self._input(data_node)
        if not isinstance(step, FeederStep) or not step.feeder.fed:
            raise errors.ArgumentError(
                f"{data_node!r} is no external_source that is fed by hand", site=caller_site()
            )
        if step not in executor.feeders:
            raise errors.UnknownArgumentError(
                f"no output of this pipeline needs {data_node!r}: nothing can be fed to it",
                site=caller_site(),
            )
        return step.feeder

    @property
    def input_names(self) -> list[str]:
        """The names of external sources without a source."""
        return [s.name for s in self._built().feeders if s.feeder.fed]

    def input_feed_count(self, input_name: str) -> int:
        """How many times an input may be fed before the first `run()`."""
        return self._ahead

    def reset(self) -> None:
        """Go on after the end of a source. After an error nothing is needed."""
        self._built().reset()

    def empty(self) -> bool:
        """Whether nothing is scheduled."""
        return self._executor is None or self._executor.empty

    def _input(self, name: Any) -> Any:
        found = self._need_graph().names.get(name)
        if found is None:
            fed = [s.name for s in self._built().feeders]
            raise errors.UnknownNameError(
                f"the pipeline has no input named {name!r}. "
                + (errors.hint(str(name), fed) if fed else "It has no external source."),
                site=caller_site(),
            )
        return found

    def _nothing_fed(self, executor: Executor) -> errors.Error:
        names = [s.name for s in executor.feeders if not s.feeder.ready()]
        return errors.IndexError_(
            f"nothing was fed to {', '.join(names)}: call feed_input() first, or give the data to "
            "run()",
            site=caller_site(),
        )

    # ---- state ----------------------------------------------------------------------------------

    def checkpoint(self, filename: str | os.PathLike[str] | None = None) -> bytes:
        """Where the pipeline is, after the iterations that were taken. Also written to a file, if
        one is named. `Pipeline(checkpoint=...)` goes on from there."""
        data = _checkpoint.write(self._built(), self._need_graph())
        if filename is not None:
            _checkpoint.save(filename, data)
        return data

    @property
    def is_restored_from_checkpoint(self) -> bool:
        """Whether it goes on from a checkpoint."""
        return self._saved is not None

    # ---- what it is -----------------------------------------------------------------------------

    def reader_meta(self, name: str | None = None) -> Any:
        """Sizes and shards of a reader, or of all of them by their names."""
        if name is None:
            return {s.name: dict(s.reader.get_metadata()) for s in self._built().readers}
        return dict(self._reader(name).reader.get_metadata())

    def epoch_size(self, name: str | None = None) -> Any:
        """How many samples a reader has, with padding if it pads; or all of them by their names."""
        if name is None:
            return {s.name: _epoch_size(s) for s in self._built().readers}
        return _epoch_size(self._reader(name))

    def _reader(self, name: str) -> ReaderStep:
        readers = self._built().readers
        for s in readers:
            if s.name == name:
                return s
        names = [s.name for s in readers]
        raise errors.UnknownNameError(
            f"the pipeline has no reader named {name!r}. "
            + (errors.hint(name, names) if names else "It has no reader at all."),
            site=caller_site(),
        )

    def explain(self) -> PipelinePlan:
        """What an iteration runs: stages, what is fused in each, and why not more. Print it."""
        executor = self._built()
        return PipelinePlan(executor.program, executor.size)

    def output_dtype(self) -> list[Any]:
        """The element types that the outputs were required to have."""
        return self._required("dtype")

    def output_ndim(self) -> list[Any]:
        """The numbers of axes that the outputs were required to have."""
        return self._required("ndim")

    def _required(self, name: str) -> list[Any]:
        given = self._expected.given[name]
        return list(given) if isinstance(given, (list, tuple)) else [given] * self.num_outputs

    @property
    def num_outputs(self) -> int:
        """How many outputs there are."""
        self._built()
        assert self._outputs is not None
        return len(self._outputs.nodes)

    # ---- looking inside -------------------------------------------------------------------------

    def save_graph_to_dot_file(
        self,
        filename: str | os.PathLike[str],
        *,
        show_tensors: bool = False,
        show_ids: bool | None = None,
        use_colors: bool = False,
    ) -> None:
        """Write the graph for Graphviz; show_tensors: with the types of what flows."""
        self._built()
        text = dot(self._need_graph(), bool(show_tensors), bool(show_ids), bool(use_colors))
        with open(filename, "w") as file:
            file.write(text)

    def executor_statistics(self) -> dict[str, Any]:
        """Memory of the engine, in bytes: in use, and kept for reuse. It is not kept by operator:
        fused operators have none of their own."""
        live, cached, _ = _native.memory()
        return {"live": live, "cached": cached}

    def external_source_shm_statistics(self) -> dict[str, list[int]]:
        """Shared memory of the workers of parallel sources, in bytes."""
        sizes = [] if self._workers is None else self._workers.memory_sizes()
        return {"capacities": sizes, "per_sample_capacities": []}

    def enable_api_check(self, enable: bool) -> None:
        """Accepted: all ways to run a pipeline may be mixed, so nothing is checked."""

    def output_stream(self) -> Any:
        """The stream that GPU outputs are ordered on; None without a GPU."""
        return None if self._device_id is None else get_current_stream()


def _epoch_size(step: ReaderStep) -> int:
    meta = step.reader.get_metadata()
    return meta["epoch_size_padded"] if meta["pad_last_batch"] else meta["epoch_size"]
