"""torchvision.transforms.v2, on Headrace's engine.

from headrace.torchvision import v2   # was: from torchvision.transforms import v2
"""

from typing import Any as _Any

from ...core import errors as _errors
from . import functional
from .auto_augment import (
    AugMix,
    AutoAugment,
    AutoAugmentPolicy,
    RandAugment,
    TrivialAugmentWide,
)
from .boxes import (
    ClampBoundingBoxes,
    ClampKeyPoints,
    ConvertBoundingBoxFormat,
    RandomIoUCrop,
    SanitizeBoundingBoxes,
    SanitizeKeyPoints,
    SetClampingMode,
)
from .color import (
    JPEG,
    RGB,
    ColorJitter,
    GaussianBlur,
    GaussianNoise,
    Grayscale,
    RandomAdjustSharpness,
    RandomAutocontrast,
    RandomChannelPermutation,
    RandomEqualize,
    RandomGrayscale,
    RandomInvert,
    RandomPhotometricDistort,
    RandomPosterize,
    RandomSolarize,
)
from .geometry import (
    CenterCrop,
    FiveCrop,
    Pad,
    RandomCrop,
    RandomErasing,
    RandomHorizontalFlip,
    RandomResize,
    RandomResizedCrop,
    RandomShortestSize,
    RandomVerticalFlip,
    RandomZoomOut,
    Resize,
    ScaleJitter,
    TenCrop,
)
from .kinds import (
    ConvertImageDtype,
    Normalize,
    PILToTensor,
    ToDtype,
    ToImage,
    ToPILImage,
    ToPureTensor,
    ToTensor,
)
from .mixing import CutMix, MixUp
from .options import InterpolationMode
from .transform import (
    Compose,
    Identity,
    Lambda,
    RandomApply,
    RandomChoice,
    RandomOrder,
    Transform,
)
from .warping import RandomAffine, RandomPerspective, RandomRotation

# What torchvision has and this has not, and what comes nearest.
_MISSING = {
    "ElasticTransform": "headrace.dynamic.experimental.remap with maps of your own",
    "LinearTransformation": "Lambda with a product of matrices",
    "UniformTemporalSubsample": "headrace.dynamic.sequence_rearrange",
}


def __getattr__(name: str) -> _Any:
    if name in _MISSING:
        raise AttributeError(f"{name} is not available here: use {_MISSING[name]}")
    known = [n for n in globals() if n[0].isupper()]
    raise AttributeError(
        f"module {__name__!r} has no attribute {name!r}{_errors.hint(name, known)}"
    )
