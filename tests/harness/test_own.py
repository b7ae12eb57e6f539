"""Operators of one's own pass the harness like built-in ones: Python, Numba and C++ (own.py)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests import own_library


@pytest.mark.timeout(1800)
def test_operators_of_ones_own(tint_library):
    pytest.importorskip("numba")
    here = Path(__file__)
    chosen = [str(p) for p in here.parent.glob("test_*.py") if p != here]
    own_library.run_harness(tint_library, *chosen, "-m", "not long", "-k", "own. or tint")
