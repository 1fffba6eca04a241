from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from pagestrata.proof.statements import canonical, moment_text

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(st.dictionaries(st.text(), _JSON))
def test_a_statement_has_one_spelling_whatever_the_order_of_its_parts(statement: dict[str, object]) -> None:
    written = canonical(statement)
    assert canonical(dict(reversed(statement.items()))) == written
    assert canonical(json.loads(written)) == written
    assert written.isascii()


def test_moments_have_one_length() -> None:
    assert moment_text(0) == "1970-01-01T00:00:00.000000Z"
    assert moment_text(1_767_323_045_000_001) == "2026-01-02T03:04:05.000001Z"
