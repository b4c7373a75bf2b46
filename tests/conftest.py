"""Fixtures that more than one test file needs."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from toolgate import ValidatorCache

# How long an example takes depends on what else the machine does.
settings.register_profile("toolgate", deadline=None)
settings.load_profile("toolgate")


@pytest.hookimpl(trylast=True)  # Hypothesis marks its tests here, too
def pytest_collection_modifyitems(items):
    """
    Nothing that was drawn at random counts as covered.

    So the figure is the same in each run: each branch is reached by a case
    that is written down. And laws take little more than half of the time.
    """
    for item in items:
        if item.get_closest_marker("hypothesis"):
            item.add_marker("no_cover")


VARIABLE = "TOOLGATE_TEST_DATA"


def data_folder() -> Path | None:
    """
    Where the test data lies, or None where nobody said so.

    Where it was said, data that is missing is an error, never a skip.
    """
    where = os.environ.get(VARIABLE)
    if where is None:
        return None
    folder = Path(where)
    if not folder.is_dir():
        pytest.fail(f"{VARIABLE} is set, but {folder} is no folder")
    return folder


@pytest.fixture
def int_digits():
    """Sets how many digits Python reads and writes, until the test ends."""
    if not hasattr(sys, "set_int_max_str_digits"):
        pytest.skip("this Python has no limit on digits")
    before = sys.get_int_max_str_digits()
    yield sys.set_int_max_str_digits
    sys.set_int_max_str_digits(before)


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder with the official suite and the real tools."""
    folder = data_folder()
    if folder is None:
        pytest.skip(f"{VARIABLE} is not set")
    return folder


@pytest.fixture(scope="session")
def cases(data) -> Path:
    """The folder with the field cases, beside the data."""
    folder = data.parent / "cases"
    assert folder.is_dir(), f"no field cases at {folder}"
    return folder


ENGINES = ("jsonschema", "jsonschema-rs")


@pytest.fixture(params=ENGINES)
def engine(request) -> str:
    """Each of the two engines in turn."""
    return request.param


@pytest.fixture
def validators(engine) -> ValidatorCache:
    """A cache on each of the two engines in turn."""
    return ValidatorCache(engine=engine)
