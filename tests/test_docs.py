"""What the README and the docs show is what happens, and links lead on."""

from __future__ import annotations

import contextlib
import doctest
import importlib
import io
import json
import os
import re
import subprocess
import sys
import types
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

import pytest

import toolgate
from toolgate.wire.surfaces import SURFACES

ROOT = Path(__file__).parents[1]
PAGES = {
    str(path.relative_to(ROOT)): path
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
}
SRC = Path(toolgate.__file__).parent
MODULES = [
    ".".join(
        ("toolgate", *path.relative_to(SRC).with_suffix("").parts)
    ).removesuffix(".__init__")
    for path in sorted(SRC.rglob("*.py"))
]
ENVIRONMENT = {
    **{
        name: value
        for name, value in os.environ.items()
        # What runs elsewhere is measured for time, not for coverage.
        if not name.startswith("COV")
    },
    "PYTHONPATH": str(SRC.parent),
    "PYTHONIOENCODING": "utf-8",
}
EXAMPLES = {path.name for path in (ROOT / "examples").glob("*.py")}
LANGUAGES = {"python", "output", "console", "sh", "text", "json"}


@dataclass(frozen=True)
class Block:
    """One fenced block of a page; `line` is that of its first line."""

    language: str
    text: str
    line: int


def blocks_of(page: str) -> list[Block]:
    lines = PAGES[page].read_text(encoding="utf-8").splitlines(keepends=True)
    blocks, start, fence, language = [], 0, "", ""
    for number, line in enumerate(lines, 1):
        found = re.match(r"(`{3,})(\w*)\s*$", line)
        if not fence and found:
            start, (fence, language) = number + 1, found.groups()
        elif fence and line.rstrip() == fence:
            text = "".join(lines[start - 1 : number - 1])
            blocks.append(Block(language, text, start))
            fence = ""
    assert not fence, f"{page}: a block without an end at line {start}"
    return blocks


def prose_of(page: str) -> str:
    """The text of a page without its fenced blocks and inline code."""
    text = PAGES[page].read_text(encoding="utf-8")
    text = re.sub(r"^(`{3,}).*?^\1$", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`[^`]*`", "`", text)


def run_code(page: str, block: Block, namespace: dict) -> str:
    """Run a plain block, and return what it printed."""
    code = compile(
        "\n" * (block.line - 1) + block.text,
        str(PAGES[page]),
        "exec",
        dont_inherit=True,
    )
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, namespace)
    return printed.getvalue()


def run_examples(page: str, block: Block, namespace: dict) -> None:
    """Run a block of `>>>` lines, and compare what it shows."""
    test = doctest.DocTestParser().get_doctest(
        block.text, namespace, page, str(PAGES[page]), block.line - 1
    )
    test.globs = namespace  # and no copy of it: functions look there
    said: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(
        test, out=said.append, clear_globs=False
    )
    assert not result.failed, "".join(said)


def run_command(command: str) -> str:
    """Run an example as a page shows it, and return what it printed."""
    program, script, *options = command.split()
    assert program == "python"
    assert script.removeprefix("examples/") in EXAMPLES
    return subprocess.run(
        [sys.executable, script, *options],
        cwd=ROOT,
        env=ENVIRONMENT,
        check=True,
        capture_output=True,
        encoding="utf-8",
    ).stdout


@pytest.fixture
def namespace(monkeypatch):
    """That of a module, as at a prompt: annotations are looked up there."""
    module = types.ModuleType("__page__")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return vars(module)


@pytest.mark.parametrize("page", PAGES)
def test_page_shows_what_happens(page, namespace):
    """
    The blocks of a page run in order, in one namespace.

    A block of `>>>` lines is a doctest. Another `python` block may be
    followed by an `output` block: exactly what it prints.
    """
    printed = None
    for block in blocks_of(page):
        assert block.language in LANGUAGES, f"{page}:{block.line}"
        where = f"{page}:{block.line}"
        if block.language == "output":
            assert printed is not None, f"{where} shows nobody's output"
            assert printed == block.text, where
            printed = None
            continue
        assert not printed, f"{where}: what came before printed {printed!r}"
        printed = None
        if block.language == "console":
            command, _, shown = block.text.partition("\n")
            assert run_command(command.removeprefix("$ ")) == shown, where
        elif block.language == "python" and block.text.startswith(">>>"):
            run_examples(page, block, namespace)
        elif block.language == "python":
            printed = run_code(page, block, namespace)
    assert not printed, f"{page} ends with output that it does not show"


