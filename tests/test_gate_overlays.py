"""Overlays: a host's further schemas, which can only forbid."""

from __future__ import annotations

import asyncio
import dataclasses
import gc
import json
import threading
import weakref

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgate import (
    ApprovalRequired,
    CallCounter,
    CallLimits,
    CheckedCall,
    Decision,
    SchemaError,
    Tool,
    ToolGate,
    ToolRegistry,
    ToolResult,
    ValidatorCache,
    dispatch_tool_call,
)
from toolgate.exceptions import InvalidSchemaError, SchemaLimitError
from toolgate.gate.overlays import Enforced, Overlay, Overlays, enforced
from toolgate.messages.render import messages_for
from toolgate.schema.workshop import Workshop

OPEN = {"type": "object"}
SMALL = {"properties": {"amount": {"maximum": 100}}}
FEW = {"maxProperties": 1}
NOTHING = False


def tool(name="pay", **fields):
    fields.setdefault("input_schema", OPEN)
    fields.setdefault("handler", lambda arguments: "done")
    return Tool(name=name, **fields)


def registry_with(*tools, **options):
    registry = ToolRegistry(**options)
    registry.register_all(tools)
    return registry


def is_refused(result):
    if not result.is_error:
        return False
    failure = result.failure
    assert (failure.kind, failure.stage) == ("invalid_arguments", "overlay")
    return True


@pytest.mark.requirement("overlays-only-forbid")
class TestStricterOnly:
    SCHEMAS = st.sampled_from(
        [
            True,
            False,
            {},
            {"required": ["a"]},
            {"not": {"required": ["a"]}},
            {"properties": {"a": {"type": "integer"}}},
            {"properties": {"a": {"minimum": 3}}},
            {"properties": {"a": {"enum": [1, "x", None]}}},
            {"additionalProperties": False, "properties": {"a": {}}},
            {"maxProperties": 1},
            {"minProperties": 2},
            {"oneOf": [{"required": ["a"]}, {"required": ["b"]}]},
        ]
    )
    VALUES = st.dictionaries(
        st.sampled_from("abc"),
        st.integers(-5, 5) | st.sampled_from(["x", None, True, [], 2.5]),
        max_size=3,
    )

    @given(SCHEMAS, st.lists(SCHEMAS, max_size=3), VALUES)
    def test_a_call_runs_where_all_accept_and_nowhere_else(
        self, own, added, value
    ):
        """The oracle is jsonschema, asked about each schema alone."""
        own = {"type": "object"} | ({"allOf": [own]})
        gate = ToolGate(
            registry_with(tool(input_schema=own)),
            overlays=[Overlay(schema) for schema in added],
        )
        verdicts = [
            jsonschema.Draft202012Validator(schema).is_valid(value)
            for schema in (own, *added)
        ]
        said = gate.check("call_1", "pay", json.dumps(value))
        assert isinstance(said, CheckedCall) == all(verdicts)
        if isinstance(said, ToolResult):
            stage = "overlay" if verdicts[0] else "input"
            assert said.failure.stage == stage
            assert said.failure.violations

    def test_the_tool_and_its_listing_stay_as_they_are(self, validators):
        registry = registry_with(tool(), validators=validators)
        entry, listed = registry.entry("pay"), registry.list()
        held = registry_with(registry["pay"], overlays=[Overlay(NOTHING)])
        assert is_refused(held.call("pay"))
        assert held.list() == listed
        assert held["pay"] is registry["pay"]
        gate = ToolGate(registry, overlays=[Overlay(SMALL)])
        assert gate.dispatch("c", "pay", {"amount": 500}).is_error
        assert registry.entry("pay") is entry
        assert registry.list() == listed
        assert registry["pay"].input_schema == OPEN
        assert entry.accepts({"amount": 500})
        assert not registry.call("pay", {"amount": 500}).is_error

    def test_arguments_reach_the_handler_as_sent(self):
        got = []
        gate = ToolGate(
            registry_with(tool(handler=got.append)),
            overlays=[Overlay({"properties": {"a": {"default": 1}}})],
        )
        gate.dispatch("c", "pay", '{"b": 50.0}')
        assert got == [{"b": 50.0}]


