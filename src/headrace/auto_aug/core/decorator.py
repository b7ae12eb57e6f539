"""@augmentation: makes an Augmentation of a function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, overload

import numpy as np

from ...core import errors
from ._augmentation import Augmentation
from ._checks import fail


@overload
def augmentation(function: Callable[..., Any], /) -> Augmentation: ...


@overload
def augmentation(
    function: None = None,
    *,
    mag_range: tuple[float, float] | np.ndarray | None = None,
    randomly_negate: bool | None = None,
    mag_to_param: Callable[[Any], Any] | None = None,
    param_device: str | None = None,
    name: str | None = None,
    augmentation_cls: type[Augmentation] | None = None,
) -> Callable[[Callable[..., Any]], Augmentation]: ...


def augmentation(
    function: Callable[..., Any] | None = None,
    *,
    mag_range: tuple[float, float] | np.ndarray | None = None,
    randomly_negate: bool | None = None,
    mag_to_param: Callable[[Any], Any] | None = None,
    param_device: str | None = None,
    name: str | None = None,
    augmentation_cls: type[Augmentation] | None = None,
) -> Any:
    """Make an augmentation of a function of samples and a parameter.

    mag_range: the lowest and highest magnitude, or an array of all magnitudes. Without it the
        augmentation has no magnitudes, and the parameter is None.
    randomly_negate: draw the magnitude's sign for each sample.
    mag_to_param: converts a magnitude to the parameter: a number or an array.
    param_device: where the parameter is: "cpu", "gpu", or "auto": with the samples.
    name: its name in policies and messages; by default the function's.
    augmentation_cls: the class of the result.
    """

    def decorate(f: Callable[..., Any]) -> Augmentation:
        if isinstance(f, Augmentation):
            raise fail(
                "augmentation",
                f"{f.name} is an augmentation: its method augmentation() changes settings",
                errors.ArgumentTypeError,
            )
        cls = augmentation_cls or Augmentation
        return cls(f, mag_range, randomly_negate, mag_to_param, param_device, name)

    return decorate if function is None else decorate(function)
