"""
Reading a value back from the wire, where unions leave several forms for it.

Forms are made into states as a nondeterministic automaton is made into a
deterministic one: a state stands for all forms that a value may still have.
What they would have to undo must agree, or a tag must tell them apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolgate.exceptions import ToolgateError
from toolgate.json_value import equality_key
from toolgate.wire.schema.forms import Form

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from toolgate.typing import JSONValue
    from toolgate.wire.schema.forms import Member, Null

_UNTOLD: Final = frozenset({"required", "forgiven"})
_MAX_STATES: Final = 1_000
_ANY: Final = Form()
"""What an open object holds under a key that it does not declare."""


class AmbiguousFormError(ToolgateError):
    """A value on the wire would read back in more than one way."""


class State:
    """
    What a value that has one of some forms is read back as.

    `switch` finds the state of an object whose forms differ too much, by the
    value of a `tag`, or by its keys where there is none.
    """

    __slots__ = (
        "aliases",
        "items",
        "members",
        "pairs",
        "rest",
        "switch",
        "tag",
        "whole",
    )

    def __init__(self) -> None:
        self.members: dict[str, tuple[str, bool, State | None]] = {}
        self.items: State | None = None
        self.rest: State | None = None
        self.pairs: State | bool = False
        self.aliases: dict[str, JSONValue] = {}
        self.whole = False
        self.switch: dict[Hashable, State] | None = None
        self.tag: str | None = None

    def read(self, value: Any) -> Any:
        """Return what a value on the wire stands for; copies what changes."""
        kind = type(value)
        if kind is dict:
            return self._object(value)
        if kind is list:
            if self.pairs is not False:
                return self._map(value)
            items = self.items
            return value if items is None else [*map(items.read, value)]
        if kind is str:
            return self.aliases.get(value, value) if self.aliases else value
        if self.whole and kind is float and value.is_integer():
            return int(value)
        return value

    def _object(self, value: dict[str, Any]) -> dict[str, Any]:
        if self.switch is not None:
            key: Hashable = (
                frozenset(value)
                if self.tag is None
                else equality_key(value.get(self.tag))
            )
            state = self.switch.get(key)
            return value if state is None else state.read(value)
        members, rest = self.members, self.rest
        if not members and rest is None:
            return value
        read: dict[str, Any] = {}
        for key, member in value.items():
            known = members.get(key)
            if known is None:
                if key not in read:
                    read[key] = member if rest is None else rest.read(member)
                continue
            name, null_is_absent, state = known
            if member is not None or not null_is_absent:
                read[name] = member if state is None else state.read(member)
        return read

    def _map(self, pairs: list[Any]) -> Any:
        state = self.pairs
        read: dict[str, Any] = {}
        for pair in pairs:
            if (
                type(pair) is not dict
                or pair.keys() != {"key", "value"}
                or type(pair["key"]) is not str
                or pair["key"] in read
            ):
                return pairs  # no map: the gate refuses it
            value = pair["value"]
            read[pair["key"]] = (
                state.read(value) if isinstance(state, State) else value
            )
        return read


class _Builder:
    """Makes the states of one form, each set of forms once."""

    def __init__(self, acting: Callable[[Form], bool]) -> None:
        self.acting = acting
        self.states: dict[frozenset[int], State] = {}

    def state(self, forms: Iterable[Form]) -> State | None:
        """Return the state of forms; None where nothing is undone below."""
        flat = _flat(forms)
        if not any(map(self.acting, flat)):
            return None
        key = frozenset(map(id, flat))
        found = self.states.get(key)
        if found is None:
            if len(self.states) >= _MAX_STATES:
                raise AmbiguousFormError("its unions have too many forms")
            found = self.states[key] = State()
            self.fill(found, flat)
        return found

    def fill(self, state: State, forms: list[Form]) -> None:
        arrays = [form for form in forms if "array" in form.kinds]
        maps = [form for form in arrays if form.pairs is not None]
        if maps:
            if len(maps) != len(arrays):
                raise AmbiguousFormError(
                    "a map is written as a list of pairs beside another list"
                )
            values = [form.pairs for form in maps if form.pairs is not None]
            state.pairs = self.state(values) or True
        else:
            state.items = self.state(form.items or _ANY for form in arrays)
        _fill_scalars(state, forms)
        objects = [form for form in forms if "object" in form.kinds]
        state.rest = self.state(
            form.rest or _ANY for form in objects if not form.closed
        )
        known = dict(self.states)
        try:
            self.members(state, objects)
        except AmbiguousFormError as error:
            self.states = known  # what was made on the way is half-made
            state.members.clear()
            if not self.switch(state, objects):
                raise error from None

    def members(self, state: State, objects: list[Form]) -> None:
        """Read members alike in all forms of an object."""
        for key in {key: None for form in objects for key in form.members}:
            held = [
                form.members[key] for form in objects if key in form.members
            ]
            # Where another form is open, it may be a value of its own.
            other = [
                form.rest or _ANY
                for form in objects
                if not (key in form.members or form.closed)
            ]
            inner = [member.form for member in held]
            state.members[key] = (
                held[0].name,
                _is_absent(key, held) and not other,
                self.state([*inner, *other]),
            )

    def switch(self, state: State, objects: list[Form]) -> bool:
        """Find what tells the forms of an object apart; False for nothing."""
        shared = set(objects[0].tags).intersection(
            *(form.tags for form in objects)
        )
        for tag in sorted(shared):
            values = [value for form in objects for value in form.tags[tag]]
            if len(objects) > 1 and len(values) == len(set(values)):
                state.tag, state.switch = tag, {}
                for form in objects:
                    one = self.state([form]) or State()
                    state.switch.update(dict.fromkeys(form.tags[tag], one))
                return True
        groups: dict[Hashable, list[Form]] = {}
        for form in objects:
            groups.setdefault(frozenset(form.members), []).append(form)
        if len(groups) < 2 or not all(form.complete for form in objects):  # noqa: PLR2004 - one and another
            return False
        state.switch = {
            keys: self.state(forms) or State()
            for keys, forms in groups.items()
        }
        return True


def _flat(forms: Iterable[Form]) -> list[Form]:
    """Return forms with choices replaced by what they choose from."""
    found: list[Form] = []
    stack, known = [*forms], set()
    while stack:
        form = stack.pop()
        if id(form) in known:
            continue
        known.add(id(form))
        stack += form.choices
        if not form.is_union:
            found.append(form)
    return found


def _is_absent(key: str, held: list[Member]) -> bool:
    """Tell whether null for a member means that it is absent."""
    # Against the author's words, the wire may take null as a value.
    meanings: set[Null] = {member.null for member in held} - {"required"}
    is_value = "value" in meanings or any(
        member.null in _UNTOLD
        and any("null" in form.kinds for form in _flat([member.form]))
        for member in held
    )
    if (is_value and "absent" in meanings) or (
        len({member.name for member in held}) > 1
    ):
        raise AmbiguousFormError(
            f"null for {key!r} would mean two things in a union"
        )
    return bool(meanings) and not is_value


def _fill_scalars(state: State, forms: list[Form]) -> None:
    texts = [form for form in forms if "string" in form.kinds]
    aliased = [form for form in texts if form.aliases]
    if aliased:
        if len(aliased) != len(texts) or any(
            form.aliases != aliased[0].aliases for form in aliased
        ):
            raise AmbiguousFormError(
                "values of an enum are written as text beside other text"
            )
        state.aliases = aliased[0].aliases
    numbers = [form for form in forms if "number" in form.kinds]
    state.whole = bool(numbers) and all(form.whole for form in numbers)


def reader(root: Form, forms: Sequence[Form]) -> State | None:
    """
    Return how values of a form are read back; None for as they are.

    `forms` are all that it leads to, itself included.

    Raises `AmbiguousFormError` where a value could be read in two ways.
    """
    acting = _acting(forms)
    return _Builder(lambda form: id(form) in acting).state([root])


def _acting(forms: Iterable[Form]) -> set[int]:
    """Return the forms that have something to undo, or something below."""
    above: dict[int, list[int]] = {}
    found = []
    for form in forms:
        if form.acts():
            found.append(id(form))
        for other in form.inner():
            above.setdefault(id(other), []).append(id(form))
    known = set(found)
    for below in found:
        for outer in above.get(below, ()):
            if outer not in known:
                known.add(outer)
                found.append(outer)
    return known
