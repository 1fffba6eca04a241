from __future__ import annotations

import json
from pathlib import Path

import pytest

from pagestrata.cli.main import main
from pagestrata.formats.snapshots import write_snapshot
from pagestrata.formats.vixml import read_vixml, write_vixml
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
    assert "use json or vixml" in capsys.readouterr().err


@pytest.mark.parametrize("granularity", ["0", "11", "medium"])
def test_a_bad_granularity_is_refused(tree_file: Path, granularity: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(tree_file), "--pdoc", granularity) == 2
    assert "1 to 10, coarse or fine" in capsys.readouterr().err


def test_an_unknown_segmenter_is_refused(snapshot_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(snapshot_file), "--segmenter", "scissors") == 2
    assert "vips" in capsys.readouterr().err
