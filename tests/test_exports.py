"""What the top level offers, and that nothing else stands beside it."""

from __future__ import annotations

import subprocess
import sys
import types

import toolgate


def test_all_is_sorted_and_complete():
    names = list(toolgate.__all__)
    assert names == sorted(names, key=lambda n: (not n.isupper(), n))
    for name in names:
        assert hasattr(toolgate, name)


def test_top_level_stays_small():
    assert len(toolgate.__all__) <= 35


def test_nothing_public_beside_all():
    extra = {
        name
        for name, value in vars(toolgate).items()
        if not name.startswith("_")
        and name not in toolgate.__all__
        and not hasattr(value, "__path__")
        and not isinstance(value, types.ModuleType)
    }
    assert extra <= {"annotations"}


def test_import_reads_no_extra_and_starts_nothing():
    """Importing loads no extra, starts no thread, sets up no logging."""
    code = (
        "import sys, threading, logging; import toolgate; "
        "assert 'jsonschema_rs' not in sys.modules; "
        "assert threading.active_count() == 1; "
        "assert not logging.getLogger('toolgate').handlers; "
        "assert not logging.getLogger().handlers"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
