from __future__ import annotations

import json
from pathlib import Path

import pytest

from pagestrata import apply, read_videlta, read_vixml, write_vixml
from pagestrata.cli.main import main
from pagestrata.cli.simulate import proportions_of
from pagestrata.errors import UsageError
from pagestrata.model.blocks import BlockTree
from trees import leaf, page


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as end:
        main(["simulate", *words])
    return int(end.value.code or 0)


@pytest.fixture
def source(tmp_path: Path) -> str:
    leaves = [
        leaf(f"1.{number}", f"the story number {number} is told in some ten words or more", links=(f"a{number}", f"b{number}"))
        for number in range(1, 21)
    ]  # fmt: skip
    file = tmp_path / "page.vixml"
    file.write_bytes(write_vixml(page(*leaves)))
    return str(file)


def made(folder: Path) -> tuple[list[BlockTree], list[Path]]:
    trees = [read_vixml(path) for path in sorted(folder.glob("*.vixml"))]
    return trees, sorted(folder.glob("*.videlta"))


def test_each_delta_is_the_way_to_its_version(source: str, tmp_path: Path) -> None:
    folder = tmp_path / "made"
    assert run(source, "-o", str(folder), "--versions", "3") == 0
    trees, deltas = made(folder)
    assert (len(trees), len(deltas)) == (4, 3)
    for old, new, file in zip(trees, trees[1:], deltas, strict=False):
        delta = read_videlta(file.read_bytes())
        assert delta.changes
        assert apply(delta, old) == new != old


def test_the_same_seed_makes_the_same_versions(source: str, tmp_path: Path) -> None:
    for name, seed in (("a", "7"), ("b", "7"), ("c", "8")):
        assert run(source, "-o", str(tmp_path / name), "--seed", seed) == 0
    first, second, third = ((tmp_path / name / "1.vixml").read_bytes() for name in "abc")
    assert first == second != third


def test_only_what_was_asked_for_happens(source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(source, "-o", str(tmp_path / "made"), "--share", "delete-block=.1", "--json") == 0
    (told,) = json.loads(capsys.readouterr().out)
    delta = read_videlta(Path(told["delta"]).read_bytes())
    assert {(change.op, change.element) for change in delta.changes} == {("delete", "block")}
    assert told["changes"] == len(delta.changes) == 2


def test_a_folder_with_something_in_it_is_left_alone(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(source, "-o", str(tmp_path)) == 2
    assert "is not empty; name a new folder with -o" in capsys.readouterr().err


@pytest.mark.parametrize("share", ["insert", "insert=x", "insert=2", "paint=.1", "insert=nan"])
def test_shares_that_make_no_sense_are_refused(share: str) -> None:
    with pytest.raises(UsageError, match="--share"):
        proportions_of([share])
    assert proportions_of([]).insert == 0.1
    assert proportions_of(["move=.5"]).insert == 0.0
