from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pagestrata.errors import InputError, UsageError
from pagestrata.formats.analysis_tables import COLUMNS, TABLES, check_installed, is_written, schema_of, write_part

ROW = {"url": "http://a.test/", "visited_at": datetime(2024, 1, 2, tzinfo=UTC)}


def rows(**tables: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    return {**{table: [] for table in TABLES}, **tables}


def test_a_part_has_every_column_with_its_type_even_when_it_is_empty(tmp_path: Path) -> None:
    import pyarrow.parquet

    write_part(tmp_path, "a", rows())
    for table in TABLES:
        found = pyarrow.parquet.read_schema(tmp_path / table / "a.parquet")
        assert found.names == list(COLUMNS[table])
        assert found.types == schema_of(table).types


def test_a_group_is_written_only_when_its_visits_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_written(tmp_path, "a")
    with pytest.raises(Exception, match=r"[Cc]ould not convert|int"):
        write_part(tmp_path, "a", rows(visits=[{**ROW, "changes": "many"}]))
    assert (tmp_path / "blocks" / "a.parquet").exists()
    assert not is_written(tmp_path, "a")
    write_part(tmp_path, "a", rows(visits=[{**ROW, "changes": 3, "kept": True}]))
    assert is_written(tmp_path, "a")
    assert not [file for file in tmp_path.rglob("*") if "partial" in file.name]


def test_lone_surrogates_of_pages_are_written_as_marks(tmp_path: Path) -> None:
    import pyarrow.parquet

    write_part(tmp_path, "a", rows(blocks=[{**ROW, "text": "a\ud800b", "links": ["http://x.test/\udfff"]}]))
    (found,) = pyarrow.parquet.read_table(tmp_path / "blocks" / "a.parquet").to_pylist()
    assert (found["text"], found["links"]) == ("a?b", ["http://x.test/?"])


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "blocks").write_text("a file where a folder has to be")
    with pytest.raises(InputError, match=r"cannot write .*choose another path with -o"):
        write_part(tmp_path, "a", rows())


def test_a_missing_extra_is_named_before_the_work_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UsageError, match=r"pip install 'pagestrata\[analysis\]'"):
        check_installed()
