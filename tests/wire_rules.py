"""
What each provider takes, as an independent checker of what is sent.

Written from the providers' documents, SDKs and error texts, never from the
converter: each rule names where it comes from. Marks: doc (the provider's
page), spec (its machine-readable description), src (its SDK), obs (what its
API was seen to do), inf (concluded, where the sources leave a gap).
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

from wire_schemas import (
    DEFINITIONS,
    Node,
    children,
    cycles,
    is_draft7,
    nodes,
    oracle,
    resolved,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

AZURE = {"azure-openai-chat", "azure-openai-responses"}
CHAT = {"openai-chat", "azure-openai-chat", "openai-compatible"}
RESPONSES = {"openai-responses", "azure-openai-responses"}
GEMINI = {"gemini", "gemini-parameters"}
TARGETS = (
    "openai-chat",
    "openai-responses",
    "azure-openai-chat",
    "azure-openai-responses",
    "anthropic",
    "gemini",
    "gemini-parameters",
    "bedrock-converse",
    "openai-compatible",
)
STRICT_TARGETS = tuple(
    target
    for target in TARGETS
    if target not in GEMINI | {"openai-compatible"}
)

TYPES = {
    "array",
    "boolean",
    "integer",
    "null",
    "number",
    "object",
    "string",
}

# ---------------------------------------------------------------- the tables

NAMES = {
    # OpenAI: a-z A-Z 0-9 _ - , at most 64 (spec).
    **dict.fromkeys(CHAT | RESPONSES, r"[a-zA-Z0-9_-]{1,64}"),
    "anthropic": r"[a-zA-Z0-9_-]{1,64}",  # doc, Define tools
    # google-genai types.FunctionDeclaration: letter or _ first, 128 (src).
    **dict.fromkeys(GEMINI, r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}"),
    "bedrock-converse": r"[a-zA-Z0-9_-]{1,64}",  # spec, botocore
    # The portable core: what every host takes.
    "openai-compatible": r"[a-zA-Z][a-zA-Z0-9_-]{0,63}",
}
DESCRIPTION_MAX = dict.fromkeys(CHAT - {"openai-compatible"}, 1024)  # obs
TOOLS_MAX = {
    **dict.fromkeys(CHAT - {"openai-compatible"}, 128),  # obs
    **dict.fromkeys(GEMINI, 512),  # src
}
FIELDS = {
    "chat": {"name", "description", "parameters", "strict"},  # spec
    "responses": {  # spec, src types/responses/function_tool_param.py
        "type",
        "name",
        "description",
        "parameters",
        "strict",
        "defer_loading",
        "output_schema",
        "allowed_callers",
        "async",
    },
    "anthropic": {  # src types/tool_param.py
        "name",
        "description",
        "input_schema",
        "type",
        "strict",
        "input_examples",
        "defer_loading",
        "cache_control",
        "allowed_callers",
        "eager_input_streaming",
    },
    "gemini": {  # src types.FunctionDeclaration
        "name",
        "description",
        "parameters",
        "parametersJsonSchema",
        "response",
        "responseJsonSchema",
        "behavior",
    },
    "bedrock": {"name", "description", "inputSchema", "strict"},  # spec
}
# OpenAI "Structured model outputs", supported schemas (doc); title and
# description are annotations that its own SDK sends. `default`: rejected in
# 2025 and on Azure (obs), so no portable export has it.
OPENAI_STRICT = {
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "anyOf",
    "enum",
    "const",
    "$ref",
    "$defs",
    "definitions",
    "title",
    "description",
    "pattern",
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
    "minLength",  # obs: accepted by api.openai.com, not on the list
    "maxLength",
}
AZURE_STRICT = OPENAI_STRICT - {"minLength", "maxLength"}  # inf: stricter
FORMATS = {  # doc
    "date-time",
    "time",
    "date",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "uuid",
}
# Anthropic "Structured outputs", JSON Schema limitations (doc).
ANTHROPIC_STRICT = {
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minItems",
    "anyOf",
    "allOf",
    "enum",
    "const",
    "default",
    "$ref",
    "$defs",
    "definitions",
    "title",
    "description",
    "pattern",
    "format",
}
# Vertex and Developer API, response_json_schema (doc).
GEMINI_JSON = {
    "$id",
    "$defs",
    "$ref",
    "$anchor",
    "type",
    "format",
    "title",
    "description",
    "enum",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "anyOf",
    "oneOf",
    "properties",
    "additionalProperties",
    "required",
    "propertyOrdering",
}
# google-genai types.Schema (src); ref and defs are Vertex's alone.
GEMINI_SCHEMA = {
    "type",
    "format",
    "title",
    "description",
    "nullable",
    "enum",
    "items",
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
    "pattern",
    "minimum",
    "maximum",
    "properties",
    "required",
    "minProperties",
    "maxProperties",
    "anyOf",
    "default",
    "example",
    "propertyOrdering",
    "additionalProperties",
}
BESIDE_ANY_OF = {"anyOf", "nullable", "title", "description"}
MAX_PROPERTIES, MAX_PROPERTIES_AZURE = 5_000, 100  # doc
MAX_DEPTH, MAX_DEPTH_AZURE = 10, 5  # doc
MAX_CHARACTERS = 120_000  # doc
MAX_ENUM_VALUES = 1_000  # doc
MANY_VALUES, MAX_VALUE_CHARACTERS = 250, 15_000  # doc
MAX_STRICT, MAX_OPTIONAL, MAX_UNIONS = 20, 24, 16  # doc, Anthropic
LARGE_REPEAT = 1_000  # inf: "large {n,m}" has no number

ROOT_COMBINATORS = {"oneOf", "anyOf", "allOf", "enum", "not", "const"}  # obs
CLAUDE_KEY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")  # obs, top level only
GEMINI_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")  # src
DEFINITION = re.compile(r"#|#/(\$defs|definitions)/[^/]+")  # src pydantic-ai
LOOKAROUND = ("(?=", "(?!", "(?<=", "(?<!")


# ------------------------------------------------------------ rules of nodes


def _objects(schema: Any) -> Iterator[Node]:
    """Yield the nodes that speak of objects, with or without a type."""
    for node in nodes(schema):
        if isinstance(node.schema, dict) and (
            "object" in types_of(node.schema)
            or node.schema.keys()
            & {"properties", "required", "additionalProperties"}
        ):
            yield node


def types_of(schema: dict) -> list:
    found = schema.get("type", [])
    return found if isinstance(found, list) else [found]


def is_document(schema: Any) -> Iterator[str]:
    """The schema is one, in the dialect it names."""
    try:
        oracle(schema).check_schema(schema)
    except SchemaError as error:
        yield f"is no JSON Schema: {error.message}"


def is_2020_12(schema: Any) -> Iterator[str]:
    """Anthropic Tool reference (doc): JSON Schema 2020-12."""
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        yield f"is no JSON Schema 2020-12: {error.message}"
    if is_draft7(schema):
        yield "names draft-07"


def root_is_object(schema: Any) -> Iterator[str]:
    """OpenAI, Anthropic, Bedrock (doc, spec), Gemini (obs)."""
    kind = schema.get("type")
    if not isinstance(kind, str) or kind.lower() != "object":
        yield f"#: the root's type is {kind!r}"


def root_is_plain(schema: Any) -> Iterator[str]:
    """OpenAI, strict or not: a 400 that lists them (obs)."""
    for keyword in sorted(ROOT_COMBINATORS & schema.keys()):
        yield f"#: {keyword} at the root"


def root_is_not_reference(schema: Any) -> Iterator[str]:
    if "$ref" in schema:
        yield "#: $ref at the root"


def root_of_claude(schema: Any) -> Iterator[str]:
    """Anthropic, strict or not (obs, many)."""
    for keyword in sorted({"oneOf", "allOf", "anyOf"} & schema.keys()):
        yield f"#: {keyword} at the root"


def keys_of_claude(schema: Any) -> Iterator[str]:
    """Anthropic, and Claude on Bedrock (obs)."""
    for key in schema.get("properties", ()):
        if not CLAUDE_KEY.fullmatch(key):
            yield f"#/properties: the key {key!r}"


def keys_of_gemini(schema: Any) -> Iterator[str]:
    """google-genai FunctionDeclaration.parameters (src)."""
    for key in schema.get("properties", ()):
        if not GEMINI_KEY.fullmatch(key):
            yield f"#/properties: the key {key!r}"


def no_one_of(schema: Any) -> Iterator[str]:
    """OpenAI, strict or not (obs can1357/oh-my-pi#920)."""
    for node in nodes(schema):
        if isinstance(node.schema, dict) and "oneOf" in node.schema:
            yield f"{node.place}: oneOf"


def keywords_in(allowed: set[str]) -> Callable[[Any], Iterator[str]]:
    def rule(schema: Any) -> Iterator[str]:
        for node in nodes(schema):
            if isinstance(node.schema, dict):
                for keyword in sorted(node.schema.keys() - allowed):
                    yield f"{node.place}: {keyword} is not supported"

    return rule


def no_booleans(schema: Any) -> Iterator[str]:
    """Every node is an object; true and false only end an object."""
    for node in nodes(schema):
        if (
            not isinstance(node.schema, dict)
            and node.keyword != "additionalProperties"
        ):
            yield f"{node.place}: {node.schema!r} for a schema"


def typed_by(
    *speaking: str, below: frozenset[str] | None = None
) -> Callable[[Any], Iterator[str]]:
    """OpenAI (obs): "schema must have a 'type' key"."""

    def rule(schema: Any) -> Iterator[str]:
        for node in nodes(schema):
            if (
                isinstance(node.schema, dict)
                and (below is None or node.keyword in below)
                and not node.schema.keys() & {"type", *speaking}
            ):
                yield f"{node.place}: no type"

    return rule


def known_types(schema: Any) -> Iterator[str]:
    for node in nodes(schema):
        if isinstance(node.schema, dict):
            for kind in types_of(node.schema):
                if kind not in TYPES:
                    yield f"{node.place}: the type {kind!r}"


def closed(schema: Any) -> Iterator[str]:
    """OpenAI strict (doc), Bedrock strict (doc), Anthropic strict (doc)."""
    for node in _objects(schema):
        if node.schema.get("additionalProperties") is not False:
            yield f"{node.place}: an object that is not closed"
        if "object" not in types_of(node.schema):
            yield f"{node.place}: an object that does not say so"


def all_required(schema: Any) -> Iterator[str]:
    """OpenAI strict (doc): exactly the keys of `properties`."""
    for node in _objects(schema):
        declared = node.schema.get("properties", {}).keys()
        required = node.schema.get("required", [])
        for key in sorted(declared - set(required)):
            yield f"{node.place}: {key!r} is not required"
        for key in sorted(set(required) - declared):
            yield f"{node.place}: {key!r} is required, not declared"
        if len(set(required)) < len(required):
            yield f"{node.place}: required twice"


def required_is_declared(schema: Any) -> Iterator[str]:
    for node in _objects(schema):
        declared = node.schema.get("properties", {}).keys()
        for key in sorted(set(node.schema.get("required", ())) - declared):
            yield f"{node.place}: {key!r} is required, not declared"


def formats_in(
    allowed: set[str], *, texts_only: bool = False
) -> Callable[[Any], Iterator[str]]:
    def rule(schema: Any) -> Iterator[str]:
        for node in nodes(schema):
            if not isinstance(node.schema, dict):
                continue
            name = node.schema.get("format")
            kinds = [str(kind).lower() for kind in types_of(node.schema)]
            if texts_only and "string" not in kinds:
                continue
            if name is not None and name not in allowed:
                yield f"{node.place}: the format {name!r}"

    return rule


def _tokens(pattern: str) -> Iterator[str]:
    """Yield escapes, classes, group openings and repeats of a pattern."""
    yield from re.findall(
        r"\\.[^\\(\[{]?|\[(?:\\.|[^\]\\])*\]|\(\?<?[=!:]?|\{[\d,]+\}|.",
        pattern,
        re.DOTALL,
    )


def patterns_of_openai(schema: Any) -> Iterator[str]:
    """No lookaround (src pydantic-ai)."""
    for node in nodes(schema):
        for token in _pattern_tokens(node):
            if token in LOOKAROUND:
                yield f"{node.place}: lookaround in a pattern"


def _pattern_tokens(node: Node) -> Iterator[str]:
    pattern = (
        node.schema.get("pattern") if isinstance(node.schema, dict) else None
    )
    if isinstance(pattern, str):
        yield from _tokens(pattern)


def patterns_of_claude(schema: Any) -> Iterator[str]:
    """Anthropic and Bedrock strict (doc)."""
    for node in nodes(schema):
        for token in _pattern_tokens(node):
            if token in LOOKAROUND:
                yield f"{node.place}: lookaround in a pattern"
            elif re.match(r"\\[1-9k]", token):
                yield f"{node.place}: a backreference in a pattern"
            elif re.match(r"\\[bB]", token):
                yield f"{node.place}: a word boundary in a pattern"
            elif re.match(r"\\[pP]", token):
                yield f"{node.place}: a property class in a pattern"
            elif token.startswith("{") and any(
                int(number) > LARGE_REPEAT
                for number in re.findall(r"\d+", token)
            ):
                yield f"{node.place}: a large repeat in a pattern"


def arrays_have_items(schema: Any) -> Iterator[str]:
    """OpenAI strict (doc, obs), Gemini (obs)."""
    for node in nodes(schema):
        if isinstance(node.schema, dict):
            kinds = [str(kind).lower() for kind in types_of(node.schema)]
            if "array" in kinds and not isinstance(
                node.schema.get("items"), dict
            ):
                yield f"{node.place}: an array without items"


def references_resolve(schema: Any) -> Iterator[str]:
    """JSON Schema 2020-12 core 8.2.3: in the document that is sent."""
    for node, reference in _references(schema):
        if resolved(schema, reference) is None:
            yield f"{node.place}: {reference!r} leads nowhere"


def _references(schema: Any) -> Iterator[tuple[Node, str]]:
    for node in nodes(schema):
        if isinstance(node.schema, dict) and isinstance(
            node.schema.get("$ref"), str
        ):
            yield node, node.schema["$ref"]


def references_to_definitions(schema: Any) -> Iterator[str]:
    """Only `#`, `#/$defs/NAME`, `#/definitions/NAME` (src pydantic-ai)."""
    for node, reference in _references(schema):
        if not DEFINITION.fullmatch(reference):
            yield f"{node.place}: a reference to {reference!r}"


def references_alone(schema: Any) -> Iterator[str]:
    """OpenAI strict (src pydantic-ai): not even a description."""
    for node, _ in _references(schema):
        if len(node.schema) > 1:
            yield f"{node.place}: siblings of $ref"


def references_beside_dollars(schema: Any) -> Iterator[str]:
    """Gemini (doc): only other `$...` keys."""
    for node, _ in _references(schema):
        if any(not key.startswith("$") for key in node.schema):
            yield f"{node.place}: siblings of $ref"


def references_where_recursive(schema: Any) -> Iterator[str]:
    """The portable core: inlined unless recursive (src, obs)."""
    for node, reference in _references(schema):
        target = resolved(schema, reference)
        if target is not None and not _leads_back(schema, target):
            yield f"{node.place}: {reference!r} could be inlined"


def _leads_back(root: Any, target: Any) -> bool:
    seen: set[int] = set()
    waiting = [Node("", target)]
    while waiting:
        node = waiting.pop()
        if not isinstance(node.schema, dict):
            continue
        steps = [
            child
            for child in children(node)
            if child.keyword not in DEFINITIONS
        ]
        reference = node.schema.get("$ref")
        if isinstance(reference, str):
            steps.append(Node("", resolved(root, reference)))
        for step in steps:
            if step.schema is target:
                return True
            if id(step.schema) not in seen:
                seen.add(id(step.schema))
                waiting.append(step)
    return False


def no_recursion(schema: Any) -> Iterator[str]:
    """Anthropic strict, Bedrock strict (doc)."""
    for place in cycles(schema):
        yield f"{place}: recursion"


def recursion_is_optional(schema: Any) -> Iterator[str]:
    """Gemini (doc): cycles only through properties not required."""
    for place in cycles(schema, optional_breaks=True):
        yield f"{place}: a cycle through what is required"


def all_of_without_references(schema: Any) -> Iterator[str]:
    """Anthropic strict (doc)."""
    for node, _ in _references(schema):
        if node.keyword == "allOf":
            yield f"{node.place}: $ref in allOf"


def scalar_enums(schema: Any) -> Iterator[str]:
    """Anthropic strict (doc)."""
    for node in nodes(schema):
        if isinstance(node.schema, dict) and any(
            isinstance(value, (dict, list))
            for value in node.schema.get("enum", ())
        ):
            yield f"{node.place}: an object or array in enum"


def enums_of(*kinds: type) -> Callable[[Any], Iterator[str]]:
    """Gemini (src, doc); no empty text (obs)."""

    def rule(schema: Any) -> Iterator[str]:
        for node in nodes(schema):
            if not isinstance(node.schema, dict):
                continue
            for value in node.schema.get("enum", ()):
                if isinstance(value, bool) or not isinstance(value, kinds):
                    yield f"{node.place}: {value!r} in enum"
                elif value == "":
                    yield f"{node.place}: an empty text in enum"

    return rule


def enums_are_texts(schema: Any) -> Iterator[str]:
    """Gemini's Schema: an enum is one of strings."""
    for node in nodes(schema):
        if isinstance(node.schema, dict) and "enum" in node.schema:
            kind = node.schema.get("type")
            if not isinstance(kind, str) or kind.lower() != "string":
                yield f"{node.place}: an enum of type {kind!r}"


def one_type(schema: Any) -> Iterator[str]:
    """Gemini's Schema (src): "cannot start list" (obs)."""
    for node in nodes(schema):
        if not isinstance(node.schema, dict):
            continue
        kind = node.schema.get("type", "any")
        if not isinstance(kind, str) or kind.lower() not in {*TYPES, "any"}:
            yield f"{node.place}: the type {kind!r}"


def any_of_alone(schema: Any) -> Iterator[str]:
    """Gemini's Schema on Vertex (obs langchain-google#1216)."""
    for node in nodes(schema):
        if isinstance(node.schema, dict) and "anyOf" in node.schema:
            for keyword in sorted(node.schema.keys() - BESIDE_ANY_OF):
                yield f"{node.place}: {keyword} beside anyOf"


def no_additional(schema: Any) -> Iterator[str]:
    """google-genai (src): a ValueError on the Developer API."""
    for node in nodes(schema):
        if isinstance(node.schema, dict) and node.schema.get(
            "additionalProperties"
        ) not in (None, False):
            yield f"{node.place}: additionalProperties"


def few_items(schema: Any) -> Iterator[str]:
    """Anthropic strict, Bedrock strict (doc)."""
    for node in nodes(schema):
        if isinstance(node.schema, dict) and node.schema.get(
            "minItems", 0
        ) not in {0, 1}:
            yield f"{node.place}: minItems beyond 1"


# ------------------------------------------------------------ rules of size


def depth_of(node: Node) -> int:
    """Objects with properties, along properties, items and anyOf (obs)."""
    if not isinstance(node.schema, dict):
        return 0
    inner = max(
        (
            depth_of(child)
            for child in children(node)
            if child.keyword in {"properties", "items", "anyOf"}
        ),
        default=0,
    )
    return inner + ("properties" in node.schema)


def sizes_within(
    max_properties: int, max_depth: int
) -> Callable[[Any], Iterator[str]]:
    """OpenAI, limits of one strict schema (doc)."""

    def rule(schema: Any) -> Iterator[str]:
        found = [
            node for node in nodes(schema) if isinstance(node.schema, dict)
        ]
        count = sum(len(node.schema.get("properties", ())) for node in found)
        if count > max_properties:
            yield f"{count} properties, not {max_properties}"
        for node in found:
            if node.place == "#" or node.keyword in DEFINITIONS:
                levels = depth_of(node)
                if levels > max_depth:
                    yield f"{node.place}: {levels} levels, not {max_depth}"
        yield from _texts_within(found)

    return rule


def _texts_within(found: list[Node]) -> Iterator[str]:
    characters = values = 0
    for node in found:
        for keyword in ("properties", "$defs", "definitions"):
            characters += sum(map(len, node.schema.get(keyword, ())))
        enum = [_written(value) for value in node.schema.get("enum", ())]
        values += len(enum)
        length = sum(map(len, enum))
        characters += length
        if "const" in node.schema:
            characters += len(_written(node.schema["const"]))
        if len(enum) > MANY_VALUES and length > MAX_VALUE_CHARACTERS:
            yield f"{node.place}: an enum of {length} characters"
    if values > MAX_ENUM_VALUES:
        yield f"{values} enum values, not {MAX_ENUM_VALUES}"
    if characters > MAX_CHARACTERS:
        yield f"{characters} characters, not {MAX_CHARACTERS}"


def _written(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


# ----------------------------------------------------------- which rules hold

_OPENAI = (
    is_document,
    known_types,
    root_is_object,
    root_is_plain,
    no_one_of,
    references_resolve,
)
_OPENAI_STRICT = (
    *_OPENAI,
    root_is_not_reference,
    no_booleans,
    typed_by("$ref", "anyOf", "enum", "const"),
    closed,
    all_required,
    formats_in(FORMATS),
    patterns_of_openai,
    arrays_have_items,
    references_to_definitions,
    references_alone,
)
_ANTHROPIC = (
    is_2020_12,
    known_types,
    root_is_object,
    root_of_claude,
    keys_of_claude,
    references_resolve,
)
_CLAUDE_STRICT = (
    keywords_in(ANTHROPIC_STRICT),
    no_booleans,
    typed_by("$ref", "anyOf", "allOf", "enum", "const"),
    closed,
    formats_in({*FORMATS, "uri"}),
    patterns_of_claude,
    few_items,
    no_recursion,
    all_of_without_references,
    scalar_enums,
)
_BEDROCK = (
    is_document,
    known_types,
    root_is_object,
    keys_of_claude,
    references_resolve,
)
RULES: dict[tuple[str, bool], tuple] = {
    ("openai-chat", False): (
        *_OPENAI,
        # obs 1jehuang/jcode#713: one such property kills the catalogue
        typed_by(
            "$ref",
            "anyOf",
            "allOf",
            "enum",
            "const",
            below=frozenset({"properties", "items"}),
        ),
    ),
    ("openai-chat", True): (
        *_OPENAI_STRICT,
        keywords_in(OPENAI_STRICT),
        sizes_within(MAX_PROPERTIES, MAX_DEPTH),
    ),
    ("azure-openai-chat", True): (
        *_OPENAI_STRICT,
        keywords_in(AZURE_STRICT),
        sizes_within(MAX_PROPERTIES_AZURE, MAX_DEPTH_AZURE),
    ),
    ("anthropic", False): _ANTHROPIC,
    ("anthropic", True): (*_ANTHROPIC, *_CLAUDE_STRICT),
    ("gemini", False): (
        is_document,
        known_types,
        keywords_in(GEMINI_JSON),
        root_is_object,
        no_booleans,
        arrays_have_items,
        enums_of(str, int, float),
        references_resolve,
        references_beside_dollars,
        recursion_is_optional,
        required_is_declared,
    ),
    ("gemini-parameters", False): (
        keywords_in(GEMINI_SCHEMA),
        root_is_object,
        no_booleans,
        one_type,
        typed_by("anyOf"),
        arrays_have_items,
        enums_of(str),
        enums_are_texts,
        formats_in({"enum", "date-time"}, texts_only=True),
        any_of_alone,
        no_additional,
        keys_of_gemini,
        required_is_declared,
    ),
    ("bedrock-converse", False): _BEDROCK,
    ("bedrock-converse", True): (*_BEDROCK, *_CLAUDE_STRICT),
    ("openai-compatible", False): (*_OPENAI, references_where_recursive),
}
for _strict in (False, True):
    RULES["openai-responses", _strict] = RULES["openai-chat", _strict]
RULES["azure-openai-chat", False] = RULES["openai-chat", False]
for _strict in (False, True):
    RULES["azure-openai-responses", _strict] = RULES[
        "azure-openai-chat", _strict
    ]


# ------------------------------------------------------------ the tool object


def definition_of(target: str, tool: Any) -> dict:
    """Return the object that holds name and description."""
    if target in CHAT:
        return tool.get("function", {})
    if target == "bedrock-converse":
        return tool.get("toolSpec", {})
    return tool


def schema_of(target: str, tool: Any) -> Any:
    """Return the schema of a tool as it is sent, or None."""
    definition = definition_of(target, tool)
    if target in CHAT | RESPONSES:
        return definition.get("parameters")
    if target == "anthropic":
        return definition.get("input_schema")
    if target == "gemini":
        return definition.get("parametersJsonSchema")
    if target == "gemini-parameters":
        return definition.get("parameters")
    return definition.get("inputSchema", {}).get("json")


def _of_chat(target: str, tool: Any, *, strict: bool) -> Iterator[str]:
    if tool.keys() != {"type", "function"} or tool["type"] != "function":
        yield "a Chat tool is {type: function, function: {...}}"
    definition = tool.get("function", {})
    if definition.get("strict", False) is not strict:
        yield f"strict is {definition.get('strict')!r}"


def _of_responses(target: str, tool: Any, *, strict: bool) -> Iterator[str]:
    if tool.get("type") != "function":
        yield "a Responses tool has type function"
    for key in ("name", "parameters", "strict"):
        if key not in tool:
            yield f"{key} is not there"
    # Left out or null, the server decides (spec): so it is always said.
    if tool.get("strict") is not strict:
        yield f"strict is {tool.get('strict')!r}"


def _of_anthropic(target: str, tool: Any, *, strict: bool) -> Iterator[str]:
    if tool.get("type", "custom") != "custom":
        yield f"the type {tool['type']!r}"
    if tool.get("strict", False) is not strict:
        yield f"strict is {tool.get('strict')!r}"
    if "input_schema" not in tool:
        yield "input_schema is not there"
        return
    check = oracle(tool["input_schema"])
    for index, example in enumerate(tool.get("input_examples", ())):
        if not isinstance(example, dict) or not check.is_valid(example):
            yield f"input_examples {index} does not fit the schema"
    if tool.get("defer_loading") and tool.get("cache_control"):
        yield "defer_loading with cache_control"
    if strict and set(tool.get("allowed_callers", ())) - {"direct"}:
        yield "strict with programmatic calling"


def _of_gemini(target: str, tool: Any, *, strict: bool) -> Iterator[str]:
    if strict:
        yield "Gemini knows no strict tools"
    wanted = "parametersJsonSchema" if target == "gemini" else "parameters"
    found = tool.keys() & {"parameters", "parametersJsonSchema"}
    if found - {wanted}:
        yield f"{sorted(found)} for {wanted}"


def _of_bedrock(target: str, tool: Any, *, strict: bool) -> Iterator[str]:
    if tool.keys() != {"toolSpec"}:
        yield "a Converse tool is {toolSpec: {...}}"
    definition = tool.get("toolSpec", {})
    if definition.get("inputSchema", {}).keys() != {"json"}:
        yield "inputSchema is {json: ...}"
    if definition.get("strict", False) is not strict:
        yield f"strict is {definition.get('strict')!r}"
    if definition.get("description") == "":
        yield "an empty description"


SHAPES = {
    **dict.fromkeys(CHAT, (_of_chat, FIELDS["chat"])),
    **dict.fromkeys(RESPONSES, (_of_responses, FIELDS["responses"])),
    "anthropic": (_of_anthropic, FIELDS["anthropic"]),
    **dict.fromkeys(GEMINI, (_of_gemini, FIELDS["gemini"])),
    "bedrock-converse": (_of_bedrock, FIELDS["bedrock"]),
}


def faults(target: str, tool: Any, *, strict: bool) -> list[str]:
    """Return what the target would refuse a tool for."""
    try:
        json.dumps(tool, allow_nan=False)
    except (TypeError, ValueError) as error:
        return [f"is no JSON: {error}"]
    shape, fields = SHAPES[target]
    found = list(shape(target, tool, strict=strict))
    definition = definition_of(target, tool)
    found.extend(
        f"the field {key!r}" for key in sorted(definition.keys() - fields)
    )
    found.extend(_naming(target, definition))
    schema = schema_of(target, tool)
    if schema is None:
        return [*found, "no schema, with strict"] if strict else found
    if not isinstance(schema, dict):
        return [*found, f"{schema!r} for a schema"]
    return found + schema_faults(target, schema, strict=strict)


def _naming(target: str, definition: dict) -> Iterator[str]:
    name = definition.get("name")
    if not isinstance(name, str) or not re.fullmatch(NAMES[target], name):
        yield f"the name {name!r}"
    if "description" not in definition:
        return
    text = definition["description"]
    if not isinstance(text, str):
        yield f"the description {text!r}"
    elif len(text) > DESCRIPTION_MAX.get(target, len(text)):
        yield f"a description of {len(text)} characters"


def schema_faults(target: str, schema: dict, *, strict: bool) -> list[str]:
    """Return what the target would refuse a schema for."""
    if (target, strict) not in RULES:
        return [f"{target} has no strict tools"]
    return [fault for rule in RULES[target, strict] for fault in rule(schema)]


# ----------------------------------------------------------------- requests


def declarations(target: str, tools: Iterable[Any]) -> list[Any]:
    """Return the tools one by one; Gemini takes them in one wrapper."""
    found: list[Any] = []
    for tool in tools:
        if target in GEMINI and "functionDeclarations" in tool:
            found.extend(tool["functionDeclarations"])
        else:
            found.append(tool)
    return found


def request_faults(target: str, tools: Iterable[Any]) -> list[str]:
    """Return what the target would refuse a whole request for."""
    each = declarations(target, tools)
    found: list[str] = []
    names: set[str] = set()
    strict_ones = []
    for tool in each:
        definition = definition_of(target, tool)
        strict = definition.get("strict") is True
        name = str(definition.get("name"))
        found += [
            f"{name}: {one}" for one in faults(target, tool, strict=strict)
        ]
        if name in names:
            found.append(f"{name}: twice")
        names.add(name)
        if strict:
            strict_ones.append(schema_of(target, tool))
    most = TOOLS_MAX.get(target, len(each))
    if len(each) > most:
        found.append(f"{len(each)} tools, not {most}")
    if target in {"anthropic", "bedrock-converse"}:
        found.extend(_claude_budget(strict_ones))
    if target == "bedrock-converse" and not each:
        found.append("no tool")
    if each and all(
        target == "anthropic" and tool.get("defer_loading") for tool in each
    ):
        found.append("every tool is deferred")
    return found


def optional_and_unions(schema: Any) -> tuple[int, int]:
    """Count optional and union parameters, not through $ref (obs)."""
    optional = unions = 0
    waiting = [Node("#", schema)]
    while waiting:
        node = waiting.pop()
        required = (
            node.schema.get("required", ())
            if isinstance(node.schema, dict)
            else ()
        )
        for child in children(node):
            if child.keyword in DEFINITIONS:
                continue
            waiting.append(child)
            if child.keyword == "properties":
                optional += child.key not in required
                unions += isinstance(child.schema, dict) and (
                    "anyOf" in child.schema
                    or isinstance(child.schema.get("type"), list)
                )
    return optional, unions


def _claude_budget(schemas: list[Any]) -> Iterator[str]:
    """Anthropic (doc), and Claude on Bedrock (doc): per request."""
    counted = [optional_and_unions(schema) for schema in schemas]
    totals = (
        ("strict tools", len(schemas), MAX_STRICT),
        ("optional parameters", sum(a for a, _ in counted), MAX_OPTIONAL),
        ("union parameters", sum(b for _, b in counted), MAX_UNIONS),
    )
    for what, count, most in totals:
        if count > most:
            yield f"{count} {what}, not {most}"
