"""Operators of one's own pass the harness like built-in ones: Python, Numba and C++ (own.py)."""

from __future__ import annotations

import pytest
from tests import own_library


@pytest.mark.timeout(1800)
def test_operators_of_ones_own(tint_library):
    pytest.importorskip("numba")
    own_library.run_harness(tint_library, "tests/harness", "-k", "own. or tint")