class TestWhichTools:
    @pytest.mark.parametrize(
        ("criteria", "applies"),
        [
            ({}, True),
            ({"side_effect": "write"}, True),
            ({"side_effect": "network"}, True),
            ({"side_effect": "read"}, False),
            ({"tag": "money"}, True),
            ({"tag": "mone"}, False),
            ({"origin": "crm.example"}, True),
            ({"origin": "crm"}, False),
            ({"side_effect": "write", "tag": "money"}, True),
            ({"side_effect": "read", "tag": "money"}, False),
            ({"side_effect": "write", "tag": "x"}, False),
            ({"tag": "money", "origin": "x"}, False),
        ],
    )
    def test_those_that_fit_all_that_is_given(self, criteria, applies):
        one = tool(
            side_effect=["write", "network"],
            tags=["money", "beta"],
            origin="crm.example",
        )
        overlay = Overlay(SMALL, **criteria)
        assert overlay.applies_to(one) is applies
        registry = registry_with(one, overlays=[overlay])
        assert is_refused(registry.call("pay", {"amount": 500})) is applies

    def test_own_tools_have_no_origin(self):
        assert not Overlay(SMALL, origin="crm").applies_to(tool())


class TestWhereTheyHold:
    def test_through_every_door_of_a_registry(self):
        registry = registry_with(tool(), overlays=[Overlay(SMALL)])
        bad, gate = {"amount": 500}, ToolGate(registry)
        assert all(
            map(
                is_refused,
                [
                    registry.call("pay", bad),
                    asyncio.run(registry.acall("pay", bad)),
                    registry.snapshot().call("pay", bad),
                    dispatch_tool_call(registry, "c", "pay", bad),
                    gate.dispatch("c", "pay", bad),
                    asyncio.run(gate.adispatch("c", "pay", bad)),
                    gate.check("c", "pay", bad),
                ],
            )
        )

    def test_a_gate_adds_to_those_of_the_registry(self):
        registry = registry_with(tool(), overlays=[Overlay(SMALL)])
        gate = ToolGate(registry, overlays=[Overlay(FEW)])
        assert is_refused(gate.dispatch("c", "pay", {"amount": 500}))
        assert is_refused(gate.dispatch("c", "pay", {"a": 1, "b": 2}))
        assert not registry.call("pay", {"a": 1, "b": 2}).is_error
        assert not gate.dispatch("c", "pay", {"a": 1}).is_error

    @pytest.mark.requirement("verdict-first")
    def test_before_policies_and_handler(self):
        registry = registry_with(
            tool(handler=pytest.fail), policies=[pytest.fail]
        )
        gate = ToolGate(registry, overlays=[Overlay(NOTHING)])
        assert is_refused(gate.dispatch("c", "pay"))

    def test_after_the_input_schema(self):
        registry = registry_with(tool(input_schema=None))
        gate = ToolGate(registry, overlays=[Overlay(NOTHING)])
        assert gate.dispatch("c", "pay", {"a": 1}).failure.stage == "input"

    def test_an_approval_does_not_go_around_them(self):
        registry = registry_with(
            tool(), policies=[lambda call: Decision.ask("?")]
        )
        with pytest.raises(ApprovalRequired) as caught:
            registry.gate.dispatch("c", "pay", {"amount": 500})
        gate = ToolGate(registry, overlays=[Overlay(SMALL)])
        token = caught.value.token
        assert is_refused(
            gate.dispatch("c", "pay", {"amount": 500}, approval=token)
        )


