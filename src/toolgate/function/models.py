"""Pydantic's types: their own schema, closed, and their own reading."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING, Any, Final, get_args, get_origin

from toolgate.expected import Expected
from toolgate.function.collisions import refuse_colliding_numbers
from toolgate.function.definitions import name_of
from toolgate.function.inlining import PREFIX, referring
from toolgate.function.model_bounds import bounds_of
from toolgate.function.model_errors import misfit_of
from toolgate.function.model_schemas import core_schema, model_schema
from toolgate.function.shape import Refused, Shape
from toolgate.function.structures import REFUSALS
from toolgate.function.whole_numbers import Schemas, whole
from toolgate.json_value import canonical, own
from toolgate.limits import CallLimits
from toolgate.schema.dialects import DRAFT_2020_12
from toolgate.schema.walk import subschemas

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolgate.function.definitions import Definitions, DerivesNamed
    from toolgate.typing import JSONObject

_LIMITS: Final = CallLimits().outputs
_SHOWN: Final = 120
_names_addresses: Final = re.compile(r'"format":"ipv(6|any)').search
_LINK: Final = "https://"


def shape_of(annotation: object, deriver: DerivesNamed) -> Shape | None:
    """
    Return the shape of a Pydantic model, or None for other annotations.

    So of everything that Pydantic alone understands: its dataclasses and
    classes that bring their own validation. The schema is Pydantic's own, by
    alias: for arguments that for validation, for results that for
    serialization. Every object in it is closed that does not say otherwise,
    as `extra="allow"` does. Values are read in strict JSON mode, whole
    numbers written as 50.0 included.

    Raises `Refused` where Pydantic makes no schema of it, and where it holds
    what the host supplies.

    >>> from toolgate.function.types import Deriver
    >>> deriver = Deriver(compile=lambda schema: lambda value: True)
    >>> shape_of(object(), deriver)
    """
    owner = get_origin(annotation) or annotation
    if not isinstance(owner, type) or not any(
        hasattr(owner, name)
        for name in ("__pydantic_validator__", "__get_pydantic_core_schema__")
    ):
        return None
    model: Any = annotation
    name = name_of(owner, get_args(annotation))
    document, refuse_long = _read(model, name, is_output=deriver.is_output)
    validate = None if deriver.is_output else _validator(model)
    # Before it is taken apart. What a description says does no harm.
    has_addresses = _names_addresses(canonical(document)) is not None
    schema = _moved(document, name, deriver.definitions)
    if validate is None:
        return Shape(schema)

    schemas = _schemas(deriver.definitions)

    def read_whole(value: Any, *, is_lenient: bool) -> Any:
        return whole(value, schema, schemas, is_lenient=is_lenient)

    expected = Expected("valid", (owner.__name__,))
    deriver.is_metered |= refuse_long is not None
    refuse = _refusing(refuse_long, has_addresses=has_addresses)
    return Shape(schema, _reader(validate, read_whole, refuse, expected))


def _refusing(
    refuse_long: Callable[[Any], None] | None, *, has_addresses: bool
) -> Callable[[Any, int], None]:
    """Return what refuses values that would take long to read."""

    def refuse(value: Any, size: int) -> None:
        if refuse_long is not None:
            refuse_long(value)
        refuse_colliding_numbers(value, size, has_addresses=has_addresses)

    return refuse


def _read(
    model: Any, name: str, *, is_output: bool
) -> tuple[Any, Callable[[Any], None] | None]:
    """Return the schema of a model, and what refuses too much of it."""
    try:
        document = own(model_schema(model, is_output=is_output), _LIMITS)
        if is_output:
            return document, None
        return document, bounds_of(core_schema(model))
    except Refused:
        raise
    except Exception as error:
        raise Refused(
            f"Pydantic makes no schema of {name} ({_told(error)})"
        ) from error


def _schemas(definitions: Definitions) -> Schemas:
    checks: dict[int, Callable[[Any], bool]] = {}

    def accepts(schema: JSONObject, value: Any) -> bool:
        # They stay where they are, as long as the definitions do.
        check = checks.get(id(schema))
        if check is None:
            check = checks[id(schema)] = definitions.check(schema)
        return check(value)

    return Schemas(definitions.target, accepts)


def _validator(model: Any) -> Callable[[str], Any]:
    """Return what validates JSON text strictly."""
    if hasattr(model, "model_validate_json"):
        validate = model.model_validate_json
    else:
        # Whoever made the type has imported Pydantic; this room never does.
        validate = sys.modules["pydantic"].TypeAdapter(model).validate_json
    return lambda text: validate(text, strict=True)


def _told(error: Exception) -> str:
    """Say in one short line what Pydantic says in several."""
    kind = type(error).__name__
    lines = [line.strip() for line in str(error).splitlines()]
    first = next((line for line in lines if line), "")
    if not first or _LINK in first:
        return kind
    if len(first) > _SHOWN:
        # Cut between words.
        first = first[:_SHOWN].rpartition(" ")[0] + " ..."
    return f"{kind}: {first.removesuffix('.')}"


def _moved(
    document: JSONObject, title: str, definitions: Definitions
) -> JSONObject:
    """Take a document's definitions into ours; return what refers to it."""
    parts: dict[str, JSONObject] = document.pop("$defs", {})
    root = document.get("$ref")
    if root is None or len(document) > 1:
        name = _free(title, parts)
        parts[name] = document
    else:
        name = root.removeprefix(PREFIX)
    names: dict[str, str] = {}
    new = []
    for part, schema in parts.items():
        _tidy(schema, title if part == name else part)
    for part in parts:
        wanted = title if part == name else part
        names[part], is_new = definitions.reserve(
            ("pydantic", canonical(_reached(part, parts))), wanted
        )
        if is_new:
            new.append(part)
    for part in new:
        schema = parts[part]
        for holder in referring(schema):
            inner = holder["$ref"].removeprefix(PREFIX)
            holder["$ref"] = PREFIX + names[inner]
        definitions.fill(names[part], schema)
    return {"$ref": PREFIX + names[name]}


