"""What all tests share: hypothesis profiles, and a clean engine before and after each test."""

from __future__ import annotations

import os

import hypothesis
import pytest

hypothesis.settings.register_profile(
    "default", max_examples=100, deadline=None, derandomize=True, database=None
)
hypothesis.settings.register_profile(
    "long", max_examples=3000, deadline=None, suppress_health_check=list(hypothesis.HealthCheck)
)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture
def unfused():
    """A context manager that turns fusion off and puts the switch back."""
    from contextlib import contextmanager

    from headrace import _native

    @contextmanager
    def off():
        before = _native.set_fuse(False)
        try:
            yield
        finally:
            _native.set_fuse(before)

    return off


@pytest.fixture(scope="session")
def tint_library(tmp_path_factory):
    """The path of the library of examples/cpp_operator, which is built for it."""
    from tests import own_library

    return own_library.built(tmp_path_factory.mktemp("tint"))