class TestWhatIsSaid:
    def test_violations_of_the_overlay(self, validators):
        registry = registry_with(tool(), validators=validators)
        gate = ToolGate(registry, overlays=[Overlay(SMALL)])
        result = gate.dispatch("c", "pay", '{"amount": 500}')
        [violation] = result.failure.violations
        assert violation.keyword == "maximum"
        assert violation.instance_path == ("amount",)
        assert violation.schema_path == ("properties", "amount", "maximum")
        assert result.text == (
            "invalid_arguments: the arguments of pay fit its input schema, "
            "but not the rules that this host adds to it\n"
            "- /amount: expected a number <= 100"
        )

    def test_of_all_overlays_that_refuse_up_to_the_limit(self):
        overlays = [
            Overlay(SMALL),
            Overlay({}),
            Overlay(FEW),
            Overlay(NOTHING),
        ]
        gate = ToolGate(
            registry_with(tool()),
            overlays=overlays,
            limits=CallLimits(max_violations=2),
            language="zh",
        )
        result = gate.dispatch("c", "pay", {"amount": 500, "b": 1})
        assert [v.keyword for v in result.failure.violations] == [
            "maximum",
            "maxProperties",
        ]
        assert result.text.splitlines()[1:] == [
            "- /amount: 应为 <= 100 的数",
            "- /: 最多允许 1 个属性",
            "另有 1 处",
        ]

    def test_observers_see_a_stage_of_its_own(self):
        records, counter = [], CallCounter()
        registry = registry_with(tool(), observers=[records.append, counter])
        gate = ToolGate(registry, overlays=[Overlay(SMALL)])
        gate.dispatch("c", "pay", {"amount": 500})
        [record] = records
        assert (record.stage, record.outcome) == ("overlay", "error")
        assert record.kind == "invalid_arguments"
        assert record.validation_stage == "overlay"
        assert record.keywords == ("maximum",)
        assert record.overlays == ("Overlay()",)
        assert counter.tool_validation_failed_total == {("pay", "maximum"): 1}

    def test_the_host_reads_which_overlay_refused(self):
        """Only those that did; the model reads none of their names."""
        overlays = [
            Overlay(SMALL, name="s3cret"),
            Overlay({}, name="all"),
            Overlay(NOTHING, side_effect="write"),
        ]
        records = []
        registry = registry_with(
            tool(), overlays=overlays[:2], observers=[records.append]
        )
        said = registry.call("pay", {"amount": 500})
        assert said.failure.overlays == records[0].overlays == ("s3cret",)
        gate = ToolGate(registry, overlays=overlays[2:])
        names = ("s3cret", "Overlay(side_effect='write')")
        for door in (gate.dispatch, gate.check, gate.run("r").dispatch):
            said = door("c", "pay", {"amount": 500})
            assert said.failure.overlays == records[-1].overlays == names
            assert "s3cret" not in said.text + repr(said)
        assert registry.call("pay").failure is None
        assert records[-1].overlays == ()

    def test_it_counts_as_an_invalid_call_of_a_run(self):
        gate = ToolGate(registry_with(tool()), overlays=[Overlay(NOTHING)])
        run = gate.run("r", max_invalid=3)
        assert run.dispatch("c", "pay").failure.invalid_left == 2


class TestCompiling:
    BAD = Overlay({"properties": {"a": {"type": "objekt"}}}, name="pii")

    @pytest.mark.parametrize("make", [ToolRegistry, None])
    def test_a_bad_one_is_refused_at_once_and_named(self, make):
        make = make or (lambda **options: ToolGate(ToolRegistry(), **options))
        with pytest.raises(SchemaError) as caught:
            make(overlays=[Overlay({}), self.BAD])
        error = caught.value
        assert (error.part, error.tool) == ("overlay pii", None)
        assert error.path == ("properties", "a", "type")
        assert str(error).startswith("overlay pii at /properties/a/type: ")

    def test_one_without_a_name_is_named_by_its_place(self):
        with pytest.raises(SchemaError, match=r"^overlays\[1\] at /\$ref: "):
            ToolRegistry(overlays=[Overlay({}), Overlay({"$ref": "#/x"})])

    @pytest.mark.parametrize(
        ("given", "said"),
        [
            (Overlay({}), r"overlays=\[\.\.\.\]"),
            ([{}], "not dict"),
            (None, "not iterable"),
        ],
    )
    def test_only_lists_of_overlays_will_do(self, given, said):
        with pytest.raises(TypeError, match=said):
            ToolGate(ToolRegistry(), overlays=given)

    def test_by_the_cache_of_the_registry(self):
        """Its documents can be referred to, its limits and engine hold."""
        uri = "https://example.com/small.json"
        cache = ValidatorCache(resources={uri: SMALL})
        registry = registry_with(tool(), validators=cache)
        size = cache.info().size
        gate = ToolGate(registry, overlays=[Overlay({"$ref": uri})])
        assert cache.info().size == size + 1
        assert is_refused(gate.dispatch("c", "pay", {"amount": 500}))
        with pytest.raises(SchemaError):
            ToolRegistry(overlays=[Overlay({"$ref": uri})])

    def test_in_their_own_dialect(self):
        draft = "http://json-schema.org/draft-07/schema#"
        schema = {"$schema": draft, "dependencies": {"a": ["b"]}}
        gate = ToolGate(registry_with(tool()), overlays=[Overlay(schema)])
        assert is_refused(gate.dispatch("c", "pay", {"a": 1}))

    @pytest.mark.parametrize("when", ["immediately", "on_demand"])
    def test_never_on_the_way_of_a_call(self, monkeypatch, engine, when):
        cache = ValidatorCache(engine=engine, compile=when)
        registry = registry_with(
            tool(), validators=cache, overlays=[Overlay(SMALL, tag="x")]
        )
        gate = ToolGate(registry, overlays=[Overlay(FEW, tag="x")])
        registry.call("pay", {})  # has its own schema compiled by now
        registry.register(tool("tagged", tags="x"))
        registry.entry("tagged").input.compile()
        monkeypatch.setattr(Workshop, "make", pytest.fail)
        monkeypatch.setattr(ValidatorCache, "get", pytest.fail)
        monkeypatch.setattr(ValidatorCache, "take", pytest.fail)
        for name, refused in (("pay", False), ("tagged", True)):
            said = gate.dispatch("c", name, {"amount": 500, "b": 1})
            assert is_refused(said) is refused

    def test_what_is_enforced_is_held(self):
        """The cache may forget it, the gate does not."""
        cache = ValidatorCache(max_size=1)
        [one] = enforced([Overlay(SMALL)], cache)
        cache.get(True)
        assert isinstance(one, Enforced)
        assert one.check({"amount": 1})
        assert not one.check({"amount": 500})


