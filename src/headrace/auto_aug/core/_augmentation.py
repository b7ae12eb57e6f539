"""Augmentation: a function of samples and a parameter, with a range of magnitudes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ...core import errors
from ...engine.random import RNG
from ...pipeline.conditionals import converting
from ...pipeline.graph import Graph
from ._checks import fail, integer
from ._modes import Graphs, Mode, Sliced, Values, mode_of


class SignedMagnitudeBin(Sliced):
    """A magnitude bin, and which samples get the opposite sign; see `signed_bin`."""

    def __init__(self, bin: Any, random_sign: Any = None, seed: int | None = None) -> None:
        self.bin, self.random_sign, self.seed = bin, random_sign, seed

    def sign(self, mode: Mode) -> Any:
        """The signs of the samples; drawn once, so that all users get the same."""
        if self.random_sign is None:
            self.random_sign = mode.integers(2)
        return mode.per_sample("random_sign", self.random_sign, 2)

    def part(self, of: Callable[[Any], Any]) -> SignedMagnitudeBin:
        """This bin for some of the samples."""
        return SignedMagnitudeBin(of(self.bin), of(self.random_sign))


def signed_bin(
    magnitude_bin: Any,
    random_sign: Any = None,
    seed: int | None = None,
    shape: tuple[int, ...] | None = None,
) -> SignedMagnitudeBin:
    """A magnitude bin with a random sign per sample, for augmentations that have signs.

    magnitude_bin: a number, or one for each sample.
    random_sign: 0 or 1 for each sample; 1 is negative. Drawn if not given: in a graph with this
        `seed`, in dynamic mode on first use. All users of the bin get the same signs.
    shape: not supported for signs drawn here: there is one per sample.
    """
    if shape:
        raise fail("signed_bin", "there is one sign for each sample: shape= has no meaning")
    if random_sign is None and Graph.present() is not None:
        random_sign = Graphs(seed).integers(2)
    return SignedMagnitudeBin(magnitude_bin, random_sign, seed)


class _Kept:
    def __repr__(self) -> str:
        return "as it is"


_KEPT: Any = _Kept()


def _as_it_is(magnitude: Any) -> Any:
    return magnitude


class Augmentation:
    """A function of samples and a parameter, which is computed from a magnitude.

    Made by the decorator `augmentation`. Called like the function, but with a magnitude bin instead
    of the parameter:

    >>> import numpy as np
    >>> import headrace.dynamic as ndd
    >>> from headrace.auto_aug.core import augmentation
    >>> @augmentation(mag_range=(0, 100))
    ... def darker(data, by):
    ...     return ndd.cast(data - by, dtype=ndd.uint8)
    >>> darker(ndd.tensor(np.uint8([150, 60])), magnitude_bin=5, num_magnitude_bins=11).tolist()
    [100, 10]
    """

    def __init__(
        self,
        op: Callable[..., Any],
        mag_range: tuple[float, float] | np.ndarray | None = None,
        randomly_negate: bool | None = None,
        mag_to_param: Callable[[Any], Any] | None = None,
        param_device: str | None = None,
        name: str | None = None,
    ) -> None:
        self._op = op
        self._given: dict[str, Any] = {
            "mag_range": mag_range, "randomly_negate": randomly_negate,
            "mag_to_param": mag_to_param, "param_device": param_device, "name": name,
        }  # fmt: skip
        self._known: dict[tuple[int, int | None], np.ndarray] = {}  # cached parameters
        self._read_signature()
        self._given["param_device"] = errors.choice(
            "param_device", self.param_device, ("cpu", "gpu", "auto"), operator=self.name
        )
        pair = isinstance(mag_range, (tuple, list)) and len(mag_range) == 2
        if mag_range is not None and not isinstance(mag_range, np.ndarray) and not pair:
            raise fail(
                self.name,
                "mag_range is a pair of numbers, or an array with one for each bin, got "
                + errors.brief(mag_range),
            )

    def _read_signature(self) -> None:
        parameters = list(inspect.signature(self._op).parameters.values())
        positional = [
            p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
        ]
        many = any(p.kind is p.VAR_POSITIONAL for p in parameters)
        if len(positional) < 2 and not many:
            raise fail(
                self.name,
                "an augmentation takes two positional arguments at least: the samples and a "
                f"parameter; this function takes {len(positional)}",
                errors.ArgumentTypeError,
            )
        named = [*positional[2:], *(p for p in parameters if p.kind is p.KEYWORD_ONLY)]
        #: Names of the arguments after samples and parameter, and those of them without a default.
        self.arguments: tuple[str, ...] = tuple(p.name for p in named)
        self.required: tuple[str, ...] = tuple(p.name for p in named if p.default is p.empty)
        #: Whether it accepts any keyword argument.
        self.takes_anything = any(p.kind is p.VAR_KEYWORD for p in parameters)

    # ---- what it is -----------------------------------------------------------------------------

    @property
    def op(self) -> Callable[..., Any]:
        """The function."""
        return self._op

    @property
    def name(self) -> str:
        """The given name, or that of the function."""
        return str(self._given["name"] or getattr(self._op, "__name__", repr(self._op)))

    @property
    def mag_range(self) -> tuple[float, float] | np.ndarray | None:
        """The lowest and highest magnitude, or all of them; None: no magnitudes."""
        return self._given["mag_range"]  # type: ignore[no-any-return]

    @property
    def randomly_negate(self) -> bool:
        """Whether magnitudes get random signs."""
        return bool(self._given["randomly_negate"])

    @property
    def mag_to_param(self) -> Callable[[Any], Any]:
        """Converts a magnitude to the function's parameter."""
        return self._given["mag_to_param"] or _as_it_is

    @property
    def param_device(self) -> str:
        """Where the parameter is: "cpu", "gpu", or "auto": with the samples."""
        return self._given["param_device"] or "cpu"

    def __repr__(self) -> str:
        given = "".join(f", {k}={v!r}" for k, v in self._given.items() if v is not None)
        return f"Augmentation({self._op!r}{given})"

    def augmentation(
        self,
        mag_range: Any = _KEPT,
        randomly_negate: Any = _KEPT,
        mag_to_param: Any = _KEPT,
        param_device: Any = _KEPT,
        name: Any = _KEPT,
        augmentation_cls: type[Augmentation] | None = None,
    ) -> Augmentation:
        """A copy with other settings."""
        new = {
            "mag_range": mag_range, "randomly_negate": randomly_negate,
            "mag_to_param": mag_to_param, "param_device": param_device, "name": name,
        }  # fmt: skip
        given = {k: self._given[k] if v is _KEPT else v for k, v in new.items()}
        return (augmentation_cls or type(self))(self._op, **given)

    # ---- calls ----------------------------------------------------------------------------------

    def __call__(
        self,
        data: Any,
        *,
        magnitude_bin: Any = None,
        num_magnitude_bins: int | None = None,
        rng: RNG | None = None,
        **kwargs: Any,
    ) -> Any:
        """Augment samples.

        magnitude_bin: from 0 to num_magnitude_bins - 1: a number, one for each sample, or a
            `signed_bin`.
        rng: generator of signs in dynamic mode.
        Arguments that the function does not have are ignored, so that one set serves many
        functions.
        """
        given = (
            magnitude_bin
            if isinstance(magnitude_bin, SignedMagnitudeBin)
            else SignedMagnitudeBin(magnitude_bin)
        )
        mode = mode_of(data, given.seed, rng)
        self.check_required(kwargs)
        if isinstance(mode, Values) and mode.empty:
            return data
        if rng is not None:
            kwargs["rng"] = rng  # for functions with such an argument
        known = set(kwargs) if self.takes_anything else set(self.arguments)
        param = mode.value(self._param(mode, given, num_magnitude_bins))
        where = self.param_device if self.param_device != "auto" else _device_of(data)
        if where == "gpu" and hasattr(param, "gpu"):
            param = param.gpu()
        call = converting.call(self._op)  # it may contain per-sample `if`
        return call(data, param, **{k: v for k, v in kwargs.items() if k in known})

    def check_required(self, given: Iterable[str]) -> None:
        """Raises if arguments that the function requires are missing."""
        missing = [name for name in self.required if name not in given]
        if missing:
            raise fail(self.name, f"needs the argument {missing[0]!r}", errors.ArgumentTypeError)

    def _param(self, mode: Mode, given: SignedMagnitudeBin, bins: int | None) -> Any:
        """The parameter of a magnitude bin: an array, or one for each sample."""
        if self.mag_range is None:
            return None
        magnitudes, bin = self._magnitudes(bins), given.bin
        if bin is None:
            raise fail(self.name, "it has a range of strengths: needs magnitude_bin=")
        if isinstance(bin, (int, np.integer)):
            bin = integer(self.name, "magnitude_bin", bin, 0, len(magnitudes) - 1)
            table = self._params(magnitudes, bin)
            if not self.randomly_negate:
                return mode.constant(table[0])
            return mode.pick(table, given.sign(mode))
        bin = mode.per_sample("magnitude_bin", bin, len(magnitudes))
        table = self._params(magnitudes)
        if not self.randomly_negate:
            return mode.pick(table[0], bin)
        return mode.pick(table, given.sign(mode), bin)

    def _magnitudes(self, bins: int | None) -> np.ndarray:
        of = self.mag_range
        if isinstance(of, np.ndarray):
            if bins is not None and bins != len(of):
                raise fail(
                    self.name, f"mag_range has {len(of)} magnitudes, num_magnitude_bins={bins}"
                )
            return of
        assert of is not None
        if bins is None:
            raise fail(self.name, "it has a range of strengths: needs num_magnitude_bins=")
        return np.linspace(of[0], of[1], integer(self.name, "num_magnitude_bins", bins, 1))

    def _params(self, magnitudes: np.ndarray, bin: int | None = None) -> np.ndarray:
        """Cached parameters of all magnitudes or of one, as [2, …]: as given, and negated."""
        key = len(magnitudes), bin
        found = self._known.get(key)
        if found is None:
            of = magnitudes if bin is None else magnitudes[bin : bin + 1]
            signs = (of, -of) if self.randomly_negate else (of,)
            found = np.stack([self._rows(m) for m in signs])
            found = self._known[key] = found if bin is None else found[:, 0]
        return found

    def _rows(self, magnitudes: np.ndarray) -> np.ndarray:
        """One row per magnitude, of a type that operators accept."""
        rows = [np.asarray(self.mag_to_param(m)) for m in magnitudes]
        if len({r.shape for r in rows}) > 1:
            raise fail(self.name, "mag_to_param gives arrays of different shapes")
        table = np.stack(rows)
        narrow = {np.dtype(np.float64): np.float32, np.dtype(np.int64): np.int32}
        return table.astype(narrow.get(table.dtype, table.dtype))


def _device_of(data: Any) -> str:
    return data.device if isinstance(data.device, str) else data.device.device_type
