import dataclasses
from datetime import UTC, datetime
from typing import Any

import pytest

from pagestrata.model import records
from pagestrata.model.geometry import EMPTY_BOX
from pagestrata.model.records import TrailEntry, Visit

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
CLASSES = [found for found in vars(records).values() if getattr(found, "__module__", "") == records.__name__]


@pytest.mark.parametrize("found", CLASSES, ids=lambda found: found.__name__)
def test_records_are_frozen_slotted_and_built_by_name(found: Any) -> None:
    assert found.__dataclass_params__.frozen
    assert "__slots__" in vars(found)
    assert all(field.kw_only for field in dataclasses.fields(found))


def visit() -> Visit:
    return Visit(url="http://site.test/", visited_at=NOW, stage="render", version=None, kept=True)


def test_a_visit_starts_without_changes_reasons_or_errors() -> None:
    assert (visit().changes, visit().reasons, visit().error, visit().importance) == (0, (), None, None)
    assert visit() == visit()


def test_two_records_never_share_what_they_collect() -> None:
    first, second = visit(), visit()
    assert first.seconds is not second.seconds
    assert first.block_ids is not second.block_ids


def test_a_lost_block_is_nowhere_and_its_picture_is_not_printed() -> None:
    lost = TrailEntry(found_at=NOW, version=None, state="lost", confidence=0.01)
    assert (lost.path, lost.box, lost.text, lost.picture_png) == (None, EMPTY_BOX, "", None)
    assert "picture_png" not in repr(dataclasses.replace(lost, picture_png=b"\x89PNG" * 1000))