class TestChanges:
    def test_tools_that_come_later_are_held_to_them(self):
        registry = ToolRegistry(overlays=[Overlay(SMALL, tag="money")])
        gate = ToolGate(registry)
        registry.register(tool())
        assert not gate.dispatch("c", "pay", {"amount": 500}).is_error
        registry.register(tool(tags="money"), replace=True)
        assert is_refused(gate.dispatch("c", "pay", {"amount": 500}))
        registry.register(tool(), replace=True)
        assert not gate.dispatch("c", "pay", {"amount": 500}).is_error

    def test_equal_tools_of_other_tags_are_not_mixed_up(self):
        one = tool()
        other = dataclasses.replace(one, tags="money")
        registry = registry_with(one, overlays=[Overlay(SMALL, tag="money")])
        old = registry.snapshot()
        registry.register(other, replace=True)
        for _ in range(2):
            assert not old.call("pay", {"amount": 500}).is_error
            assert is_refused(registry.call("pay", {"amount": 500}))

    def test_a_tool_that_is_gone_is_forgotten(self):
        registry = registry_with(overlays=[Overlay(SMALL)])
        gate = ToolGate(registry)
        registry.register(tool())
        gone = weakref.ref(registry["pay"])
        gate.dispatch("c", "pay")
        registry.call("pay")
        registry.unregister("pay")
        gc.collect()
        assert gone() is None

    def test_in_many_threads_at_once(self):
        registry = registry_with(overlays=[Overlay(SMALL, tag="money")])
        tools = [
            tool(f"t{n}", tags="money" if n % 2 else "other")
            for n in range(40)
        ]
        registry.register_all(tools)
        wrong, start = [], threading.Barrier(8)

        def work():
            start.wait()
            for n in range(40):
                said = registry.call(f"t{n}", {"amount": 500})
                if said.is_error is not bool(n % 2):
                    wrong.append(n)

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not wrong

    def test_tools_replaced_in_many_threads_at_once(self):
        """Whoever replaces a tool has its next call judged by the new one."""
        registry = ToolRegistry(overlays=[Overlay(SMALL, tag="money")])
        gate = ToolGate(registry, overlays=[Overlay(FEW, tag="few")])
        arguments = {"amount": 500, "b": 1}
        wrong, start = [], threading.Barrier(16)

        def work(name):
            start.wait()
            for tags in (["money"], ["few"], [], ["money", "few"]) * 15:
                registry.register(tool(name, tags=tags), replace=True)
                for door, word in ((registry.gate, "money"), (gate, "few")):
                    said = door.dispatch("c", name, arguments)
                    meant = word in tags or "money" in tags
                    if is_refused(said) is not meant:
                        wrong.append((name, tags))

        threads = [
            threading.Thread(target=work, args=(f"t{n}",)) for n in range(16)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not wrong


class TestMemory:
    """What is known of a tool is known by the mark of its entry."""

    @pytest.fixture
    def overlays(self):
        found = enforced([Overlay(SMALL, tag="money")], ValidatorCache())
        return Overlays(found, 5, messages_for("en"))

    def test_no_two_entries_have_one_mark(self):
        registry = ToolRegistry()
        seen = set()
        for _ in range(100):
            registry.register(tool(), replace=True)
            seen.add(registry.entry("pay").mark)
        other = registry_with(registry["pay"])
        assert len(seen | {other.entry("pay").mark}) == 101

    def test_a_tool_that_none_is_for_is_asked_about_once(self, overlays):
        registry = registry_with(tool(), tool("taxed", tags="money"))
        pay, taxed = registry.entry("pay"), registry.entry("taxed")
        for _ in range(2):
            assert overlays.refusal(pay, {"amount": 500}) is None
            assert is_refused(overlays.refusal(taxed, {"amount": 500}))
        assert overlays.free == {pay.mark}

    @pytest.mark.parametrize("tags", ["money", "other"])
    def test_what_is_forgotten_is_worked_out_again(
        self, overlays, monkeypatch, tags
    ):
        """However many tools there are, the memory has a bound."""
        monkeypatch.setattr("toolgate.gate.overlays.MAX_KNOWN", 3)
        registry = registry_with(*(tool(f"t{n}", tags=tags) for n in range(9)))
        for _ in range(2):
            for n in range(9):
                said = overlays.refusal(registry.entry(f"t{n}"), {"amount": 5})
                assert said is None
                entry = registry.entry(f"t{n}")
                said = overlays.refusal(entry, {"amount": 500})
                assert (said is not None) is (tags == "money")
        assert len(overlays.free) + len(overlays._held) <= 3


class TestOverlay:
    def test_is_a_value(self):
        one = Overlay({"a": 1, "b": 2}, tag="x", name="n")
        assert one == Overlay({"b": 2, "a": 1}, tag="x", name="n")
        assert hash(one) == hash(Overlay({"b": 2, "a": 1}, tag="x", name="n"))
        assert one != Overlay({"a": True, "b": 2}, tag="x", name="n")
        assert one != Overlay({"a": 1, "b": 2}, origin="x", name="n")
        assert one != 1
        for name in ("schema", "side_effect", "tag", "origin", "name"):
            with pytest.raises(AttributeError):
                setattr(one, name, None)

    @pytest.mark.requirement("verbatim")
    def test_the_schema_is_copied_in_and_out(self):
        schema = {"properties": {"b": {}, "a": {"maximum": 100}}}
        one = Overlay(schema)
        schema["properties"]["a"]["maximum"] = 5
        one.schema["properties"].clear()
        assert list(one.schema["properties"]) == ["b", "a"]
        assert one.schema["properties"]["a"] == {"maximum": 100}
        assert Overlay(NOTHING).schema is False

    def test_shows_what_it_is_for(self):
        assert repr(Overlay({})) == "Overlay()"
        assert repr(
            Overlay({}, side_effect="read", tag="t", origin="o", name="n")
        ) == ("Overlay('n', side_effect='read', tag='t', origin='o')")
        assert Overlay({}, side_effect="read").side_effect == "read"

    @pytest.mark.parametrize(
        ("fields", "error", "said"),
        [
            ({"side_effect": "delete"}, ValueError, "not 'delete'"),
            ({"side_effect": ["read"]}, TypeError, "Overlay.side_effect"),
            ({"tag": 1}, TypeError, "Overlay.tag must be a str or None"),
            ({"origin": 1}, TypeError, "Overlay.origin"),
            ({"name": b"x"}, TypeError, "Overlay.name"),
        ],
    )
    def test_fields_of_other_types_are_refused(self, fields, error, said):
        with pytest.raises(error, match=said):
            Overlay({}, **fields)

    @pytest.mark.parametrize("schema", [None, [], "{}", {"a": {1}}, {1: 2}])
    def test_what_is_no_schema_is_refused(self, schema):
        with pytest.raises(InvalidSchemaError) as caught:
            Overlay(schema, name="pii")
        assert caught.value.part == "overlay pii"
        with pytest.raises(InvalidSchemaError, match="^overlay at "):
            Overlay(schema)

    def test_what_is_far_too_deep_is_refused(self):
        schema = {}
        for _ in range(2_000):
            schema = {"not": schema}
        with pytest.raises(SchemaLimitError):
            Overlay(schema)
