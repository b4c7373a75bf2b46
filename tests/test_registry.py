"""Registering: everything checked first, one swap last."""

from __future__ import annotations

import asyncio
import enum
import signal
import subprocess
import sys
import threading

import pytest

from toolgate import (
    DuplicateToolError,
    RegistrationError,
    Tool,
    ToolRegistry,
    ToolSet,
    UnknownToolError,
    ValidatorCache,
)
from toolgate.exceptions import InvalidToolError

BROKEN = {"type": "object", "properties": {"a": {"type": "objekt"}}}


def tool(name="t", **fields):
    return Tool(name=name, handler=lambda arguments: name, **fields)


@pytest.fixture
def registry():
    return ToolRegistry()


def test_a_registry_is_a_mapping(registry):
    added = registry.register(tool("a"))
    assert registry["a"] is added
    assert list(registry) == ["a"]
    assert len(registry) == 1
    assert "a" in registry
    assert dict(registry) == {"a": added}
    assert registry.list() == (added,)
    assert registry.names() == ("a",)
    with pytest.raises(KeyError):
        registry["b"]


def test_identity_and_truth(registry):
    assert registry
    assert registry != ToolRegistry()
    assert len({registry, ToolRegistry()}) == 2


def test_repr(registry):
    registry.register(tool())
    assert repr(registry).startswith("<ToolRegistry: 1 tool, jsonschema")
    assert repr(registry.snapshot()) == "<ToolSet: 1 tool>"
    registry.register(tool("u"))
    assert repr(registry.snapshot()) == "<ToolSet: 2 tools>"


def test_what_is_no_tool_is_refused(registry):
    with pytest.raises(InvalidToolError, match="takes a Tool"):
        registry.register({"name": "t"})


@pytest.mark.requirement("all-or-nothing")
def test_a_refused_tool_leaves_no_trace(registry):
    registry.register(tool("a"))
    before = dict(registry)
    with pytest.raises(RegistrationError):
        registry.register(tool("b", input_schema=BROKEN))
    assert dict(registry) == before


@pytest.mark.requirement("names-distinct")
def test_a_taken_name_names_both_origins(registry):
    registry.register(tool("lookup", origin="crm"))
    with pytest.raises(DuplicateToolError, match="crm.*wiki") as caught:
        registry.register(tool("lookup", origin="wiki"))
    assert caught.value.origins == ("crm", "wiki")
    assert registry["lookup"].origin == "crm"


def test_replace_stays_within_an_origin_and_keeps_the_place(registry):
    for name in "abc":
        registry.register(tool(name))
    new = registry.register(tool("b", title="new"), replace=True)
    assert registry["b"] is new
    assert registry.names() == ("a", "b", "c")
    with pytest.raises(DuplicateToolError):
        registry.register(tool("b", origin="crm"), replace=True)


def test_replace_adds_where_nothing_stood(registry):
    registry.register(tool("a"), replace=True)
    assert registry.names() == ("a",)


def test_aliases_route_and_are_not_listed(registry):
    registry.register(tool("new_name", aliases=("old_name",)))
    assert registry.names() == ("new_name",)
    assert "old_name" not in registry
    assert registry.call("old_name").text == "new_name"


@pytest.mark.parametrize(
    "second",
    [tool("old"), tool("x", aliases=("old",)), tool("y", aliases=("a",))],
)
def test_aliases_take_names(registry, second):
    registry.register(tool("a", aliases=("old",)))
    with pytest.raises(DuplicateToolError):
        registry.register(second)


def test_replacing_frees_the_old_aliases(registry):
    registry.register(tool("a", aliases=("old",)))
    registry.register(tool("a"), replace=True)
    registry.register(tool("old"))
    assert registry.call("old").text == "old"


@pytest.mark.requirement("all-or-nothing")
def test_a_failed_replace_leaves_the_old_tool(registry):
    registry.register_all([tool("a", aliases=("old",)), tool("b")])
    done = registry.register_all(
        [tool("a", aliases=("b",))], on_error="collect", replace=True
    )
    assert [bad.tool.name for bad in done.rejected] == ["a"]
    assert registry.call("a").text == "a"
    assert registry.call("old").text == "a"


def test_views_are_of_one_moment(registry):
    registry.register_all([tool("a"), tool("b")])
    items, values = iter(registry.items()), iter(registry.values())
    next(items), next(values)
    registry.unregister("b")
    assert next(items)[0] == "b"
    assert next(values).name == "b"


