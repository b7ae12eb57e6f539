"""Operators of one's own that Numba compiled: without the GIL, in fused programs."""

from __future__ import annotations

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd

from .test_own_operators import define, ragged  # noqa: F401

numba = pytest.importorskip("numba")


def test_results(define):  # noqa: F811
    @define
    @numba.njit
    def own_nudge(image, *, by: headrace.PerSample[int] = 1, times: float = 1.0):
        """Add a number."""
        return (image + by * times).astype(np.uint8)

    x = ndd.batch(ragged(), layout="HWC")
    for got, want in zip(own_nudge(x, times=2), ragged()):
        np.testing.assert_array_equal(got, want + 2)
    each = ndd.own_nudge(x, by=ndd.batch([np.int32(1), np.int32(5)]))
    for got, want, by in zip(each, ragged(), (1, 5)):
        np.testing.assert_array_equal(got, want + by)
    assert each.layout == "HWC" and "Add a number" in own_nudge.__doc__


def test_it_is_a_step_of_a_fused_program(define):  # noqa: F811
    @define
    @numba.njit
    def own_copy(image):
        return image.copy()

    x = ndd.batch(ragged(), layout="HWC")
    with ndd.EvalMode.deferred:
        chain = ndd.flip(own_copy(ndd.flip(x)))
        text = str(ndd.explain(chain))
        assert text.count("stage ") == 1 and "own_copy" in text, text
    for got, want in zip(chain, ragged()):
        np.testing.assert_array_equal(got, want)


def test_shapes_and_several_outputs(define):  # noqa: F811
    @define(
        out=(headrace.Out("uint8", 2), headrace.Out("float32", 1)),
        shape=lambda x, *, rows: ((rows, x[1]), (x[2],)),
    )
    @numba.njit
    def own_parts(image, *, rows: int = 1):
        return image[:rows, :, 0].copy(), np.ones(image.shape[2], np.float32)

    first, ones = own_parts(ndd.batch(ragged(), layout="HWC"))
    assert first.shape == [(1, 2), (1, 4)] and ones.shape == [(3,), (3,)]
    np.testing.assert_array_equal(first.tensors[0], ragged()[0][:1, :, 0])


def test_errors_name_the_sample(define):  # noqa: F811
    @define
    @numba.njit
    def own_refuse(image):
        if image.shape[0] == 1:
            raise ValueError("no")
        return image

    with pytest.raises(headrace.Error, match="raised an exception") as caught:
        own_refuse(ndd.batch(ragged())).evaluate()
    assert "sample 1" in str(caught.value) and "own_refuse" in str(caught.value)

    @define
    @numba.njit
    def own_shorter(image):
        return image[1:]

    with pytest.raises(headrace.Error, match="another shape than was announced"):
        own_shorter(ndd.batch(ragged())).evaluate()

    @define
    @numba.njit
    def own_broken(image):
        return image.no_such_method()

    with pytest.raises(headrace.Error, match="Numba cannot compile"):
        own_broken(ndd.batch(ragged()))
