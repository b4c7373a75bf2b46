"""The checker of what Bedrock takes, held against botocore's model."""

from __future__ import annotations

import pytest

from test_wire_rules import BAD_NAMES, GOOD_NAMES, TARGETS, closed, tool_for
from wire_rules import FIELDS, faults

pytest.importorskip("botocore")
loaders = pytest.importorskip("botocore.loaders")
model = pytest.importorskip("botocore.model")
validate = pytest.importorskip("botocore.validate")
TARGET = "bedrock-converse"


@pytest.fixture(scope="module")
def shape():
    described = loaders.Loader().load_service_model(
        "bedrock-runtime", "service-2"
    )
    return model.ServiceModel(described).shape_for("ToolConfiguration")


def complaints(shape, tools):
    report = validate.ParamValidator().validate({"tools": tools}, shape)
    return report.generate_report()


def test_fields_of_a_tool_are_those_of_the_model(shape):
    specification = shape.members["tools"].member.members["toolSpec"]
    assert set(specification.members) == FIELDS["bedrock"]
    assert set(specification.required_members) == {"name", "inputSchema"}


@pytest.mark.parametrize("strict", [True, False])
def test_what_the_checker_takes_the_model_takes(shape, strict):
    for name in GOOD_NAMES[TARGET]:
        tool = tool_for(
            TARGET,
            closed(q={"type": "string"}),
            strict=strict,
            name=name,
            description="d",
        )
        assert faults(TARGET, tool, strict=strict) == []
        assert complaints(shape, [tool]) == ""


@pytest.mark.parametrize(
    "tool",
    [
        tool_for(TARGET, closed(), description=""),
        tool_for(TARGET, closed(), name=""),
        tool_for(TARGET, closed(), name=None),
        tool_for("anthropic", closed()),
        {"toolSpec": {"name": "t", "inputSchema": closed()}},
        {"toolSpec": {"name": "t"}},
        tool_for(TARGET, closed(), strict=True, title="T"),
    ],
)
def test_what_the_model_refuses_the_checker_refuses(shape, tool):
    assert complaints(shape, [tool]) != ""
    strict = tool.get("toolSpec", {}).get("strict", False)
    assert faults(TARGET, tool, strict=strict) != []


def test_the_model_gives_the_names_pattern(shape):
    """The client checks no pattern; the service does."""
    specification = shape.members["tools"].member.members["toolSpec"]
    name = specification.members["name"]
    assert name.metadata["max"] == 64
    assert name.metadata["min"] == 1
    assert TARGET in TARGETS
    assert "a.b" in BAD_NAMES[TARGET]
