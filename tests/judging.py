"""What the tests of the schema rooms share: schemas judged on one engine."""

from __future__ import annotations

from toolgate.exceptions import UnsupportedByEngineError
from toolgate.limits import SchemaLimits, ValueLimits
from toolgate.schema.cache import ValidatorCache

DRAFT_07 = "http://json-schema.org/draft-07/schema#"
DRAFT_2019_09 = "https://json-schema.org/draft/2019-09/schema"
ALL_DIALECTS = ("2020-12", "draft-07", "2019-09", "draft-06")


def plain(schema, **options):
    """The schema as the plain engine enforces it."""
    return ValidatorCache(engine="jsonschema", **options).get(schema)


def fast(schema, **options):
    """The schema as the fast engine enforces it."""
    return ValidatorCache(engine="jsonschema-rs", **options).get(schema)


def both(schema, **options):
    """
    Both engines' schemas.

    Twice the plain one's for the one thing that fast refuses on purpose.
    """
    first = plain(schema, **options)
    try:
        return first, fast(schema, **options)
    except UnsupportedByEngineError as error:
        if "enters an embedded `$id`" not in error.reason:
            raise
        return first, first


def places(violations):
    """Keyword and instance path of each violation, in order."""
    return [(one.keyword, one.instance_path) for one in violations]


def told(schema, value, **options):
    """The same for what both engines say, which must be one thing."""
    first, second = both(schema, **options)
    violations = first.violations(value)
    assert second.violations(value) == violations
    return places(violations)


def deep(levels, inner=1, name=None):
    """A value in that many arrays, or in objects with one member."""
    for _ in range(levels):
        inner = [inner] if name is None else {name: inner}
    return inner


def limits(**instances):
    """Schema limits that differ from the default in those of instances."""
    wide = SchemaLimits().instances
    fields = {
        name: getattr(wide, name)
        for name in ("max_bytes", "max_depth", "max_nodes")
    }
    return SchemaLimits(instances=ValueLimits(**fields | instances))
