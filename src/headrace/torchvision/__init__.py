"""torchvision's transforms on Headrace's engine: `from headrace.torchvision import v2`."""

from . import tv_tensors, v2

__all__ = ["tv_tensors", "v2"]
