"""Errors are data: comparable, picklable, in one tree."""

from __future__ import annotations

import pickle

import pytest

from toolgate import exceptions
from toolgate.exceptions import (
    AnswerError,
    ApprovalRequired,
    AsyncToolError,
    CallBudgetExceeded,
    DuplicateToolError,
    EngineUnavailableError,
    InvalidCallBudgetExceeded,
    InvalidJSONError,
    InvalidSchemaError,
    InvalidToolError,
    NoHandlerError,
    NotAnObjectError,
    ProtocolError,
    RegistrationError,
    SchemaError,
    ToolError,
    ToolgateError,
    UnknownToolError,
    WireError,
)
from toolgate.result import failed

EXAMPLES = [
    ProtocolError("no name", data={"a": 1}),
    UnknownToolError("x", closest="y"),
    RegistrationError("why", tool="t"),
    InvalidToolError("why"),
    DuplicateToolError("t", origins=(None, "crm")),
    InvalidSchemaError("why", path=("a/b", 0, "~"), tool="t"),
    EngineUnavailableError("install it"),
    InvalidJSONError("why", code="syntax", line=1, column=2),
    NotAnObjectError("why", code="not_an_object", found="array"),
    ApprovalRequired(
        "why", token="k", tool="t", tool_call_id="c", arguments={"a": 1}
    ),
    AsyncToolError("t"),
    NoHandlerError("t"),
    CallBudgetExceeded(
        run_id="r", limit=2, result=failed("no", "denied", "lookup")
    ),
    InvalidCallBudgetExceeded(
        run_id="r", limit=2, result=failed("no", "denied", "lookup")
    ),
    ToolError("why"),
    AnswerError("why", path=("tools", 0), code=-32603, data={"a": 1}),
    WireError("why", target="anthropic"),
]


def test_every_exception_has_one_root():
    for value in vars(exceptions).values():
        if isinstance(value, type) and issubclass(value, Exception):
            assert issubclass(value, ToolgateError)


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda e: type(e).__name__)
def test_equal_to_its_copy_and_to_no_other(error):
    copy = pickle.loads(pickle.dumps(error))
    assert copy == error
    assert hash(copy) == hash(error)
    assert str(copy) == str(error)
    assert [other for other in EXAMPLES if other == error] == [error]
    assert error != 1


def test_notes_do_not_change_equality():
    one, other = AsyncToolError("t"), AsyncToolError("t")
    one.__notes__ = ["a note"]
    assert one == other


def test_texts_say_what_to_do():
    texts = [str(error) for error in EXAMPLES]
    assert "Unknown tool: x. Did you mean y?" in texts
    assert str(UnknownToolError("x")) == "Unknown tool: x"
    assert "tool t: why" in texts
    assert "why at line 1 column 2" in texts
    assert "tool t: schema at /a~1b/0/~0: why" in texts
    assert str(SchemaError()) == (
        "schema at (root): the schema cannot be enforced"
    )
    assert "crm" in str(EXAMPLES[4])
    assert "this host" in str(EXAMPLES[4])
    assert "adispatch" in str(AsyncToolError("t"))
    assert "gate.check" in str(NoHandlerError("t"))
    assert (
        "run r may make 2 invalid calls, and this is one more: stop it, and "
        "let a person look"
    ) in texts


def test_unknown_tool_is_a_json_rpc_invalid_params():
    """JSON-RPC 2.0 section 5.1 and MCP 2026-07-28 server/tools."""
    assert UnknownToolError("x").code == -32602


def test_docstring_draws_the_tree():
    """Every class stands in the module's drawing."""
    for name, value in vars(exceptions).items():
        if isinstance(value, type) and issubclass(value, ToolgateError):
            assert name in exceptions.__doc__
