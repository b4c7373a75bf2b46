"""Why a call failed: fields that gates make, and hosts could make wrong."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from toolgate import Violation
from toolgate.failure import Failure, check_failure

BROKEN = Violation(
    keyword="type", instance_path=(), schema_path=("type",), received="null"
)


@pytest.mark.parametrize(
    "failure",
    [
        Failure("denied", "policy"),
        Failure("invalid_output", "output", (BROKEN,)),
        Failure("crashed", "handler", (), KeyboardInterrupt()),
    ],
)
def test_failures_as_gates_make_them(failure):
    check_failure(failure)


@pytest.mark.parametrize(
    ("failure", "match"),
    [
        ("denied", "failure must be a Failure or None, not str"),
        (("denied", "policy", (), None), "must be a Failure .*not tuple"),
        (Failure("oops", "policy"), r"failure\.kind must be one of unknown_"),
        (Failure([], "policy"), r"failure\.kind"),
        (Failure("denied", "police"), r"failure\.stage must be one of look"),
        (Failure("denied", None), r"failure\.stage"),
        (Failure("denied", "policy", ("x",)), r"failure\.violations must be"),
        (Failure("denied", "policy", [BROKEN]), r"failure\.violations"),
        (Failure("denied", "policy", 5), r"failure\.violations"),
        (
            Failure("denied", "policy", (Mock(spec=Violation),)),
            r"failure\.violations",
        ),
        (
            Failure("denied", "policy", (), "boom"),
            r"failure\.exception must be an exception or None, not str",
        ),
        (
            Failure("denied", "policy", (), Mock(spec=ValueError)),
            r"failure\.exception",
        ),
        (
            Failure("invalid_json", "parse", invalid_left="many"),
            "failure.invalid_left must be an int or None, not str",
        ),
        *(
            (
                Failure("denied", "policy", overlays=overlays),
                "failure.overlays must be a tuple of str",
            )
            for overlays in (["small"], "small", (1,), (None,))
        ),
    ],
)
def test_other_fields_are_refused(failure, match):
    with pytest.raises(TypeError, match=match):
        check_failure(failure)
