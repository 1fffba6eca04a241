from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pagestrata.app.sources import Source
from pagestrata.cli.main import main
from pagestrata.cli.segment import FileNames
from pagestrata.formats.snapshots import write_snapshot
from pagestrata.formats.trees.vixml import read_vixml, write_vixml
from pagestrata.store.archive import open_archive
from pagestrata.weighing.blocks.main_content import main_text
from trees import leaf, page


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as end:
        main(["segment", *words])
    return int(end.value.code or 0)


@pytest.fixture
def tree_file(tmp_path: Path) -> Path:
    file = tmp_path / "page.xml"
    file.write_bytes(write_vixml(page(leaf("1.1", "Headline"), leaf("1.2", "Story"))))
    return file


@pytest.fixture
def snapshot_file(tmp_path: Path) -> Path:
    from captures import capture

    file = tmp_path / "taken.snapshot"
    file.write_bytes(write_snapshot(capture(["First paragraph", "Second paragraph"])[0]))
    return file


def test_a_tree_is_printed_as_json_alone(tree_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(tree_file)) == 0
    found = json.loads(capsys.readouterr().out)
    assert [block["text"] for block in found["blocks"] if block["leaf"]] == ["Headline", "Story"]


def test_a_recorded_snapshot_is_cut_without_a_browser(snapshot_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(snapshot_file), "--pdoc", "coarse") == 0
    found = json.loads(capsys.readouterr().out)
    words = " ".join(block["text"] for block in found["blocks"] if block["leaf"])
    assert "First paragraph" in words
    assert "Second paragraph" in words


@pytest.mark.parametrize(("form", "begin"), [("png", b"\x89PNG"), ("html", b"<!"), ("vixml", b"<")])
def test_other_forms(snapshot_file: Path, tmp_path: Path, form: str, begin: bytes) -> None:
    target = tmp_path / "answer"
    assert run(str(snapshot_file), "--format", form, "-o", str(target)) == 0
    assert target.read_bytes().lstrip().startswith(begin)


def test_several_sources_go_into_a_folder_by_their_stems(tree_file: Path, snapshot_file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "answers"
    assert run(str(tree_file), str(snapshot_file), "-o", str(folder), "--format", "vixml") == 0
    assert sorted(path.name for path in folder.iterdir()) == ["page.xml", "taken.xml"]
    assert read_vixml(folder / "page.xml") == read_vixml(tree_file)


def test_one_bad_source_does_not_stop_the_others(
    tree_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.xml"
    bad.write_text("<XML>")
    assert run(str(bad), str(tree_file), "-o", str(tmp_path / "answers")) == 2
    assert (tmp_path / "answers" / "page.json").is_file()
    assert "bad.xml" in capsys.readouterr().err


def test_several_sources_need_a_folder(tree_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(tree_file), str(tree_file)) == 2
    assert "-o FOLDER" in capsys.readouterr().err
    assert run(str(tree_file), str(tree_file), "-o", str(tree_file)) == 2
    assert "name a folder" in capsys.readouterr().err


def test_a_picture_needs_a_rendered_page(tree_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(tree_file), "--format", "png") == 2
    assert "use json, text, main or vixml" in capsys.readouterr().err


@pytest.mark.parametrize("granularity", ["0", "11", "medium"])
def test_a_bad_granularity_is_refused(tree_file: Path, granularity: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(tree_file), "--pdoc", granularity) == 2
    assert "1 to 10, coarse or fine" in capsys.readouterr().err


def test_an_unknown_segmenter_is_refused(snapshot_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(snapshot_file), "--segmenter", "scissors") == 2
    assert "vips" in capsys.readouterr().err


def test_answers_of_the_same_name_do_not_overwrite_each_other(tree_file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / tree_file.name
    other.parent.mkdir()
    other.write_bytes(tree_file.read_bytes())
    folder = tmp_path / "answers"
    assert run(str(tree_file), str(other), "-o", str(folder)) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["page-2.json", "page.json"]


def test_versions_of_one_recording_are_told_apart_by_their_time() -> None:
    first = Source(text="", kind="warc", place="x/PAGE.warc.gz", url="http://site.test/", time="2024-01-31T10:00Z")
    names = FileNames()
    found = [names.new(source) for source in (first, replace(first, time="~2"), replace(first, time="~2"))]
    assert found == ["PAGE", "PAGE@~2", "PAGE@~2-2"]


def test_a_source_is_named_once_in_its_error(
    tree_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = str(tmp_path / "missing.html")
    assert run(missing, str(tree_file), "-o", str(tmp_path / "answers")) == 2
    assert capsys.readouterr().err.count(missing) == 1


def test_a_broken_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.xml"
    bad.write_text("<XML>")
    assert run(str(bad)) == 2
    assert str(bad) in capsys.readouterr().err


def test_blocks_have_topics(snapshot_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(snapshot_file)) == 0
    blocks = json.loads(capsys.readouterr().out)["blocks"]
    assert [bool(block["topic"]) for block in blocks] == [bool(block["text"]) for block in blocks]


def test_blocks_that_are_cut_already_are_not_cut_again(tree_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(tree_file), "--segmenter", "vips") == 2
    assert "already cut into blocks; omit --segmenter and --level" in capsys.readouterr().err


@pytest.mark.parametrize(("form", "begin"), [("png", b"\x89PNG"), ("html", b"<!doctype html>")])
def test_an_archived_version_has_its_picture(tmp_path: Path, form: str, begin: bytes) -> None:
    from captures import capture, visit_of

    taken, tree = capture(["One", "Two"])
    with open_archive(tmp_path / "archive") as archive:
        archive.append(taken, tree, None, visit=visit_of(taken))
    words = (f"{taken.url}@latest", "--archive", str(tmp_path / "archive"), "--format", form)
    assert run(*words, "-o", str(tmp_path / "answer")) == 0
    assert (tmp_path / "answer").read_bytes().startswith(begin)


def test_blocks_of_a_file_without_importance_are_weighed(tree_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert b"Importance" not in tree_file.read_bytes()
    assert run(str(tree_file)) == 0
    blocks = json.loads(capsys.readouterr().out)["blocks"]
    assert sum(block["importance"] for block in blocks if block["leaf"]) == pytest.approx(1.0, abs=1e-5)


def test_an_outline_has_a_line_for_each_block(tree_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(tree_file), "--format", "text") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["1", "1.1", "1.2"]
    assert lines[1].startswith("  1.1 ")
    assert lines[1].endswith("Headline")


def test_the_main_content_is_text(tree_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(tree_file), "--format", "main") == 0
    assert capsys.readouterr().out == main_text(read_vixml(tree_file)) + "\n"
