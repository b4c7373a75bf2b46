"""Each keyword that needs verdicts has its maker."""

from __future__ import annotations

from toolgate.schema.applicators import APPLICATORS
from toolgate.schema.dialects import DIALECTS
from toolgate.schema.forks import FORKS
from toolgate.schema.graph import ASSERTIONS


def test_every_keyword_of_every_dialect_is_there_once():
    """jsonschema's own tables are the measure; what is false may be both."""
    for dialect in DIALECTS:
        for keyword in dialect.validator_class.VALIDATORS:
            homes = [keyword in ASSERTIONS, keyword in APPLICATORS]
            assert any(homes) != (keyword in FORKS), keyword
