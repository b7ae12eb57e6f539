"""Dynamic mode: operators are plain functions on Tensor and Batch, run behind the caller's back."""

from ..core import dtype as _dtypes
from ..core.batch import Batch
from ..core.device import Device, device
from ..core.dtype import DType, dtype, type_id
from ..core.interop import as_batch, as_tensor, batch, tensor
from ..core.tensor import Tensor
from ..engine import errors as _errors
from ..engine.state import EvalMode
from ..operators import load as _load
from . import namespace as _namespace

for _t in _dtypes.ALL:
    globals()[_t.full_name] = _t
bool = _dtypes.bool_

_load()
_namespace.populate(globals())
