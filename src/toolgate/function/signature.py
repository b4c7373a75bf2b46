"""From a Python function to what a tool is made of."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, NamedTuple, get_args, get_origin

from toolgate.content import BLOCK_TYPES
from toolgate.exceptions import InvalidToolError
from toolgate.function.binding import Binder, Parameter
from toolgate.function.callables import (
    bound_names,
    doc_of,
    label_of,
    name_of,
    target_of,
    unbound,
)
from toolgate.function.defaults import shown_default
from toolgate.function.docstrings import read_docstring
from toolgate.function.hints import (
    Names,
    bare,
    injected_key,
    is_context,
    members,
)
from toolgate.function.misplaced import refuse_misplaced
from toolgate.function.model_bounds import metered
from toolgate.function.shape import Refused
from toolgate.function.types import Deriver
from toolgate.function.wrappers import refuse_wrappers
from toolgate.json_copy import type_name
from toolgate.result import ToolResult
from toolgate.schema.cache import ValidatorCache
from toolgate.unset import UNSET

if TYPE_CHECKING:
    from toolgate.function.docstrings import Documented
    from toolgate.function.shape import Shape
    from toolgate.typing import JSONObject, JSONSchema, JSONValue

_EMPTY = inspect.Parameter.empty
_VARIADIC: dict[object, str] = {
    inspect.Parameter.VAR_POSITIONAL: "*",
    inspect.Parameter.VAR_KEYWORD: "**",
}
_OWNERS = ("self", "cls")
_NO_OUTPUT = "or pass output_schema=None to leave it out"
# Results that say themselves what they are.
_TOLD = frozenset((Any, object, ToolResult, *BLOCK_TYPES))


class Derived(NamedTuple):
    """
    What a function says of itself.

    `label` is what messages call it; `name` is empty where it has none.
    `description` is the docstring's, without its sections. `output_schema`
    is None where the function does not say what it returns, or returns text,
    nothing, or content of its own making.
    """

    label: str
    name: str
    description: str | None
    input_schema: JSONObject
    output_schema: JSONObject | None
    binder: Binder


def derive(function: Callable[..., object], *, output: bool = True) -> Derived:
    """
    Read a function's signature, annotations and docstring.

    The return annotation is left alone where no `output` schema is wanted.

    Raises `InvalidToolError` with function and parameter where there is
    something that no model could be told, or no call could keep.
    """
    try:
        return _Reading(function).run(output=output)
    except InvalidToolError:
        raise
    except Refused as refusal:
        raise InvalidToolError(
            f"{label_of(function)}: {refusal.reason}"
        ) from None
    except Exception as error:
        # What stands in for a function may do anything.
        raise InvalidToolError(
            f"{label_of(function)}: its signature cannot be read: "
            f"{type_name(type(error))} was raised"
        ) from error


class _Reading:
    """One run of `derive`."""

    def __init__(self, function: Callable[..., object]) -> None:
        if inspect.isclass(function) or not callable(function):
            raise InvalidToolError(
                f"{function!r:.100} is no function: pass a function, a method "
                "of an instance, or an object that can be called"
            )
        self.function = function
        self.target = target_of(function)
        refuse_wrappers(function)
        self.label = label_of(self.target)
        self.names = Names(self.target)

    def run(self, *, output: bool) -> Derived:
        signature = self.signature()
        documented = read_docstring(doc_of(self.target), signature.parameters)
        deriver = Deriver(_check, self.names.scope)
        bound = bound_names(self.function)
        parameters = [
            self.parameter(each, deriver)
            for each in signature.parameters.values()
            if each.name not in bound
        ]
        return Derived(
            label=self.label,
            name=name_of(self.function),
            description=documented.description or None,
            input_schema=_input_schema(parameters, documented, deriver),
            output_schema=self.output(signature.return_annotation)
            if output
            else None,
            binder=Binder(parameters, self.bound(parameters)),
        )

    def bound(self, parameters: list[Parameter]) -> set[str]:
        """Return the names of parameters that partials have filled in."""
        inner = unbound(self.function)
        if inner is self.function:
            return set()
        names = {each.name for each in parameters}
        return set(inspect.signature(inner).parameters) - names

    def refused(self, what: str, reason: str) -> InvalidToolError:
        return InvalidToolError(f"{self.label}: {what}: {reason}")

    def signature(self) -> inspect.Signature:
        try:
            signature = inspect.signature(self.function)
        except (TypeError, ValueError):
            raise InvalidToolError(
                f"{self.label}: Python cannot tell its parameters; wrap it in "
                "a function with annotations"
            ) from None
        first = next(iter(signature.parameters.values()), None)
        if (
            first is not None
            and first.name in _OWNERS
            and first.annotation is _EMPTY
            and "." in self.label
        ):
            raise self.refused(
                f"parameter {first.name!r}",
                "this is a method of no instance; pass it as "
                f"instance.{self.label.rpartition('.')[2]}",
            )
        return signature

    def parameter(
        self, each: inspect.Parameter, deriver: Deriver
    ) -> Parameter:
        what = f"parameter {each.name!r}"
        stars = _VARIADIC.get(each.kind)
        if stars is not None:
            raise self.refused(
                f"parameter '{stars}{each.name}'",
                "a schema has no word for it; name the parameters, or take "
                "one list or dict",
            )
        try:
            return self.read(each, deriver)
        except Refused as refusal:
            raise self.refused(what, refusal.reason) from None
        except Exception as error:
            # Annotations and defaults may run code of their own.
            raise self.refused(what, _unread(error)) from error

    def read(self, each: inspect.Parameter, deriver: Deriver) -> Parameter:
        required = each.default is _EMPTY
        annotation: object = each.annotation
        if annotation is not _EMPTY:
            annotation = self.names.resolve(annotation)
        refuse_misplaced(annotation, each.default)
        if annotation is _EMPTY:
            annotation = Any
        key = injected_key(each.name, annotation)
        shape = None
        if key is None and not is_context(annotation):
            shape = deriver.shape(annotation)
            if deriver.is_metered:
                shape = metered(shape)
            if not required and "default" not in shape.schema:
                _show_default(each.default, annotation, shape, deriver)
        return Parameter(
            name=each.name,
            required=required,
            default=None if required else each.default,
            positional_only=each.kind is inspect.Parameter.POSITIONAL_ONLY,
            shape=shape,
            injected=key,
        )

    def output(self, annotation: object) -> JSONObject | None:
        if annotation is _EMPTY:
            return None
        what = "return annotation"
        try:
            returned = self.returned(self.names.resolve(annotation))
            if returned is None:
                return None
            deriver = Deriver(_check, self.names.scope, is_output=True)
            return deriver.finish(deriver.shape(returned).schema)
        except Refused as refusal:
            raise self.refused(
                what, f"{refusal.reason}; {_NO_OUTPUT}"
            ) from None
        except Exception as error:
            raise self.refused(
                what, f"{_unread(error)}; {_NO_OUTPUT}"
            ) from error

    def returned(self, annotation: object) -> object | None:
        """Return the type to describe, None where there is nothing to."""
        kind = bare(annotation)
        if get_origin(kind) in {Awaitable, Coroutine}:
            annotation = get_args(kind)[-1]
        elif inspect.isgeneratorfunction(self.target) or (
            inspect.isasyncgenfunction(self.target)
        ):
            # Its items are collected.
            items = get_args(kind)
            annotation = list[items[0]] if items else list  # type: ignore[valid-type]
        kinds = members(annotation)
        if get_origin(kinds[0]) in {list, tuple} and len(kinds) == 1:
            # Blocks are content, alone and in a list.
            items = members(get_args(kinds[0])[0])
            if set(items) <= set(BLOCK_TYPES):
                return None
        if kinds in {(str,), (type(None),)} or _TOLD.intersection(
            each for each in kinds if isinstance(each, type) or each is Any
        ):
            return None
        return annotation


def _show_default(
    default: object, annotation: object, shape: Shape, deriver: Deriver
) -> None:
    shown = shown_default(default, shape, deriver.definitions, annotation)
    if shown is not UNSET:
        shape.schema["default"] = shown


def _unread(error: Exception) -> str:
    return f"cannot be read: {type_name(type(error))} was raised"


def _check(schema: JSONSchema) -> Callable[[JSONValue], bool]:
    """Compile what tells types apart that are alike in JSON."""
    return ValidatorCache(engine="jsonschema").get(schema).check


def _input_schema(
    parameters: list[Parameter], documented: Documented, deriver: Deriver
) -> JSONObject:
    shown = [each for each in parameters if each.shape is not None]
    schema: JSONObject = {"type": "object"}
    if shown:
        schema["properties"] = {
            each.name: _property(each, documented) for each in shown
        }
        required = [each.name for each in shown if each.required]
        if required:
            schema["required"] = required
    schema["additionalProperties"] = False
    return deriver.finish(schema)


def _property(each: Parameter, documented: Documented) -> JSONObject:
    schema: JSONObject = {**each.shape.schema}  # type: ignore[union-attr]
    text = documented.parameters.get(each.name)
    if text and "description" not in schema:
        default = schema.pop("default", UNSET)
        schema["description"] = text
        if default is not UNSET:
            schema["default"] = default  # the last thing to be read
    return schema
