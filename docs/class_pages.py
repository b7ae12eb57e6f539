"""The page on the objects that users hold: all their public names, listed once."""

from __future__ import annotations

import inspect

import headrace
import headrace.dynamic as ndd
from headrace.pipeline.node import DataNode
from headrace.readers.epoch import Epoch
from headrace.readers.reader import Reader
from headrace.tensors import TensorCPU, TensorListCPU

# A class, how one comes by its objects, and the names that they have besides operators such as +.
# tests/test_docs.py compares the names with what dir() shows.
CLASSES: dict[type, tuple[str, str]] = {
    ndd.Tensor: (
        "`ndd.tensor`, `ndd.as_tensor`, and what operators give",
        "T astype cpu device dtype evaluate gpu item itemsize layout max mean min nbytes ndim "
        "numpy reshape shape size std sum to to_device tobytes tolist torch",
    ),
    ndd.Batch: (
        "`ndd.batch`, `ndd.as_batch`, and what operators and readers give",
        "as_batch astype batch_size broadcast cpu device dtype errors evaluate gpu layout ndim "
        "numpy numpy_list ok select shape slice tensors to to_device tolist torch",
    ),
    Reader: (
        "`ndd.readers.File(...)` and the others",
        "device get_metadata get_state name next_epoch reset set_state",
    ),
    Epoch: ("`reader.next_epoch()`", "close"),
    ndd.ExternalSource: ("`ndd.ExternalSource(...)`", "captured"),
    ndd.random.RNG: (
        "`ndd.random.RNG(...)`, `ndd.random.get_default_rng()`",
        "advance clone get_state seed set_state state",
    ),
    ndd.EvalContext: (
        "`ndd.EvalContext(...)`",
        "checkpoint cuda_stream current default device_id evaluate_all num_threads thread_pool",
    ),
    headrace.Pipeline: (
        "`headrace.Pipeline(...)`, and what functions under `@pipeline_def` give",
        "add_sink batch_size build checkpoint cpu_queue_size current define_graph device_id empty "
        "enable_api_check epoch_size exec_dynamic exec_separated executor_statistics explain "
        "external_source_shm_statistics feed_input gpu_queue_size input_feed_count input_names "
        "is_restored_from_checkpoint iter_setup max_batch_size num_outputs num_threads "
        "output_dtype output_ndim output_stream outputs pop_current push_current reader_meta "
        "release_outputs reset run save_graph_to_dot_file schedule_run seed set_outputs "
        "share_outputs start_py_workers",
    ),
    DataNode: (
        "what `fn.*` gives",
        "cpu device dtype gpu layout name ndim property shape source source_info",
    ),
    TensorListCPU: (
        "the outputs of `Pipeline.run`",
        "as_array as_cpu as_reshaped_tensor as_tensor at batch broadcast copy_to_external data_ptr "
        "dtype from_dlpack_list is_dense_tensor layout ndim reinterpret reset set_layout shape",
    ),
    TensorCPU: (
        "what indexing one of them gives",
        "as_cpu copy_to_external data_ptr dtype get_property layout ndim reinterpret set_layout "
        "shape source_info squeeze tensor",
    ),
}  # fmt: skip


def class_page() -> str:
    """Every class with its public names."""
    lines = ["# Objects", "", "What you hold, and all that it has. Names with an underscore in",
             "front are no part of it.", ""]  # fmt: skip
    for cls, (origin, names) in CLASSES.items():
        lines += [f"## {cls.__name__}", "", f"From {origin}. {paragraph(cls)}", ""]
        lines += ["| name | |", "|---|---|"]
        for name in names.split():
            member = inspect.getattr_static(cls, name)
            call = (
                "()" if callable(member) or isinstance(member, (classmethod, staticmethod)) else ""
            )
            lines.append(f"| `{name}{call}` | {paragraph(getattr(cls, name, member) or member)} |")
        lines.append("")
    return "\n".join(lines)


def paragraph(value: object) -> str:
    """The first paragraph of a docstring, in a line."""
    return (inspect.getdoc(value) or "").split("\n\n")[0].replace("\n", " ")