def _free(name: str, parts: Mapping[str, JSONObject]) -> str:
    while name in parts:
        name += "_"
    return name


def _reached(
    start: str, parts: Mapping[str, JSONObject]
) -> list[JSONObject | str]:
    """Return all that a definition says, those it refers to included."""
    names = [start]
    for name in names:  # grows
        for holder in referring(parts[name]):
            inner = holder["$ref"].removeprefix(PREFIX)
            if inner not in names:
                names.append(inner)
    # By place, not by name: the names of one document mean nothing elsewhere.
    texts: list[JSONObject | str] = []
    for name in names:
        texts += [name, parts[name]]
    return texts


def _tidy(schema: JSONObject, name: str) -> None:
    """Close every object, and drop titles that only repeat a name."""
    for found in subschemas(schema, DRAFT_2020_12):
        inner: Any = found.schema
        if isinstance(inner, bool):
            continue
        # It maps to names that are not ours, and no validator looks at it.
        inner.pop("discriminator", None)
        if "properties" in inner:
            inner.setdefault("additionalProperties", False)
        path = found.path
        of_property = len(path) > 1 and path[-2] == "properties"
        title = inner.get("title")
        if isinstance(title, str) and (
            _plain(title) == _plain(str(path[-1]))
            if of_property
            else not path and _repeats(title, name)
        ):
            del inner["title"]


def _repeats(title: str, name: str) -> bool:
    """Whether a title is a type's name, as it stands in a longer one."""
    whole, part = _plain(name), _plain(title)
    return whole.startswith(part) or whole.endswith(part)


def _plain(title: str) -> str:
    return re.sub(r"[\W_]+", "", title).lower()


def _reader(
    validate: Callable[[str], Any],
    read_whole: Callable[..., Any],
    refuse: Callable[[Any, int], None],
    expected: Expected,
) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        text = json.dumps(value)
        refuse(value, len(text))
        try:
            return validate(text)
        except REFUSALS as error:
            refusal = error
        # JSON Schema calls 50.0 an integer, Pydantic's strict mode does not.
        for is_lenient in (False, True):
            other = json.dumps(read_whole(value, is_lenient=is_lenient))
            if other == text:
                continue
            text = other
            try:
                return validate(other)
            except REFUSALS as error:
                refusal = error
        raise misfit_of(refusal, value, expected) from refusal

    return read
