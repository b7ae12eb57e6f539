"""Dynamic mode: operators are plain functions on Tensor and Batch that run asynchronously.

import headrace.dynamic as ndd
"""

from ..core import dtype as _dtypes
from ..core.batch import Batch
from ..core.device import Device, DeviceLike, device
from ..core.dtype import DType, dtype, type_id
from ..core.interop import as_batch, as_tensor, batch, tensor
from ..core.tensor import Tensor
from ..engine import runtime as _runtime
from ..engine.context import EvalContext, ThreadPool, get_num_threads, set_num_threads
from ..engine.explain import explain
from ..engine.gpu.streams import (
    Stream,
    get_current_stream,
    get_default_stream,
    set_current_stream,
    set_default_stream,
    stream,
)
from ..engine.memory import get_max_allocation, set_max_allocation
from ..engine.namespaces import fill as _fill
from ..engine.operator import deprecated_names as _deprecated_names
from ..engine.operator import registry as _registry
from ..engine.prefetch import prefetch
from ..engine.state import EvalMode
from ..engine.tracing import trace
from ..operators import load as _load
from ..operators.io.imread import imread
from ..readers import load as _load_readers
from ..readers.external_source import ExternalSource
from ..readers.registry import readers as _readers
from . import capture, checkpoint, pytorch, random

for _t in _dtypes.ALL:
    globals()[_t.full_name] = _t
bool = _dtypes.bool_

_load()
_load_readers()
_functions = {_name: _definition.function for _name, _definition in _registry.items()}
_fill(globals(), {**_functions, **_deprecated_names, **_readers})
