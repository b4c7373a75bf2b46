"""The keys of dicts in models: what the schema says, Pydantic holds to."""

# ruff: noqa: UP007, UP045 - both spellings must work

from __future__ import annotations

import enum
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Literal, NamedTuple, Optional, Union
from uuid import UUID

import pytest
from pydantic import (
    AfterValidator,
    Field,
    TypeAdapter,
    ValidationError,
    create_model,
)
from typing_extensions import TypeAliasType

from deriving import derive, derive_output
from toolgate.function.jsonable import jsonable
from toolgate.function.model_keys import may_name, names_of, resolved


class Rank(enum.IntEnum):
    ONE = 1
    TWO = 2


class Mixed(enum.Enum):
    ONE = 1
    X = "x"


class Size(float, enum.Enum):
    HALF = 0.5
    TWO = 2.0


class Odd(enum.Enum):
    YES = True
    NONE = None
    PAIR = (1, 2)
    DAY = date(2030, 1, 31)
    TEXT = "text"


class Letter(str, enum.Enum):
    A = "a"
    B = "b"


class Loud(str, enum.Enum):
    LOW = "low"

    def __str__(self) -> str:
        return "LOW!"


class Perm(enum.IntFlag):
    R = 1
    W = 2


class Finds(enum.Enum):
    ONE = 1

    @classmethod
    def _missing_(cls, value: object) -> Any:
        return cls.ONE if value == "1" else None


class Fails(enum.Enum):
    ONE = 1

    @classmethod
    def _missing_(cls, value: object) -> Any:
        raise RuntimeError


class Pair(NamedTuple):
    a: int


IntAlias = TypeAliasType("IntAlias", int)
RankAlias = TypeAliasType("RankAlias", Rank)
TextAlias = TypeAliasType("TextAlias", Annotated[str, Field(min_length=2)])
UnionAlias = TypeAliasType("UnionAlias", Union[int, Letter])

ENUMS = [Rank, Mixed, Size, Odd, Letter, Loud, Perm, Finds, Fails]
LITERALS: list[Any] = [
    Literal[1],
    Literal[1, "a"],
    Literal[True],
    Literal["a", "b"],
    Literal[None],  # noqa: PYI061 - that is what is tried
    Literal[Rank.ONE],
]
LISTED = [*ENUMS, *LITERALS, RankAlias]
OTHERS: list[Any] = [
    IntAlias,
    UnionAlias,
    Optional[Rank],
    Annotated[Rank, AfterValidator(lambda value: value)],
    int,
    UUID,
    date,
    str,
]
TEXTS = [
    *("1", "2", "3", "0.5", "2.0", "true", "None", "null", "x", "a", "b"),
    *("low", "LOW!", "text", "1,2", "2030-01-31", "ab", ""),
    "3fa85f64-5717-4562-b3fc-2c963f66afa6",
]


def holder(kind: Any) -> Any:
    return create_model("Holder", f=(kind, ...))


def written_again(kind: Any, text: str) -> Any:
    """Return what Pydantic writes of a name that it reads; None: it does not.

    It reads some in two ways, as 1 and true for one key, and writes one.
    """
    adapter = TypeAdapter(kind)
    try:
        read = adapter.validate_json(f'{{"{text}": 1}}', strict=True)
    except (ValidationError, RuntimeError):  # that of the Enum that fails
        return None
    return adapter.dump_python(read, mode="json")


@pytest.mark.parametrize("key", LISTED)
@pytest.mark.parametrize("text", TEXTS)
def test_a_name_of_a_listed_key_is_valid_where_pydantic_takes_it(
    key: Any, text: str
) -> None:
    derived = derive(holder(dict[key, int]))
    is_read = written_again(dict[key, int], text) == {text: 1}
    assert derived.is_valid({"f": {text: 1}}) is is_read


@pytest.mark.parametrize("key", OTHERS)
@pytest.mark.parametrize("text", TEXTS)
def test_no_other_name_that_pydantic_reads_is_refused(
    key: Any, text: str
) -> None:
    if written_again(dict[key, int], text) is not None:
        assert derive(holder(dict[key, int])).is_valid({"f": {text: 1}})


@pytest.mark.parametrize(
    "kind",
    [
        Mapping[Rank, int],
        OrderedDict[Rank, int],
        defaultdict[Rank, int],
        Counter[Rank],
    ],
)
def test_every_kind_of_dict_has_names(kind: Any) -> None:
    derived = derive(holder(kind))
    assert derived.outcome({"f": {"1": 3}}).f == {Rank.ONE: 3}
    assert not derived.is_valid({"f": {"3": 3}})


def test_an_alias_of_a_constrained_text_keeps_its_constraint() -> None:
    derived = derive(holder(dict[TextAlias, int]))
    assert derived.is_valid({"f": {"ab": 1}})
    assert not derived.is_valid({"f": {"a": 1}})


def test_one_type_may_be_a_key_and_a_value() -> None:
    derived = derive(create_model("M", f=(dict[Rank, Rank], ...)))
    read = derived.outcome({"f": {"1": 2}})
    assert read.f == {Rank.ONE: Rank.TWO}


WRITTEN = [(key, member) for key in ENUMS if key is not Perm for member in key]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *WRITTEN,
        (Literal[1], 1),
        (Literal[True], True),
        (Literal[None], None),  # noqa: PYI061 - as above
        (RankAlias, Rank.TWO),
        (IntAlias, 5),
        (Optional[Rank], Rank.ONE),
        (Pair, Pair(1)),
    ],
)
def test_names_that_are_written_obey_the_schema(key: Any, value: Any) -> None:
    model = holder(dict[key, int])
    derived = derive_output(model)
    written = jsonable(model(f={value: 1}))
    assert derived.is_valid(written), (derived.schema, written)


@pytest.mark.parametrize("key", [Rank, Mixed, Odd, Literal[1]])
def test_no_other_names_are_written(key: Any) -> None:
    derived = derive_output(holder(dict[key, int]))
    assert not derived.is_valid({"f": {"other": 1}})


def test_what_pydantic_does_not_write_may_be_any_name() -> None:
    core = {"type": "literal", "expected": [{}]}
    assert names_of(core, is_output=True) == {"type": "string"}
    assert names_of(core, is_output=False) is False


def test_a_reference_that_leads_nowhere_has_an_end() -> None:
    loop = {"type": "definition-ref", "schema_ref": "a"}
    assert resolved(loop, {}) is loop
    assert resolved(loop, {"a": loop}) is loop


def test_only_strings_are_names() -> None:
    assert may_name({"type": "string", "minLength": 1})
    assert not any(map(may_name, ({"enum": ["a"]}, True)))


def test_a_dict_that_says_nothing_of_its_keys_takes_all_names() -> None:
    for kind in (dict, dict[str, int]):
        assert derive(holder(kind)).is_valid({"f": {"": 1, "a": 2}})
