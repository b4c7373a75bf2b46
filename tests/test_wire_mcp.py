"""The one door to MCP, and what stands behind it."""

from __future__ import annotations

import subprocess
import sys

from toolgate.wire import mcp


def test_all_is_there_and_sorted():
    names = list(mcp.__all__)
    assert names == sorted(names, key=lambda name: (not name.isupper(), name))
    for name in names:
        assert hasattr(mcp, name)


def test_codes_are_those_of_the_specification():
    assert mcp.INTERNAL_ERROR == -32603
    assert mcp.HEADER_MISMATCH == -32020


def test_no_sdk_is_imported():
    code = (
        "import sys; import toolgate.wire.mcp; "
        "assert not {'mcp', 'mcp_types', 'pydantic'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
