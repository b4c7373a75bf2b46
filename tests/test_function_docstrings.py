"""What docstrings of all styles say about a function and its parameters."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import re
import subprocess
import sys
import sysconfig
from dataclasses import make_dataclass
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

import docstring_parser
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgate.function.docstring.prose import clean
from toolgate.function.docstrings import Documented, read_docstring


def read(text: str, *names: str) -> Documented:
    """Read a docstring as it stands in a source file."""
    return read_docstring(text, frozenset(names))


def parameters(text: str, *names: str) -> dict[str, str]:
    return dict(read(dedent(text), *names).parameters)


class Pair(NamedTuple):
    a: int
    b: int


class TestDescription:
    @pytest.mark.parametrize("text", [None, "", "  \n\t\n ", "\r\n"])
    def test_nothing_says_nothing(self, text):
        assert read_docstring(text, {"x"}) == ("", {}, None)

    def test_paragraphs_are_joined_and_kept_apart(self):
        text = """Move money
            between accounts.


            Never twice,
            whatever happens.
            """
        assert read(text).description == (
            "Move money between accounts.\n\nNever twice, whatever happens."
        )

    def test_it_ends_at_the_first_section(self):
        text = "Move.\n\nTwice.\n\nRaises:\n    E: never\n\nMore.\n"
        assert read(text) == ("Move.\n\nTwice.", {}, None)

    @pytest.mark.parametrize(
        "section",
        [
            "Args:\n    x: it",
            "Example:\n    f(1)",
            "Examples::\n\n    f(1)",
            "Note:\n    never",
            "Warning:\n    never",
            "Todo:\n    * all",
            "See Also:\n    g: other",
            "References:\n    [1] a book",
            "Yields:\n    int: each",
            "Attributes:\n    y: it",
            "Notes\n-----\nnever",
            "Parameters:\n-----------\nx : int",
            ":param x: it",
            ":author: someone",
            "@param x: it",
            "@return: it",
            "  Args:\n    x: it",
            "Args:",
            "Args:\n\n\n\n\n    x: it",
        ],
    )
    def test_each_kind_of_section_ends_it(self, section):
        assert read(f"Move.\n\n{section}", "x").description == "Move."
        assert read(f"Move.\n{section}", "x").description == "Move."

    @pytest.mark.parametrize(
        "text",
        [
            "Split at Args: and go on.",
            "Find the word that stands for\nArgs:\nin a text.",
            "Returns: the sum of both.",
            "Give it back.\nReturns:\nthe sum of both.",
            "Note: never twice.",
            ":class:`Foo` of all\n:key:`x` too",
            ":) and :( are smileys",
            "@staticmethod def f(x): pass",
            "@returns",
            "@see all",
        ],
    )
    def test_prose_is_no_section(self, text):
        found = read(text, "x")
        assert found == (text.replace("\n", " "), {}, None)

    @pytest.mark.parametrize(
        "code",
        [
            "So::\n\n    Args:\n        x: it",
            "So:\n\n```\nArgs:\n    x: it\n\n:param x: it\n```",
        ],
    )
    def test_code_is_no_section(self, code):
        found = read(f"Read.\n\n{code}\n\nEnd.", "x")
        assert found == (f"Read.\n\n{code}\n\nEnd.", {}, None)

    def test_a_doctest_is_no_section(self):
        text = "Read.\n\n>>> show()\nArgs:\n    x: it\n\nEnd."
        assert read(text, "x") == ("Read.\n\nEnd.", {}, None)

    def test_doctests_go_with_the_words_that_introduce_them(self):
        doctest = ">>> move(1)\n2"
        for words in ("For example:", "Example:", "Here is an example ::"):
            text = f"Move.\n\n{words}\n\n{doctest}\n\nEnd."
            if words != "Example:":  # which is a section
                assert read(text).description == "Move.\n\nEnd."
            text = text.replace(f"{words}\n\n", f"{words}\n")
            assert "move" not in read(text).description
            assert words not in read(text).description
        text = f"Move, as in:\n\n{doctest}\n"
        assert read(text).description == "Move, as in:"

    def test_prompts_in_a_fence_are_code(self):
        text = "Move.\n\n```pycon\n>>> move()\n```"
        assert read(text).description == text

    def test_what_is_laid_out_stays(self):
        text = (
            "Modes\nare:\n  fast\n  slow\n\n1. one\n   more\n2. two\n\n"
            "| a | b |\n| - | - |\n\n    quoted\n    text\n\n.. note:: no"
        )
        assert read(text).description == text.replace("Modes\n", "Modes ")

    def test_code_ends_where_its_indent_ends(self):
        text = "Read::\n\n    code\n\nSo.\n\n  Args:\n    x: it"
        assert read(text, "x").parameters == {"x": "it"}

    def test_a_heading_of_no_known_section_stays(self):
        text = "Move.\n\nHow\n---\nSlowly."
        assert read(text).description == text

    def test_signatures_say_nothing(self):
        made = make_dataclass("Foo", [("a", "int"), ("b", "str", "(")])
        assert read(made.__doc__, "a", "b") == ("", {}, None)
        assert read(Pair.__doc__, "a", "b") == ("", {}, None)
        assert read("add(a, b) -> int", "a", "b").description == ""
        assert read("f((a)", "a").description == ""

    @pytest.mark.parametrize(
        "text", ["f(x) is called.", "Add (a, b)", "Adds x", "f(x)\n\nAdds."]
    )
    def test_texts_that_hold_a_call_are_kept(self, text):
        assert read(text, "x").description == text

    @given(st.text(st.sampled_from("a: \t\n\x0c"), max_size=60))
    def test_margins_go_as_inspect_takes_them(self, text):
        expected = [
            line.rstrip() for line in inspect.cleandoc(text).split("\n")
        ]
        while expected and not expected[-1]:
            expected.pop()
        while expected and not expected[0]:
            expected.pop(0)
        assert clean(text) == expected

    def test_line_breaks_of_all_systems_are_one(self):
        text = "Move.\n\n    Args:\n        x: it\n            is\n"
        expected = read(text, "x")
        assert expected.parameters == {"x": "it is"}
        assert read(text.replace("\n", "\r\n"), "x") == expected
        assert read(text.replace("\n", "\r"), "x") == expected


class TestGoogle:
    @pytest.mark.parametrize(
        "title",
        [
            "Args",
            "Arguments",
            "Parameters",
            "Params",
            "Keyword Args",
            "Keyword Arguments",
            "Other Parameters",
            "args",
            "ARGS",
        ],
    )
    def test_titles(self, title):
        text = f"Move.\n\n{title}:\n    x: it"
        assert parameters(text, "x") == {"x": "it"}

    @pytest.mark.parametrize(
        "entry",
        [
            "x: it",
            "x : it",
            "x:it",
            "x (int): it",
            "x(int): it",
            "x (dict[str, tuple[int, ...]], optional): it",
            "x (Callable[[int], str]): it",
            "x ({a: int, b: (str)}): it",
            'x (`str`, *optional*, defaults to `"a:b"`): it',
            "x (one of [a): it",
            "x (Union[int,\n        str]): it",
            "x {int} -- it",
            "x - it",
            "x -- it",
            "x \N{EM DASH} it",
            "*x: it",
            "**x: it",
            "\\*x: it",
            "`x`: it",
            "**x** (int): it",
            "- x: it",
            "* `x` (int): it",
            "x:\n        it",
            "x\n        it",
            "x (int)\n        it",
            "x : int\n        it".replace("it", "It"),
        ],
    )
    def test_entries(self, entry):
        text = f"Move.\n\nArgs:\n    {entry}\n    y: other"
        found = parameters(text, "x", "y")
        assert found == {"x": "It" if "It" in entry else "it", "y": "other"}

    def test_fields_stand_below_a_heading(self):
        text = "Move.\n\nArgs:\n    :param x: it\n    :param y: other"
        assert parameters(text, "x", "y") == {"x": "it", "y": "other"}

    def test_a_heading_in_the_first_line(self):
        """Its margin is not known, so that the rest may lose the same."""
        assert read("Returns:\n        The sum.").returns == "The sum."
        text = "Args:\n        x: it\n            is\n        y, z: all\n    "
        assert read(text, "x", "z") == ("", {"x": "it is", "z": "all"}, None)
        text = "Args:\n        x: it\n\n    Returns:\n        The sum.\n    "
        assert read(text, "x") == ("", {"x": "it"}, "The sum.")
        text = "Returns:\n        The sum.\n\n    More.\n    "
        assert read(text, "x") == ("", {}, "The sum.")

    def test_a_bracket_that_stays_open_for_long_holds_no_type(self):
        text = "Move.\n\nArgs:\n    x (a" + "\n        b" * 9 + "): it"
        assert parameters(text, "x") == {}

    @pytest.mark.parametrize("mark", [", ", " / ", " and ", " or ", " & "])
    def test_names_share_an_entry(self, mark):
        text = f"Args:\n    x{mark}y{mark}z (int): each"
        assert parameters(text, "x", "z") == {"x": "each", "z": "each"}

    def test_entries_of_several_lines_and_paragraphs(self):
        text = """
            Args:
                x: One
                    two: three.

                    Modes:

                    - fast
                    - slow
                y: other

                What they have in common.

            Raises:
                E: never
            """
        assert parameters(text, "x", "y") == {
            "x": "One two: three.\n\nModes:\n\n- fast\n- slow",
            "y": "other",
        }

    def test_other_names_are_passed_over(self):
        text = (
            "Args:\n    x: it\n    zz: no\n        no\n    z.x: no\n    y: yes"
        )
        assert parameters(text, "x", "y") == {"x": "it", "y": "yes"}

    def test_unknown_entries_need_a_colon(self):
        text = "Args:\n    x: it\n    goes on\n    zz (no: no\n    y: yes"
        assert parameters(text, "x", "y") == {
            "x": "it goes on zz (no: no",
            "y": "yes",
        }

    @pytest.mark.parametrize(
        "body",
        [
            "x: it\ny: other",
            "    x: it\n     y: other",
            "      x: it\n    y: other",
            "\tx: it\n        y: other",
            "x: it\n\ny: other\n\nProse.",
            "\n    x: it\n\n    y: other\nProse.",
        ],
    )
    def test_wrong_indents(self, body):
        found = parameters(f"Move.\n\nArgs:\n{body}", "x", "y")
        assert found == {"x": "it", "y": "other"}

    def test_lines_that_begin_no_entry(self):
        text = "Move.\n\nArgs:\n    ...\n    x: it\n    (more)\n    zz (a\n"
        assert parameters(text, "x") == {"x": "it (more) zz (a"}

    def test_a_continuation_may_stand_too_far_left(self):
        text = "Move.\n\nArgs:\n    x: it\n  goes\n    on\n    y: other"
        assert parameters(text, "x", "y") == {"x": "it goes on", "y": "other"}

    def test_a_heading_may_stand_too_far_right(self):
        text = """
            Move.
              Args:
                x: it
               Returns:
                The sum.
            """
        assert read(text, "x") == ("Move.", {"x": "it"}, "The sum.")
        text = "Args:\n    x: it\n    Returns:\n        The sum."
        assert read(text, "x") == ("", {"x": "it"}, "The sum.")

    def test_a_parameter_may_be_called_as_a_section(self):
        text = (
            "Move.\n\nArgs:\n    Returns:\n        it\n    args:\n        all"
        )
        assert parameters(text, "Returns", "args") == {
            "Returns": "it",
            "args": "all",
        }

    def test_sections_stand_in_any_order(self):
        text = (
            "Returns:\n  It.\n\nRaises:\n  E: x\n\nArgs:\n  x: it\n\nTip:\n a"
        )
        assert read(text, "x") == ("", {"x": "it"}, "It.")

    def test_sections_without_entries(self):
        text = "Move.\n\nArgs:\n\nReturns:\n\nRaises:"
        assert read(text, "x") == ("Move.", {}, None)

    def test_the_first_text_of_a_name_holds_and_attributes_come_last(self):
        text = """
            Attributes:
                x: third
                y: fallback

            Args:
                x: first
                x: second
            """
        assert parameters(text, "x", "y") == {"x": "first", "y": "fallback"}

    def test_examples_hold_no_entries(self):
        text = "Example:\n    Args:\n        x: no\n    :param x: no\n\nEnd."
        assert read(text, "x") == ("", {}, None)

    @pytest.mark.parametrize(
        ("body", "expected"),
        [
            ("The sum.", "The sum."),
            ("int: The sum.", "The sum."),
            ("dict[str, int] | None: The sum\n    of it.", "The sum of it."),
            ("(int, str): Both.", "Both."),
            ("True: if done", "True: if done"),
            ("A pair: both.", "A pair: both."),
            ("[]: none.", "none."),
            ("x" * 201 + ": y", "x" * 201 + ": y"),
            ("\n    The sum.", "The sum."),
        ],
    )
    def test_returns(self, body, expected):
        assert read(f"Add.\n\nReturns:\n    {body}").returns == expected


class TestNumPy:
    TEXT = """
        Move.

        Parameters
        ----------
        a, b : int
            Both.
        x : {1, 2}, optional
            One
            of two.

            Or none.
        *args, **kwargs
            The rest.
        y : {'one',
             'two'}
            Word.
        z: int
            Colon.
        n
        u (v) : int
            Old name.
        w, default 3
            Comma.
        m : Matrix to turn round.

        Other text.

        Other Parameters
        ================
        o : int
            Other.

        Returns
        -------
        out : int
            The sum.

        See Also
        --------
        x : unrelated
            No.
        """

    def test_all_of_it(self):
        names = ("a", "b", "x", "args", "kwargs", *"yznuwmo")
        assert read(self.TEXT, *names) == (
            "Move.",
            {
                "a": "Both.",
                "b": "Both.",
                "x": "One of two.\n\nOr none.",
                "args": "The rest.",
                "kwargs": "The rest.",
                "y": "Word.",
                "z": "Colon.",
                "u": "Old name.",
                "w": "Comma.",
                "m": "Matrix to turn round.",
                "o": "Other.",
            },
            "The sum.",
        )

    def test_options_are_parameters(self):
        text = "Options\n-------\nx : int\n    It."
        assert parameters(text, "x") == {"x": "It."}

    @pytest.mark.parametrize(
        "body",
        [
            "x : int\n  It.\ny : int\n  Other.",
            "x : int\nIt.\ny : int\nOther.",
            "    x : int\n        It.\n    y : int\n        Other.",
            "x : int\n\n    It.\n\ny : int\n    Other.\nProse: none.",
            "x : int\n    It.\n%(more)s\ny : int\n    Other.",
        ],
    )
    def test_wrong_indents(self, body):
        text = f"Move.\n\nParameters\n----------\n{body}"
        assert parameters(text, "x", "y") == {"x": "It.", "y": "Other."}

    def test_a_parameter_may_be_called_as_a_section(self):
        text = "Parameters\n----------\nx : int\n    It.\nnotes:\n    All."
        assert parameters(text, "x", "notes") == {"x": "It.", "notes": "All."}

    def test_a_google_heading_ends_it(self):
        text = "Parameters\n----------\nx : int\n    It.\nReturns:\n    Sum."
        assert read(text, "x") == ("", {"x": "It."}, "Sum.")

    def test_an_unknown_heading_ends_it(self):
        text = "Parameters\n----------\nx : a\n  It.\n\nUse\n---\ny : b\n  No."
        assert parameters(text, "x", "y") == {"x": "It."}

    @pytest.mark.parametrize(
        ("body", "expected"),
        [
            ("int\n    The sum.", "The sum."),
            ("The sum\nof both.", "The sum of both."),
            ("", None),
            ("int", "int"),
            ("a : int\n    One.\nstr\n    Two.", "a: One.\nTwo."),
        ],
    )
    def test_returns(self, body, expected):
        text = f"Add.\n\nReturns\n-------\n{body}"
        assert read(text).returns == expected


class TestFields:
    @pytest.mark.parametrize("mark", [":", "@"])
    @pytest.mark.parametrize(
        "field",
        [
            "param x: it",
            "param int x: it",
            "param x int: it",
            "param x : it",
            "param x:\n    it",
            "param x:\nit",
            "param dict[str, int] | None x: it",
            "param Callable[{a: b}] x: it",
            "param *x: it",
            "param \\*\\*x: it",
            "param x it",
            "parameter x: it",
            "arg x: it",
            "argument x: it",
            "key x: it",
            "keyword x: it",
            "kwarg x: it",
            "ivar x: it",
            "var x: it",
            "Param x: it",
            "raises E: no\n:param x: it",
            "type y: dict\n    no\n@param x: it",
        ],
    )
    def test_fields(self, mark, field):
        text = f"Move.\n\n{mark}{field}\n{mark}type x: int\n{mark}param zz: no"
        assert read(text, "x") == ("Move.", {"x": "it"}, None)

    def test_several_lines_and_text_behind(self):
        text = """
            Move.

            :param x: One
                two.

                Three.
            :param y: Wrapped
            wrongly.
            :returns: The
                sum.
            :rtype: int

            Move what is there.
            """
        assert read(text, "x", "y") == (
            "Move.",
            {"x": "One two.\n\nThree.", "y": "Wrapped wrongly."},
            "The sum.",
        )

    def test_names_share_a_field(self):
        text = ":param x, y: both\n:param x, of: no"
        assert parameters(text, "x", "y") == {"x": "both", "y": "both"}

    def test_indented_fields(self):
        text = (
            "Move.\n    :param x: it\n        :param y: other\n  :return: Sum"
        )
        assert read(text, "x", "y") == (
            "Move.",
            {"x": "it", "y": "other"},
            "Sum",
        )

    def test_fields_of_other_names_and_none(self):
        text = "Move.\n\n:param zz: no\n:param: no\n:param x:\n:return:"
        assert read(text, "x") == ("Move.", {}, None)

    def test_a_nested_field_of_another_name_is_text(self):
        text = "Move.\n\n:param x: as in\n    :param zz: no"
        assert parameters(text, "x") == {"x": "as in :param zz: no"}

    def test_roles_are_text(self):
        text = ":param x: either\n:class:`int` or\n    :keyword:`and`"
        assert parameters(text, "x") == {
            "x": "either :class:`int` or :keyword:`and`"
        }

    def test_text_behind_the_name_without_a_colon_is_kept(self):
        assert parameters("@param x the mode: fast", "x") == {
            "x": "the mode fast"
        }

    @pytest.mark.parametrize(
        "field", [":return: Sum.", "@returns: Sum.", "@return Sum."]
    )
    def test_returns(self, field):
        assert read(f"Add.\n\n{field}") == ("Add.", {}, "Sum.")

    def test_styles_mix(self):
        text = """
            Move.

            :param x: it

            Args:
                y: other

            Parameters
            ----------
            z : int
                last

            @return: The sum.
            """
        assert read(text, "x", "y", "z") == (
            "Move.",
            {"x": "it", "y": "other", "z": "last"},
            "The sum.",
        )


FRAGMENTS = [
    "\n",
    "x (\n",
    "Args:\n",
    "Args:\n\n\n\n",
    "(",
    ":",
    ":param x: y\n",
    ">>> f\n\n",
    "```\n",
    "x, ",
    "for an ",
    "a\n-----\n",
    "'",
    "a:\n",
    "    a\n\n",
]
OPENINGS = [
    "",
    "Args:\n    ",
    "Parameters\n----------\n",
    ":param ",
    "F(",
    "For example: " * 3_000 + "\n\n",
]


class TestHostile:
    @given(
        st.lists(
            st.sampled_from(
                [*FRAGMENTS, *OPENINGS[:-1], "x", "Returns:", "  "]
            ),
            max_size=30,
        ).map("".join)
    )
    def test_no_text_breaks_it(self, text):
        found = read(text, "x", "y")
        assert set(found.parameters) <= {"x", "y"}
        assert all(found.parameters.values())
        assert found.returns != ""
        assert all(found.parameters[name].strip() for name in found.parameters)

    def test_huge_texts_take_time_in_proportion(self):
        """100 kB of anything take less than two seconds."""
        code = (
            "import sys, time\n"
            "from toolgate.function.docstrings import read_docstring\n"
            "worst = 0.0\n"
            f"for opening in {OPENINGS!r}:\n"
            f"    for part in {FRAGMENTS!r}:\n"
            "        text = opening + part * (100_000 // len(part))\n"
            "        begun = time.process_time()\n"
            "        read_docstring(text, {'x', 'y'})\n"
            "        worst = max(worst, time.process_time() - begun)\n"
            "print(worst)\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={
                "PYTHONPATH": str(Path(inspect.getfile(Documented)).parents[2])
            },
        )
        assert float(done.stdout) < 2


# --- against docstring-parser ------------------------------------------------

PACKAGES = ("pydantic", "hypothesis", "jsonschema", "_pytest", "pluggy")


def sources():
    """Yield the Python files of the packages and the standard library."""
    for package in PACKAGES:
        (folder,) = importlib.util.find_spec(
            package
        ).submodule_search_locations
        yield from sorted(Path(folder).rglob("*.py"))
    library = Path(sysconfig.get_path("stdlib"))
    yield from sorted(library.glob("*.py"))


def documented():
    """Yield (place, docstring of several lines, parameter names)."""
    for path in sources():
        tree = ast.parse(path.read_bytes())
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                text = ast.get_docstring(node, clean=False)
                taken = node.args
                if text and "\n" in text.strip():
                    names = {
                        arg.arg
                        for arg in (
                            *taken.posonlyargs,
                            *taken.args,
                            *taken.kwonlyargs,
                            *filter(None, (taken.vararg, taken.kwarg)),
                        )
                    }
                    names -= {"self", "cls"}
                    if names:
                        yield f"{path.name}:{node.name}", text, names


def flat(text: str | None) -> str:
    return " ".join((text or "").split())


def oracle(text: str, names: set[str]) -> dict[str, str]:
    """Read the parameters with docstring-parser, names taken apart."""
    found: dict[str, str] = {}
    try:
        parsed = docstring_parser.parse(text)
    except docstring_parser.ParseError:
        return found
    for parameter in parsed.params:
        for name in (parameter.arg_name or "").split(","):
            bare = name.strip(" *\\")
            if bare in names and flat(parameter.description):
                found.setdefault(bare, flat(parameter.description))
    return found


def reason(text: str, name: str, theirs: str, ours: str) -> str | None:
    """
    Say why a difference is right, None where no reason is known.

    The list of differences:

    * "not read": docstring-parser reads one style for a whole docstring, no
      entry with dashes (`x -- it`), none below a heading that is followed by
      a blank line or by entries that stand no deeper, no `Keyword Args:`,
      and nothing of a section that has one entry without a colon.
    * "text behind": to docstring-parser, a field goes on to the next one,
      whatever stands between them; here, text behind a blank line that is
      not indented is no part of a field.
    * "doctest": doctests are left out here.
    * "role": docstring-parser ends a field at a line that begins with a
      role (`:meth:`); here the field goes on.
    """
    if not theirs:
        place = rf"(?<!\w){re.escape(name)}\W.{{0,400}}?{re.escape(ours)}"
        return "not read" if re.search(place, flat(text)) else None
    if ours.startswith(theirs) and ours[len(theirs) :].startswith(" :"):
        return "role"
    more = theirs[len(ours) :].split()
    if not theirs.startswith(ours) or not more:
        return None
    if more[0] == ">>>":
        return "doctest"
    behind = rf"\n[ \t]*\n[ \t]*{re.escape(more[0])}"
    return "text behind" if re.search(behind, text) else None


def test_parameters_agree_with_docstring_parser():
    """
    Over thousands of real docstrings, or for a reason in the list.

    A parameter that docstring-parser finds is always found.
    """
    total = described = agreed = 0
    unexplained = []
    for place, text, names in documented():
        total += 1
        theirs = oracle(text, names)
        ours = {
            name: flat(told)
            for name, told in read_docstring(text, names).parameters.items()
        }
        described += bool(theirs or ours)
        agreed += bool(theirs) and theirs == ours
        unexplained += [
            (place, name, theirs.get(name), ours.get(name))
            for name in sorted({*theirs, *ours})
            if theirs.get(name, "") != ours.get(name, "")
            and (
                name not in ours
                or reason(text, name, theirs.get(name, ""), ours[name]) is None
            )
        ]
    print(f"{total} functions, {described} with parameters, {agreed} agree")
    assert not unexplained
    assert total > 2_000
    assert described > 300
    assert agreed > 0.75 * described
