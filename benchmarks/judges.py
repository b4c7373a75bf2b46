"""The tests' own checkers, which know nothing of how anything is converted."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

sys.path.append(str(Path(__file__).parents[1] / "tests"))

_RULES = importlib.import_module("wire_rules")
_ENTRIES = importlib.import_module("wire_entries")
_SCHEMAS = importlib.import_module("wire_schemas")

# One rule table holds for Chat Completions and Responses.
TARGET = "openai-chat"


# OpenAI refused the keyword in 2025 and has taken it since; Azure refuses it.
DEFAULT_SENT = ": default is not supported"


def faults(schema: Any, *, strict: bool) -> list[str]:
    """Tell which of OpenAI's rules a schema breaks."""
    if not isinstance(schema, dict):
        return ["the root is no object"]
    return _RULES.schema_faults(TARGET, schema, strict=strict)


def relaxed(schema: Any, changes: Iterable[Any]) -> Any:
    """Give the author's schema with exactly the reported widenings."""
    return _ENTRIES.relaxed(schema, changes)


def restricted(schema: Any, changes: Iterable[Any]) -> Any:
    """Give the author's schema with exactly the reported narrowings."""
    return _ENTRIES.restricted(schema, changes)


def same_json(left: Any, right: Any) -> bool:
    return _ENTRIES.same_json(left, right)


def resolved(root: Any, reference: str) -> Any:
    """Give what a reference leads to, or None."""
    return _SCHEMAS.resolved(root, reference)


def oracle(schema: Any) -> Any:
    """Give the plain validator of a schema's own dialect."""
    return _SCHEMAS.oracle(schema)
