"""The real tools that registration and memory are measured on."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

VARIABLE = "TOOLGATE_TEST_DATA"


def lines(count: int | None = None) -> list[str]:
    """
    Give the tools as they lie in the file, one JSON text each.

    Stops the program where the folder is not given or not there.
    """
    where = os.environ.get(VARIABLE)
    if where is None:
        sys.exit(f"set {VARIABLE} to the folder that holds bfcl/tools.jsonl")
    path = Path(where) / "bfcl" / "tools.jsonl"
    if not path.is_file():
        sys.exit(f"{VARIABLE} is set, but there is no {path}")
    return path.read_text(encoding="utf-8").splitlines()[:count]


def documents(count: int | None = None) -> list[dict]:
    """Give the tools, freshly parsed: no dict is one that was seen before."""
    return [json.loads(line) for line in lines(count)]
