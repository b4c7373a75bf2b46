"""
Whatever stands in for a function, only errors of registration come out.

Callables, defaults and annotations whose special methods raise, or say
what is not so, one method at a time.
"""

from __future__ import annotations

import inspect
import re
from typing import Annotated

import pytest

from toolgate import Tool, ToolRegistry
from toolgate.exceptions import InvalidToolError, RegistrationError

ATTRIBUTES = [
    "__annotations__",
    "__class__",
    "__closure__",
    "__code__",
    "__defaults__",
    "__doc__",
    "__func__",
    "__globals__",
    "__kwdefaults__",
    "__metadata__",
    "__module__",
    "__name__",
    "__origin__",
    "__args__",
    "__parameters__",
    "__signature__",
    "__supertype__",
    "__text_signature__",
    "__type_params__",
    "__value__",
    "__wrapped__",
    "__dict__",
    "func",
    "gt",
    "metadata",
    "items",
    "model_dump",
]
METHODS = [
    "__bool__",
    "__eq__",
    "__format__",
    "__getattr__",
    "__getattribute__",
    "__hash__",
    "__instancecheck__",
    "__iter__",
    "__len__",
    "__repr__",
    "__str__",
    "__subclasscheck__",
]


class Unexpected(Exception):
    """Not one of this library's."""


def raising(*args, **kwargs):
    raise Unexpected


def lies():
    """Answer everything with something useless."""
    return [5, "\ud800\n", object(), int, None]


def hostile(**names):
    """Return an object that can be called, of a class with these names."""
    return type("Hostile", (), {"__call__": call, **names})()


def call(self, x: int = 3) -> int:
    """Count."""
    return x


def of_metaclass(**names):
    """Return a class whose own class has these names."""
    return type("Meta", (type,), names)("Odd", (), {})


def objects():
    for name in ATTRIBUTES:
        yield f"{name} raises", {name: property(raising)}
        for at, lie in enumerate(lies()):
            yield f"{name} lies {at}", {name: property(lambda _, it=lie: it)}
    for name in METHODS:
        yield f"{name} raises", {name: raising}
        for at, lie in enumerate(lies()):
            yield f"{name} lies {at}", {name: lambda *_, it=lie: it}


CASES = dict(objects())
every = pytest.mark.parametrize("names", CASES.values(), ids=CASES)


def attempt(function, **options):
    """Make a tool and register it, or be refused with the function's name."""
    try:
        tool = Tool.from_function(function, name="f", **options)
    except InvalidToolError as error:
        return error.reason
    try:
        ToolRegistry().register(tool)
    except RegistrationError:
        pass
    return None


@every
def test_callable_objects(names):
    said = attempt(hostile(**names))
    # What lies about what it wraps is called by that.
    assert said is None or re.match(r"[\w.]+: ", said)


@every
def test_callable_objects_without_a_name_given(names):
    try:
        ToolRegistry().tool(hostile(**names))
    except RegistrationError:
        pass


@every
def test_classes_of_callable_objects(names):
    try:
        meta = type("Meta", (type,), dict(names))
        function = meta("Odd", (), {"__call__": call})()
    except Exception:
        return
    attempt(function)


@every
def test_defaults(names):
    default = hostile(**names)

    def run(x: int, y=default): ...

    said = attempt(run)
    assert said is None or said.startswith("run: parameter 'y': ")


@every
def test_defaults_of_odd_classes(names):
    try:
        default = of_metaclass(**names)()
    except Exception:
        return

    def run(x: int, y=default): ...

    said = attempt(run)
    assert said is None or said.startswith("run: parameter 'y': ")


def annotated(annotation):
    def run(x): ...

    run.__annotations__["x"] = annotation
    return run


@every
def test_annotations(names):
    said = attempt(annotated(hostile(**names)))
    assert said.startswith("run: parameter 'x': ")


@every
def test_annotations_that_are_odd_classes(names):
    try:
        annotation = of_metaclass(**names)
    except Exception:
        return
    said = attempt(annotated(annotation))
    assert said.startswith("run: parameter 'x': ")


@every
def test_metadata(names):
    try:
        annotation = Annotated[int, hostile(**names)]
    except Exception:
        return
    said = attempt(annotated(annotation))
    assert said is None or said.startswith("run: parameter 'x': ")


@every
def test_return_annotations(names):
    def run(x: int): ...

    run.__annotations__["return"] = hostile(**names)
    said = attempt(run)
    assert said.startswith("run: return annotation: ")
    assert attempt(run, output_schema=None) is None


def test_signatures_that_lie():
    def run(x): ...

    for lie in lies():
        run.__signature__ = lie
        said = attempt(run)
        assert said is None or said.startswith("run: ")
    run.__signature__ = inspect.Signature(
        [
            inspect.Parameter(
                "y", inspect.Parameter.KEYWORD_ONLY, annotation=hostile
            )
        ]
    )
    assert attempt(run).startswith("run: parameter 'y': ")


def test_text_that_is_no_unicode():
    def run(x: int):
        """Half of a pair: \ud800."""

    assert attempt(run) == (
        "description holds half of a surrogate pair, which is no character"
    )

    def told(x: Annotated[int, "\ud800"]): ...

    assert attempt(told).startswith("told: ")
