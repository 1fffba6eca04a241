from __future__ import annotations

import io
import shlex
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console

from archived_site import URL
from archives import keep, new_archive
from captures import capture
from pagestrata.cli.demo import (
    cell_line,
    message_lines,
    next_lines,
    price_line,
    program_name,
    proof_lines,
    question_lines,
    sentence_lines,
    skipped_lines,
    visit_table,
)
from pagestrata.cli.main import COMMANDS
from pagestrata.model.records import TrailEntry, Visit
from pagestrata.store.archive import open_archive
from visits import visit_page
from web_fixtures import site_archive


def test_the_table_tells_each_visit() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    kept = Visit(
        url="u", visited_at=now, stage="render", version="v", kept=True, probability=0.25, changes=3,
        seconds={"render": 1.5, "store": 0.25}, reasons=("the [article] changed",),
    )  # fmt: skip
    skipped = Visit(url="u", visited_at=now, stage="unchanged", version=None, kept=False)
    out = io.StringIO()
    Console(file=out, width=140).print(visit_table([("new headline", kept), ("nothing", skipped)]))
    head, first, second = out.getvalue().splitlines()
    assert head.split() == ["what", "happened", "stage", "verdict", "matters", "changes", "seconds", "why"]
    assert first.split() == ["new", "headline", "render", "kept", "0.25", "3", "1.75", "the", "[article]", "changed"]
    assert second.split() == ["nothing", "unchanged", "skipped", "0.00", "not", "modified"]


def test_one_skipped_visit_is_looked_at(tmp_path: Path) -> None:
    with open_archive(tmp_path / "archive") as archive:
        assert skipped_lines(archive, "http://site.test/") == []
        for hour in range(2):
            visit_page(archive, capture(["The council meets", f"Last updated 12:0{hour}"], hours=hour)[0])
        head, why = skipped_lines(archive, "http://site.test/")
    assert "saw 1 change:" in head
    assert why.startswith("  Skipped: only the clock")


def test_the_price_is_told_without_repeating_it() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    seen = [("found", "€ 18.50"), ("found", "€ 18.50"), ("found", "€ 20.90"), ("lost", ""), ("found", "€ 20.90")]
    entries = [TrailEntry(found_at=now, version=None, state=s, confidence=1.0, text=t) for s, t in seen]  # type: ignore[arg-type]
    assert price_line(entries) == "€ 18.50 → € 20.90 → lost → € 20.90"


def test_a_followed_cell_is_told_with_its_row_and_column() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    said = TrailEntry(found_at=now, version=None, state="found", confidence=1.0, text="66 €", reasons=("row ‘Car’",))
    assert cell_line(said) == "found      66 €      row ‘Car’"
    gone = TrailEntry(found_at=now, version=None, state="lost", confidence=1.0, reasons=("the row Car is gone",))
    assert cell_line(gone).endswith("the row Car is gone")


def test_messages_are_one_line_each(tmp_path: Path) -> None:
    file = tmp_path / "messages.jsonl"
    assert message_lines(file) == ["none"]
    file.write_text('{"title": "A", "picture_png": "abc"}\n{"title": "B", "picture_png": null}\n')
    assert message_lines(file) == ["A, with a picture of the change", "B"]


def test_commands_to_go_on_with_can_be_typed_as_they_stand() -> None:
    assert program_name(".venv/bin/pagestrata", is_found=False) == ".venv/bin/pagestrata"
    assert program_name(".venv/bin/pagestrata", is_found=True) == "pagestrata"
    assert program_name("/src/pagestrata/__main__.py", is_found=False) == "pagestrata"


def test_the_demo_proves_the_last_change_with_a_key_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    archive, _ = new_archive(tmp_path)
    with archive:
        for hour in range(3):
            keep(archive, f"text {hour}", hours=hour)
        lines = proof_lines(archive, "http://site.test/", tmp_path)
        assert lines[-1].startswith(f"{tmp_path / 'proof.zip'}: proof valid")
    assert not (tmp_path / "config").exists()


def test_the_demo_ends_with_ways_to_ask(tmp_path: Path) -> None:
    archive, asking, *others = next_lines("pagestrata", tmp_path, url=URL, trail="t1")
    assert archive == f"export PAGESTRATA_ARCHIVE={tmp_path}"
    assert asking.startswith("pagestrata ask price changes today ")
    commands = [shlex.split(line, comments=True)[1:] for line in (asking, *others)]
    assert ["follow", "history", "t1", "--format", "png", "-o", "price.png"] in commands
    assert all(words[0] in COMMANDS for words in commands)


def test_sentences_and_one_question_are_shown(tmp_path: Path) -> None:
    with site_archive(tmp_path) as archive:
        assert sentence_lines(archive, URL) == [
            "03:04:05  the harbour is open → closed", "03:04:05  boats to the island leave at nine → ten",
        ]  # fmt: skip
        asked, understood, answer = question_lines(
            archive, "text since 2026-01-04", now=datetime(2026, 1, 5, tzinfo=UTC)
        )
    assert asked == "pagestrata ask text since 2026-01-04"
    assert understood == "understood as: text changes, from 2026-01-04 00:00"
    assert answer == "03:04:05  boats to the island leave at nine → ten  (20260104030405-3)"
