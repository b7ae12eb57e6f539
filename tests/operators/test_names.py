"""Deprecated names warn at the user's line and name what exists; missing ones say what to use."""

import contextlib
import re
import warnings
from operator import attrgetter
from types import ModuleType

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
from headrace import fn, ops, pipeline_def, types
from headrace.engine.namespaces import MISSING

ROOTS = {"fn": fn, "ops": ops, "ndd": ndd, "DataNode": headrace.data_node.DataNode}


def deprecated(module, prefix=""):
    """The names whose documentation says that they are deprecated."""
    for name, value in vars(module).items():
        if isinstance(value, ModuleType) and value.__name__.startswith("headrace."):
            yield from deprecated(value, f"{prefix}{name}.")
        elif (getattr(value, "__doc__", None) or "").startswith("The deprecated name"):
            yield prefix + name, value


def exists(name):
    root, _, rest = name.partition(".")
    if root not in ROOTS:
        root, rest = "ndd", name
    return attrgetter(rest)(ROOTS[root]) is not None


@pytest.mark.parametrize("module", [ndd, fn, ops], ids=lambda m: m.__name__)
def test_deprecated_names(module):
    found = dict(deprecated(module))
    assert len(found) >= (6 if module is ndd else 25)
    pipe = headrace.Pipeline(batch_size=1, num_threads=1)
    for name, function in found.items():
        with warnings.catch_warnings(record=True) as caught, pipe:
            warnings.simplefilter("always")
            with contextlib.suppress(Exception):  # the arguments are missing; the warning is first
                function() if module is not ops else function()()
        (warning,) = [w for w in caught if issubclass(w.category, DeprecationWarning)]
        assert warning.filename == __file__, name
        new = re.fullmatch(r"\S+ is deprecated, use (\S+)", str(warning.message))
        assert new, name
        assert exists(new[1]), name


def test_deprecated_arguments():
    pixels = np.zeros((4, 4, 3), np.uint8)

    @pipeline_def(batch_size=1, num_threads=1)
    def graph():
        a = fn.rotate(pixels, angle=1.0, output_dtype=types.FLOAT)
        return a, ops.Rotate(angle=1.0, output_dtype=types.FLOAT)(pixels)

    def reader():
        with pytest.raises(ValueError, match="annotations_file"):
            ndd.readers.COCO(file_root=".", dump_meta_files=False)

    for call in (lambda: ndd.rotate(pixels, angle=1.0, output_dtype=ndd.float32), graph, reader):
        with pytest.warns(DeprecationWarning, match="is deprecated, use") as caught:
            call()
        assert {w.filename for w in caught} == {__file__}


@pytest.mark.parametrize("name", MISSING)
def test_missing_names(name):
    missing = [module for module in (ndd, fn) if not _has(module, name)]
    assert missing, f"{name} is there: take it out of MISSING"
    for module in missing:
        with pytest.raises(AttributeError, match=re.escape(f"{name} is missing, unlike in DALI")):
            attrgetter(name)(module)


def _has(module, name):
    try:
        return attrgetter(name)(module) is not None
    except AttributeError:
        return False


def test_other_spellings_of_missing_names():
    for ask in (lambda: fn.readers.nemo_asr, lambda: ops.readers.NemoAsr):
        with pytest.raises(AttributeError, match=r"is missing, unlike in DALI: soundfile\.read"):
            ask()
    with pytest.raises(AttributeError, match=r"'headrace\.fn\.decoders' has no attribute 'imag'"):
        _ = fn.decoders.imag
    assert not hasattr(ndd, "nothing")
    assert not hasattr(ndd.decoders, "audio") or "decoders.audio" not in MISSING
