from pathlib import Path

import pytest

from compared_pages import URL, visited_archive
from pagestrata.errors import NotFoundError
from pagestrata.web.views.picking import picked_block, picker_of


def test_a_block_is_shown_with_what_it_said_before(tmp_path: Path) -> None:
    with visited_archive(tmp_path) as archive:
        version = archive.versions.of(URL)[-1]
        picker = picker_of(archive, version)
        price = next(row for row in picker.blocks if row.title.startswith("Ferry"))
        picked = picked_block(archive, version, price.ref)
        assert (picked.text, picked.parent) == ("Ferry ticket: 24.00 €", picker.blocks[0].ref)
        assert [(seen.text[14:19], seen.has_changed) for seen in picked.sightings] == [
            ("24.00", True), ("21.50", True), ("18.00", False), ("18.00", False)
        ]  # fmt: skip


def test_a_block_that_came_was_not_there_before(tmp_path: Path) -> None:
    with visited_archive(tmp_path) as archive:
        version = archive.versions.of(URL)[-1]
        story = next(row for row in picker_of(archive, version).blocks if row.title.startswith("Fishermen"))
        found = picked_block(archive, version, story.ref).sightings
        assert [seen.ref is None for seen in found] == [False, True, True, True]
        with pytest.raises(NotFoundError, match="has no block"):
            picked_block(archive, version, "9.9.9")
