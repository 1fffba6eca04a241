import numpy as np

from judged_pages import block, evidence, page
from pagestrata.judging.evidence.table import NAMES


def test_every_edit_has_one_number_for_each_name() -> None:
    found = evidence(page(block("1", "5 views", "a text")), page(block("1", "6 views", "a text", "a new line")))
    assert found.rows.shape == (2, len(NAMES)) == (len(found.edits), len(set(NAMES)))
    assert np.isfinite(found.rows).all()


def test_equal_pages_have_no_rows() -> None:
    assert evidence(page(block("1", "a")), page(block("1", "a"))).rows.shape == (0, len(NAMES))