def test_a_tool_may_name_itself_as_alias(registry):
    registry.register(tool("a", aliases=("a",)))
    assert registry.call("a").text == "a"


def test_unregister(registry):
    added = registry.register(tool("a", aliases=("old",)))
    assert registry.unregister("a") is added
    assert registry.entry("old") is None
    with pytest.raises(UnknownToolError):
        registry.unregister("a")


def test_snapshot_stays_and_keeps_the_floor(registry):
    registry.register(tool("a"))
    snapshot = registry.snapshot()
    registry.unregister("a")
    assert isinstance(snapshot, ToolSet)
    assert snapshot.call("a").text == "a"
    assert snapshot.floor is registry.floor


def test_register_all_is_all_or_nothing(registry):
    with pytest.raises(RegistrationError):
        registry.register_all([tool("a"), tool("b", input_schema=BROKEN)])
    with pytest.raises(DuplicateToolError):
        registry.register_all([tool("a"), tool("a")])
    assert len(registry) == 0


def test_register_all_collects(registry):
    done = registry.register_all(
        [tool("a"), tool("b", input_schema=BROKEN), tool("a"), "no tool"],
        on_error="collect",
    )
    assert [good.name for good in done.tools] == ["a"]
    assert [type(bad.error).__name__ for bad in done.rejected] == [
        "InvalidSchemaError",
        "InvalidToolError",
        "DuplicateToolError",
    ]
    assert registry.names() == ("a",)


def test_register_all_checks_its_options(registry):
    with pytest.raises(ValueError, match="on_error"):
        registry.register_all([], on_error="ignore")


def test_namespace(registry):
    done = registry.register_all(
        [tool("lookup", origin="crm", aliases=("find",))], namespace="crm"
    )
    assert registry.names() == ("crm.lookup",)
    assert done.tools[0].source_name == "lookup"
    assert registry.entry("crm.find") is registry.entry("crm.lookup")


def test_one_compile_of_one_schema(registry):
    """Tools that share a schema share its validator."""
    registry.register_all([tool("a"), tool("b")])
    assert registry.entry("a").input is registry.entry("b").input


def test_search_is_a_hook():
    asked = []

    def search(tools, query, top_k):
        asked.append((tools, query, top_k))
        return []

    registry = ToolRegistry(search=search)
    added = registry.register(tool("a"))
    assert registry.search("x", top_k=2) == []
    assert asked == [((added,), "x", 2)]


def test_search_sees_later_tools(registry):
    registry.register(tool("get_weather"))
    assert registry.search("invoice") == []
    registry.register(tool("send_invoice"))
    assert [hit.tool.name for hit in registry.search("invoice")] == [
        "send_invoice"
    ]
    assert registry.search("invoice") == registry.search("invoice")


def test_acall(registry):
    registry.register(tool("a"))
    assert asyncio.run(registry.acall("a")).text == "a"