@pytest.mark.parametrize("module", MODULES)
def test_docstring_examples_run(module):
    found = doctest.testmod(importlib.import_module(module))
    assert not found.failed


def test_readme_shows_the_quickstart():
    commands = [
        block.text.partition("\n")[0]
        for block in blocks_of("README.md")
        if block.language == "console"
    ]
    assert commands == ["$ python examples/quickstart.py"]


def test_readme_runs_the_tests_as_the_projects_gate_does():
    command = "python -m pytest --cov -q -n auto"
    shell = [
        block.text
        for block in blocks_of("README.md")
        if block.language == "sh"
    ]
    assert any(text.endswith(f"/{command}\n") for text in shell)
    gate = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert f'"$bin/{command.replace(" ", chr(34) + " ", 1)}\n' in gate


def slugs(page: Path) -> dict[str, str]:
    """Headings of a page by their anchors, as GitHub makes them."""
    found: dict[str, str] = {}
    text = page.read_text(encoding="utf-8")
    text = re.sub(r"^(`{3,}).*?^\1$", "", text, flags=re.DOTALL | re.MULTILINE)
    for heading in re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE):
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        number, unique = 0, slug
        while unique in found:
            number += 1
            unique = f"{slug}-{number}"
        found[unique] = heading
    return found


def links_of(page: str) -> list[str]:
    return re.findall(r"\]\(([^)]*)\)", prose_of(page))


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    for link in links_of(page):
        if link.startswith("https://"):
            continue
        target, _, anchor = link.partition("#")
        path = (PAGES[page].parent / target) if target else PAGES[page]
        assert path.exists(), f"{page} links {link}"
        if anchor:
            assert anchor in slugs(path), f"{page} links {link}"


def test_every_page_is_linked():
    linked = {
        (PAGES[page].parent / link.partition("#")[0]).resolve()
        for page in PAGES
        for link in links_of(page)
    }
    orphans = {
        page
        for page, path in PAGES.items()
        if page != "README.md" and path.resolve() not in linked
    }
    assert not orphans


@pytest.mark.parametrize("name", toolgate.__all__)
def test_public_name_has_a_reference_entry(name):
    """The index links each name to a heading that names it."""
    index = PAGES["docs/reference/index.md"]
    found = re.search(
        rf"\[`{name}`\]\((\w+\.md)#([\w-]+)\)",
        index.read_text(encoding="utf-8"),
    )
    assert found, f"{name} is missing from the index of the reference"
    page, anchor = found.groups()
    assert name in slugs(index.parent / page)[anchor]


def test_index_lists_public_names_only():
    index = PAGES["docs/reference/index.md"].read_text(encoding="utf-8")
    listed = re.findall(r"^\| \[`(\w+)`\]", index, flags=re.MULTILINE)
    assert sorted(listed) == sorted(toolgate.__all__)


def test_exceptions_page_draws_the_tree_of_the_source():
    drawn = next(
        block.text
        for block in blocks_of("docs/reference/exceptions.md")
        if block.language == "text"
    )
    source = toolgate.exceptions.__doc__.replace("\n    ", "\n")
    assert drawn in source


@pytest.mark.parametrize(
    "picture", sorted((ROOT / "docs").rglob("*.svg")), ids=lambda p: p.name
)
def test_picture_is_well_formed_and_says_what_it_shows(picture):
    root = ET.parse(picture).getroot()
    assert [child.tag.rpartition("}")[2] for child in root][:2] == [
        "title",
        "desc",
    ]


def test_gate_agrees_with_jsonschema_on_real_tools(data, engine):
    """`examples/bfcl_gate.py` finds no disagreement and no forbidden run."""
    said = subprocess.run(
        [
            sys.executable,
            str(ROOT / "examples" / "bfcl_gate.py"),
            str(data / "bfcl" / "tools.jsonl"),
            engine,
        ],
        env=ENVIRONMENT,
        check=True,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    ).stdout
    counts = {
        text: int(count)
        for count, text in re.findall(
            r"^ *(\d+)  (.+)$", said, flags=re.MULTILINE
        )
    }
    assert f"registered <ToolRegistry: 1765 tools, {engine}>" in said
    assert counts["disagreements with jsonschema"] == 0
    assert counts["handlers run on a refusal"] == 0
    assert counts["as shipped: accepted"] == 1765
    assert "as shipped: refused" not in counts
    assert counts["required key removed: refused"] > 0
    assert counts["extra key: refused"] > 0
    assert counts["wrong type: refused"] > 0
    assert counts["outside the enum: refused"] > 0


