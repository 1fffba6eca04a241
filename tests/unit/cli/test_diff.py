from __future__ import annotations

import json
from pathlib import Path

import pytest

from pagestrata import apply, invert
from pagestrata.cli.main import main
from pagestrata.formats.deltas.videlta import read_videlta
from pagestrata.formats.trees.vixml import read_vixml, write_vixml
from trees import leaf, page


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as end:
        main(["diff", *words])
    return int(end.value.code or 0)


@pytest.fixture
def versions(tmp_path: Path) -> tuple[str, str]:
    old, new = tmp_path / "old.xml", tmp_path / "new.xml"
    old.write_bytes(write_vixml(page(leaf("1.1", "Head"), leaf("1.2", "the bridge stays closed until further notice"))))
    new.write_bytes(write_vixml(page(leaf("1.1", "Head"), leaf("1.2", "the bridge opens again until further notice"))))
    return str(old), str(new)


def test_the_same_version_is_exit_0(versions: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    old, _ = versions
    assert run(old, old, "--format", "json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["changes"], found["importance"], found["similar"]) == ([], 0, True)


def test_a_change_is_exit_1_with_the_stable_keys(versions: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*versions, "--format", "json") == 1
    found = json.loads(capsys.readouterr().out)
    assert {"from", "to", "structure_changed", "importance", "similar", "score", "changes", "reasons"} <= found.keys()
    assert (found["from"], found["to"]) == versions
    (change,) = found["changes"]
    assert (change["op"], change["element"], change["block"]) == ("update", "text", "1.2")
    assert change["importance"] == pytest.approx(found["importance"], abs=1e-6)


def test_text_goes_to_a_terminal_without_colours_when_it_is_none(
    versions: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*versions) == 1
    out = capsys.readouterr().out
    assert "1.2" in out
    assert "\x1b" not in out


@pytest.mark.parametrize(("form", "begin"), [("html", b"<!"), ("png", b"\x89PNG")])
def test_pictures_and_pages(versions: tuple[str, str], tmp_path: Path, form: str, begin: bytes) -> None:
    target = tmp_path / "answer"
    assert run(*versions, "--format", form, "-o", str(target)) == 1
    assert target.read_bytes().lstrip().startswith(begin)


def test_videlta_can_be_read_back(versions: tuple[str, str], tmp_path: Path) -> None:
    target = tmp_path / "delta.xml"
    assert run(*versions, "--format", "videlta", "-o", str(target)) == 1
    assert len(read_videlta(target).changes) == 1


def test_other_windows_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = []
    for width in (800, 1366):
        file = tmp_path / f"{width}.xml"
        file.write_bytes(write_vixml(page(leaf("1.1", "Head"), viewport=(width, 768))))
        files.append(str(file))
    assert run(*files) == 2
    assert "same --viewport" in capsys.readouterr().err


def test_a_videlta_leads_back_unless_it_is_compact_which_says_what_it_gives_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    long = " ".join(f"word{number}" for number in range(400))
    trees = page(leaf("1.1", "Head"), leaf("1.2", long)), page(leaf("1.1", "Head"))
    files = [str(tmp_path / "old.xml"), str(tmp_path / "new.xml")]
    for file, tree in zip(files, trees, strict=True):
        Path(file).write_bytes(write_vixml(tree))
    full, compact = tmp_path / "full.xml", tmp_path / "compact.xml"
    assert run(*files, "--format", "videlta", "-o", str(full)) == 1
    assert capsys.readouterr().err == ""
    assert run(*files, "--format", "videlta", "--compact", "-o", str(compact)) == 1
    said = capsys.readouterr().err
    assert "characters of deleted blocks are omitted; the old version cannot be restored from this file" in said
    old, new = map(read_vixml, files)
    assert apply(invert(read_videlta(full)), new) == old
    assert compact.stat().st_size < full.stat().st_size / 2
    assert run(*files, "--compact") == 2
