from __future__ import annotations

from pathlib import Path

import pytest

from archives import new_archive
from pagestrata.errors import NotFoundError


def test_settings_are_set_and_taken_away(tmp_path: Path) -> None:
    archive, _ = new_archive(tmp_path)
    with archive:
        assert archive.settings.get("skipped_days") is None
        archive.settings.set("skipped_days", 7)
        assert archive.settings.all() == {"skipped_days": 7}
        archive.settings.set("skipped_days", None)
        assert archive.settings.all() == {}


def test_models_are_stored_once_and_dropped_when_nobody_names_them(tmp_path: Path) -> None:
    archive, _ = new_archive(tmp_path)
    with archive:
        name = archive.settings.add_model(b"one")
        assert archive.settings.add_model(b"one") == name
        other = archive.settings.add_model(b"other")
        archive.settings.drop_models(keep=[other])
        assert archive.settings.model(other) == b"other"
        with pytest.raises(NotFoundError, match="train"):
            archive.settings.model(name)