@pytest.mark.requirement("atomic-swap")
def test_no_half_built_entry_is_ever_seen(registry):
    """16 threads register, replace, unregister and call for a while."""
    names = [f"t{n}" for n in range(8)]
    stop = threading.Event()
    faults = []

    def versioned(name, version):
        return Tool(
            name=name,
            input_schema={
                "type": "object",
                "properties": {"v": {"const": version}},
                "required": ["v"],
            },
            handler=lambda arguments: (arguments["v"], version),
        )

    def write(seed):
        version = seed
        while not stop.is_set():
            version += 16
            name = names[version % len(names)]
            try:
                registry.register(versioned(name, version), replace=True)
                if version % 3 == 0:
                    registry.unregister(name)
            except UnknownToolError:
                pass
            except BaseException as error:
                faults.append(error)

    def read():
        while not stop.is_set():
            for name in names:
                entry = registry.entry(name)
                if entry is None:
                    continue
                version = entry.tool.input_schema["properties"]["v"]["const"]
                if not entry.accepts({"v": version}):
                    faults.append(("accepts", version))
                try:
                    result = registry.call(name, {"v": version})
                except UnknownToolError:
                    continue
                if not result.is_error and result.structured_content != [
                    version,
                    version,
                ]:
                    faults.append(result)

    threads = [threading.Thread(target=write, args=(n,)) for n in range(8)] + [
        threading.Thread(target=read) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    threading.Event().wait(2)
    stop.set()
    for thread in threads:
        thread.join()
    assert not faults


def test_a_taken_name_can_be_replaced_and_the_error_says_so(registry):
    registry.register(tool("a"))
    with pytest.raises(DuplicateToolError, match="replace=True") as caught:
        registry.register(tool("a"))
    assert caught.value.alias_of is None


@pytest.mark.parametrize("replace", [True, False])
def test_a_batch_holds_each_name_once(registry, replace):
    if replace:
        registry.register(tool("a", title="0"))
    done = registry.register_all(
        [tool("a", title="1"), tool("a", title="2")],
        on_error="collect",
        replace=replace,
    )
    assert [kept.title for kept in done.tools] == ["1"]
    assert registry["a"].title == "1"
    assert "A batch holds each name once" in str(done.rejected[0].error)


@pytest.mark.parametrize(
    ("first", "second", "alias_of"),
    [
        (tool("a", aliases="b"), tool("b"), "a"),
        (tool("b"), tool("a", aliases="b"), "a"),
        (tool("a", aliases="b"), tool("c", aliases="b"), "a"),
    ],
)
def test_replace_is_no_advice_where_the_name_is_an_alias(
    registry, first, second, alias_of
):
    registry.register(first)
    with pytest.raises(DuplicateToolError, match="It is an alias") as caught:
        registry.register(second, replace=True)
    assert caught.value.alias_of == alias_of
    assert "replace=True" not in str(caught.value)


class Name(str, enum.Enum):
    T = "t"


class Hostile(str):
    __slots__ = ()

    def __hash__(self):
        raise RuntimeError

    __eq__ = __str__ = __len__ = __hash__


@pytest.mark.parametrize(
    "name", [Name.T, Hostile("t")], ids=["enum", "hostile"]
)
def test_names_are_taken_for_what_they_hold(registry, name):
    registry.register(tool("t"))
    assert registry.call(name).text == "t"
    assert asyncio.run(registry.acall(name)).text == "t"
    checked = registry.gate.check("call_1", name)
    assert registry.gate.finish(checked, "x").text == "x"
    assert registry.unregister(name).name == "t"
    with pytest.raises(UnknownToolError, match="t"):
        registry.unregister(name)


@pytest.mark.parametrize("name", [[], None, 5])
def test_what_is_no_name_is_unknown(registry, name):
    with pytest.raises(UnknownToolError):
        registry.unregister(name)
    with pytest.raises(UnknownToolError):
        registry.call(name)


@pytest.mark.parametrize("namespace", [5, b"x", "a b", "", "1a", "x" * 129])
def test_a_namespace_is_a_name(registry, namespace):
    with pytest.raises(ValueError, match="a namespace must be 1 to 128"):
        registry.register_all(
            [Tool(name="a")], namespace=namespace, on_error="collect"
        )
    assert len(registry) == 0


def test_the_rejected_are_the_tools_that_were_given(registry):
    registry.register(Tool(name="n.taken"))
    given = [
        Tool(name="taken"),
        Tool(name="bad", input_schema={"type": "objekt"}),
        Tool(name="x" * 127),
    ]
    done = registry.register_all(given, namespace="n", on_error="collect")
    rejected = [one.tool for one in done.rejected]
    assert {id(one) for one in rejected} == {id(one) for one in given}


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs signals")
def test_a_signal_handler_may_call_what_is_not_compiled_yet():
    registry = ToolRegistry(validators=ValidatorCache(compile="on_demand"))
    for n in range(300):
        schema = {"type": "object", "properties": {f"p{n}": {"minimum": n}}}
        registry.register(
            Tool(
                name=f"t{n}",
                input_schema=schema,
                handler=lambda arguments: "ok",
            )
        )
    met = iter(range(299, 0, -1))
    old = signal.signal(
        signal.SIGALRM, lambda *_: registry.call(f"t{next(met)}")
    )
    signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
    try:
        for n in range(150):
            assert registry.call(f"t{n}").text == "ok"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


@pytest.mark.parametrize("loaded", [True, False])
def test_what_needs_asyncio_is_loaded_before_the_first_call(loaded):
    """Where the host has asyncio, nothing is left to load in a call."""
    code = (
        f"import sys{', asyncio' * loaded}; import toolgate; "
        "assert 'toolgate.gate.tasks' not in sys.modules; "
        "toolgate.ToolRegistry(); "
        f"assert ('toolgate.gate.tasks' in sys.modules) is {loaded}"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