def test_each_target_has_a_turn():
    """`examples/provider_turns.py`: one call is answered, one refused."""
    said = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "provider_turns.py")],
        env=ENVIRONMENT,
        check=True,
        capture_output=True,
        encoding="utf-8",
    ).stdout
    turns = said.split("\n\n")
    assert {turn.partition(":")[0] for turn in turns} == set(SURFACES)
    for turn in turns:
        steps = re.findall(r"^(\w+) {2,}(.+)$", turn, flags=re.MULTILINE)
        assert [
            text for step, text in steps if step in ("answered", "refused")
        ] == [
            '["Assam tea", "green tea"]',
            "invalid_arguments: /limit: expected a number >= 1",
        ]
        decoded = [
            json.loads(text) for step, text in steps if step == "decoded"
        ]
        assert decoded == [
            {"text": "tea", "labels": {"origin": "Assam"}},
            {"text": "tea", "labels": {}, "limit": 0},
        ]


def test_example_tests_pass():
    """`examples/test_rejections.py`, as its readers run it."""
    subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
            "examples/test_rejections.py",
        ],
        cwd=ROOT,
        env=ENVIRONMENT,
        check=True,
        capture_output=True,
    )


@pytest.mark.parametrize(
    ("answers", "options", "moved"),
    [
        ("y\n", (), True),
        ("YES\n", (), True),
        ("yep\n", (), False),
        ("\n", (), False),
        ("", (), False),
        ("y\n", ("--no",), False),
        ("", ("--yes",), True),
    ],
)
def test_approval_in_a_terminal(answers, options, moved):
    """Only an explicit yes lets the money go; the end of input is a no."""
    said = subprocess.run(
        [sys.executable, "examples/approval_terminal.py", *options],
        cwd=ROOT,
        env=ENVIRONMENT,
        check=True,
        capture_output=True,
        encoding="utf-8",
        input=answers,
    ).stdout
    assert "Move 900.00 to bob for ann?" in said
    assert ("answered Moved 900.00 to bob." in said) is moved
    assert ("refused  denied: the user said no." in said) is not moved


def table_of(page: str, heading: str) -> list[list[str]]:
    """The rows of the first table whose head begins so, code marks gone."""
    text = PAGES[page].read_text(encoding="utf-8")
    _, _, rest = text.partition(f"| {heading} |")
    rows = rest.partition("\n\n")[0].splitlines()[2:]
    return [
        [
            cell.strip().strip("`").replace("\\|", "|")
            for cell in re.split(r"(?<!\\)\|", row)[1:-1]
        ]
        for row in rows
    ]


@pytest.mark.parametrize(
    "row",
    table_of("docs/reference/functions.md", "annotation"),
    ids=lambda row: row[0],
)
def test_table_of_types_shows_what_happens(row, namespace):
    page = "docs/reference/functions.md"
    for block in blocks_of(page)[:3]:
        run = run_examples if block.text.startswith(">>>") else run_code
        run(page, block, namespace)
    annotation, schema, sent, received, returned = row
    annotation = eval(annotation, namespace)
    received = eval(received, namespace)
    got = []

    def take(x):
        got.append(x)
        return x

    def give():
        return received

    take.__annotations__ = {"x": annotation}
    give.__annotations__ = {"return": annotation}
    registry = toolgate.ToolRegistry()
    registry.tool(take)
    registry.tool(give)
    shown = registry["take"].input_schema["properties"]["x"]
    assert shown == json.loads(schema)
    registry.call("take", f'{{"x": {sent}}}')
    assert [(type(each), each) for each in got] == [(type(received), received)]
    result = registry.call("give")
    assert not result.is_error, result
    told = result.structured_content
    if told is toolgate.UNSET:
        told = result.text if result.content else None
    assert json.dumps(told) == json.dumps(json.loads(returned))
