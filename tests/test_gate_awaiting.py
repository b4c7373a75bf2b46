"""What is loaded before the first call, and what is not."""

from __future__ import annotations

import sys

import pytest

from toolgate.gate import awaiting


def test_a_host_without_asyncio_loads_nothing_of_it(monkeypatch):
    monkeypatch.delitem(sys.modules, "asyncio", raising=False)
    monkeypatch.setattr(awaiting, "tasks", pytest.fail)
    awaiting.prepare()


def test_a_host_with_asyncio_loads_all_beforehand(monkeypatch):
    loaded = []
    monkeypatch.setitem(sys.modules, "asyncio", object())
    monkeypatch.setattr(awaiting, "tasks", lambda: loaded.append(1))
    awaiting.prepare()
    assert loaded == [1]
