"""
Real tools as their authors would have written them: functions with types.

Each document becomes the source of one function: typed parameters, objects
as typed dicts, enumerations as `Literal`, defaults where they fit, a
docstring in Google's style. Two modules hold them, one with postponed
annotations and one without, and are executed anew for each sample, so that no
function was seen before.
"""

from __future__ import annotations

import keyword
import re
import sys
import textwrap
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType

PLAIN = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "None": "None",
}
FITS = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
}
HEAD = """\
from typing import Any, Literal, Optional
from typing_extensions import NotRequired, TypedDict
"""
POSTPONED = "from __future__ import annotations\n"
MODULES = ("written_now", "written_postponed")
WIDTH = 72


class Source:
    """The source of one module, written tool by tool."""

    def __init__(self, head: str, names: list[str]) -> None:
        self.parts = [head]
        self.names = names

    def add(self, tool: dict) -> None:
        name = identifier(tool["name"])
        while name in self.names:
            name += "_"
        schema = tool["inputSchema"]
        needed = schema.get("required", ())
        parameters, told = [], []
        for given, each in schema.get("properties", {}).items():
            key = identifier(given)
            kind = self.annotation(each, f"{name}_{key}")
            if given not in needed:
                kind += default_of(each)
            parameters.append((given not in needed, f"{key}: {kind}"))
            if text := plain(each.get("description", "")):
                told.append(wrapped(f"{key}: {text}", " " * 8, " " * 12))
        parameters.sort(key=lambda each: each[0])
        listed = "".join(f"    {each},\n" for _, each in parameters)
        body = wrapped(plain(tool["description"]), " " * 4, " " * 4)
        if told:
            body += "\n\n    Args:\n" + "\n".join(told)
        self.parts.append(
            f'def {name}(\n{listed}) -> str:\n    """\n{body}\n    """\n'
            '    return "done"\n'
        )
        self.names.append(name)

    def annotation(self, schema: dict, name: str) -> str:
        if values := schema.get("enum"):
            return f"Literal[{', '.join(map(repr, dict.fromkeys(values)))}]"
        kind = schema.get("type")
        if kind == "array":
            return f"list[{self.annotation(schema.get('items', {}), name)}]"
        if kind != "object":
            return PLAIN.get(str(kind), "Any")
        fields = schema.get("properties")
        if not fields or any(identifier(each) != each for each in fields):
            return "dict[str, Any]"
        return self.typed_dict(schema, identifier(name).title())

    def typed_dict(self, schema: dict, name: str) -> str:
        needed = schema.get("required", ())
        lines = []
        told = []
        for key, each in schema["properties"].items():
            kind = self.annotation(each, f"{name}_{key}")
            lines.append(
                f"    {key}: "
                + (kind if key in needed else f"NotRequired[{kind}]")
            )
            if text := plain(each.get("description", "")):
                told.append(wrapped(f"{key}: {text}", " " * 8, " " * 12))
        about = plain(schema.get("description", "")) or name
        body = wrapped(about, " " * 4, " " * 4)
        if told:
            body += "\n\n    Attributes:\n" + "\n".join(told)
        fields = "\n".join(lines)
        self.parts.append(
            f'class {name}(TypedDict):\n    """\n{body}\n    """\n{fields}\n'
        )
        return name

    def compiled(self, module: str) -> CodeType:
        source = "\n\n".join(self.parts)
        return compile(source, module, "exec", dont_inherit=True)


def identifier(name: str) -> str:
    word = re.sub(r"\W", "_", name)
    return f"{word}_" if keyword.iskeyword(word) else word


def plain(text: str) -> str:
    """Leave out what would end the docstring, or mean something in it."""
    return " ".join(text.replace("\\", " ").replace('"', "'").split())


def wrapped(text: str, first: str, others: str) -> str:
    return textwrap.fill(
        text, WIDTH, initial_indent=first, subsequent_indent=others
    )


def default_of(schema: dict) -> str:
    value = schema.get("default")
    if "enum" in schema:
        fits = value in schema["enum"]
    else:
        fits = type(value) in FITS.get(str(schema.get("type")), ())
    return f" = {value!r}" if fits else " = None"


def written(tools: list[dict]) -> Callable[[], list[Callable[..., Any]]]:
    """Return what makes the functions of tools, new ones at each call."""
    names: list[str] = []
    sources = Source(HEAD, names), Source(POSTPONED + HEAD, names)
    for at, tool in enumerate(tools):
        sources[at % 2].add(tool)
    codes = {
        module: source.compiled(module)
        for module, source in zip(MODULES, sources, strict=True)
    }

    def functions() -> list[Callable[..., Any]]:
        found: dict[str, Any] = {}
        for name, code in codes.items():
            module = sys.modules[name] = ModuleType(name)
            exec(code, vars(module))
            found |= vars(module)
        return [found[name] for name in names]

    return functions
