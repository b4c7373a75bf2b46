"""Dicts and objects of any SDK are read alike; nothing of theirs escapes."""

from __future__ import annotations

import enum
import types
from collections import OrderedDict, UserDict, namedtuple
from dataclasses import dataclass
from typing import Any, Optional

import pydantic
import pydantic.v1
import pytest
from pydantic.alias_generators import to_camel

from toolgate.exceptions import WireError
from toolgate.wire.sdk_objects import Reader, is_list, quoted, text_of

READ = Reader("gemini")


class Signed(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(
        extra="allow",
        populate_by_name=True,
        alias_generator=to_camel,
    )
    thought_signature: bytes | None = None
    call_args: dict[str, Any] | None = None
    kind: str = "call"


class Renamed(pydantic.BaseModel):
    a: int = pydantic.Field(
        default=1, validation_alias="in", serialization_alias="out"
    )


class Old(pydantic.v1.BaseModel):
    async_: Optional[bool] = pydantic.v1.Field(None, alias="async")  # noqa: UP045 - what pydantic 1 reads
    name: Optional[str] = None  # noqa: UP045 - as above
    kind: str = "call"

    class Config:
        extra = "allow"


@dataclass
class Plain:
    name: str
    args: dict


class Dumping:
    def model_dump(self, by_alias):
        assert by_alias
        return {"name": "f"}


class PlainDumping:
    def to_dict(self):
        return {"name": "f"}


class Finish(enum.Enum):
    STOP = "STOP"
    ONE = 1


class Named(str, enum.Enum):
    STOP = "STOP"


@pytest.mark.parametrize(
    ("value", "members"),
    [
        ({"a": 1, 2: 3}, {"a": 1}),
        (OrderedDict(a=None), {"a": None}),
        (UserDict(a=1), {"a": 1}),
        (types.MappingProxyType({"a": 1}), {"a": 1}),
        (
            Signed(thought_signature=b"\x00\xff", call_args={"a": None}, x=1),
            {
                "thoughtSignature": b"\x00\xff",
                "callArgs": {"a": None},
                "kind": "call",
                "x": 1,
            },
        ),
        (Signed(call_args=None), {"callArgs": None, "kind": "call"}),
        (Signed.model_construct(kind=5), {"kind": 5}),
        (Renamed(), {"out": 1}),
        (Old(**{"async": True}, x=1), {"async": True, "kind": "call", "x": 1}),
        (Old(name=None), {"name": None, "kind": "call"}),
        (Plain("f", {"a": None}), {"name": "f", "args": {"a": None}}),
        (Dumping(), {"name": "f"}),
        (PlainDumping(), {"name": "f"}),
        (types.SimpleNamespace(name="f", _raw=1), {"name": "f"}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_members_by_their_wire_names(value, members):
    assert READ.members(value, "the call") == members


def test_members_are_read_one_level_deep():
    """What a model wrote is not walked, however deep it is."""
    deep: dict = {}
    for _ in range(100_000):
        deep = {"a": deep}
    found = READ.members(Signed.model_construct(call_args=deep), "the call")
    assert found["callArgs"] is deep
    while deep:  # freed level by level, and not by a recursion in C
        deep = deep.pop("a")


def test_members_of_a_dict_that_claims_otherwise_are_read_as_a_dicts():
    class Lying(dict):
        def items(self):
            raise RuntimeError("secret")

        keys = __iter__ = __getitem__ = items

    assert READ.members(Lying(a=1), "the call") == {"a": 1}


class BadProperty:
    @property
    def __class__(self):
        raise RuntimeError("secret")


class BadDump:
    def model_dump(self, **_):
        raise RuntimeError("secret")


class ListDump:
    def dict(self):
        return []


class BadMapping(UserDict):
    def items(self):
        raise RecursionError


class BadAttributes(pydantic.BaseModel):
    a: int = 1

    def __getattribute__(self, name):
        raise RuntimeError("secret")


class BadMeta(type):
    def __getattr__(cls, name):
        raise RuntimeError("secret")


class BadClass(metaclass=BadMeta):
    pass


HOSTILE = {
    "property": BadProperty,
    "dump": BadDump,
    "list dump": ListDump,
    "mapping": BadMapping,
    "attributes": lambda: object.__new__(BadAttributes),
    "metaclass": BadClass,
    "empty namespace": types.SimpleNamespace,
    "object": object,
    "str": lambda: "text",
    "bytes": lambda: b"bytes",
    "int": lambda: 5,
    "None": lambda: None,
    "list": list,
    "class": lambda: Dumping,
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_is_no_object_is_a_wire_error(kind):
    value = HOSTILE[kind]()
    with pytest.raises(WireError) as caught:
        READ.members(value, "the call")
    assert str(caught.value).startswith("gemini: the call ")
    assert "secret" not in str(caught.value)
    with pytest.raises(WireError):
        READ.plain({"a": [value, {1}]}, "the call")


def test_errors_say_what_is_wanted():
    for value, text in [
        (None, "the call must be a dict or an SDK object, not None"),
        ([], "the call must be a dict or an SDK object, not list"),
        (BadDump(), "the call cannot be read: BadDump failed"),
    ]:
        with pytest.raises(WireError) as caught:
            READ.members(value, "the call")
        assert caught.value == WireError(text, target="gemini")


def test_items_of_lists_only():
    class Lying(list):
        def __iter__(self):
            raise RuntimeError

    pair = namedtuple("pair", "a b")  # noqa: PYI024 - one of users' kinds
    assert READ.items(None, "parts") == []
    assert READ.items([1], "parts") == [1]
    assert READ.items(pair(1, 2), "parts") == [1, 2]
    assert READ.items(Lying([1]), "parts") == [1]
    with pytest.raises(WireError, match="parts must be a list, not dict"):
        READ.items({}, "parts")
    assert not is_list("ab")


def test_texts():
    assert text_of(Named.STOP) == "STOP"
    assert type(text_of(Named.STOP)) is str
    assert text_of(Finish.STOP) == "STOP"
    assert text_of(Finish.ONE) is None
    assert text_of(b"a") is None
    assert READ.text(Named.STOP, "the call", "name") == "STOP"
    for missing in (None, "", 5, {}):
        with pytest.raises(WireError, match="gemini: the call has no name"):
            READ.text(missing, "the call", "name")


def test_quoted_is_escaped_and_cut():
    assert quoted("a\n\u202eb") == "'a\\n\\u202eb'"
    assert quoted("a" * 500) == repr("a" * 60 + "...")


def test_plain_is_a_deep_copy_with_bytes_and_nulls():
    given = {
        "signed": Signed(thought_signature=b"\x00", call_args={"n": None}),
        "list": [1, 2.5, True, None, (Finish.STOP,)],
    }
    copy = READ.plain(given, "the call")
    assert copy == {
        "signed": {
            "thoughtSignature": b"\x00",
            "callArgs": {"n": None},
            "kind": "call",
        },
        "list": [1, 2.5, True, None, ["STOP"]],
    }
    copy["list"].clear()
    assert len(given["list"]) == 5


def test_plain_is_bounded_in_depth():
    deep: Any = "a"
    for _ in range(64):
        deep = [deep]
    assert READ.plain(deep, "the call") == deep
    with pytest.raises(WireError, match="nested more than 64 deep"):
        READ.plain([deep], "the call")


def test_rest_leaves_out_what_was_read_and_none():
    given = {"id": "a", "caller": {"type": "direct"}, "namespace": None}
    assert READ.rest(given, ("id",), "the call") == {
        "caller": {"type": "direct"}
    }
