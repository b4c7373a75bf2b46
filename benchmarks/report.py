"""Tables in Markdown, with the machine and the versions on top."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PACKAGES = (
    *(
        "toolgate",
        "jsonschema",
        "jsonschema-rs",
        "referencing",
        "openai",
        "openai-agents",
    ),
    *("pydantic-ai-slim", "mcp", "fastmcp", "langchain-core"),
    *("strands-agents", "pydantic"),
)


def version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def processor() -> str:
    """Name the processor, as far as the system tells."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        text = ""
    found = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return found[1] if found else platform.processor() or platform.machine()


def header() -> str:
    """Say what was measured with what."""
    versions = ", ".join(
        f"{package} {found}"
        for package in PACKAGES
        if (found := version(package))
    )
    load = (
        f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    )
    return (
        f"{platform.python_implementation()} {platform.python_version()}, "
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} x "
        f"{processor()}{load}\n{versions}\n"
    )


def time_text(seconds: float) -> str:
    """
    Write a time with three digits and the unit that fits.

    >>> time_text(4.04e-6), time_text(0.208), time_text(12.3e-9)
    ('4.04 µs', '208 ms', '12.3 ns')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{digits(seconds / size)} {unit}"
    return f"{digits(seconds / 1e-9)} ns"


def digits(number: float) -> str:
    """
    Write a number with three digits.

    >>> digits(1.234), digits(12.34), digits(123.4)
    ('1.23', '12.3', '123')
    """
    return f"{number:.{2 if number < 10 else 1 if number < 100 else 0}f}"


def ratio_text(ratio: float) -> str:
    return f"{digits(ratio)}x"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Lay out a Markdown table, the first column left, the others right."""
    rows = [list(head), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]

    def line(cells: Sequence[str]) -> str:
        first, *others = cells
        padded = [first.ljust(widths[0])]
        padded += [
            cell.rjust(width)
            for cell, width in zip(others, widths[1:], strict=True)
        ]
        return "| " + " | ".join(padded) + " |"

    rule = [
        "-" * widths[0],
        *("-" * (width - 1) + ":" for width in widths[1:]),
    ]
    return "\n".join([line(rows[0]), line(rule), *map(line, rows[1:])])
