"""Glossary, bibliography and the guesses in the architecture name files that are there, and miss no paper."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "pagestrata"
BIBLIOGRAPHY = ROOT / "docs" / "reference" / "bibliography.md"
GLOSSARY = ROOT / "docs" / "reference" / "glossary.md"
ARCHITECTURE = ROOT / "docs" / "explanation" / "architecture.md"
PAPERS = range(1, 6)
PATH = re.compile(r"`([\w/]+/(?:[\w]+\.py)?)`")
GUESS = re.compile(r"^\| (.+\?) \| (.+) \|$", re.M)


def _place(name: str) -> Path:
    return ROOT / name if name.startswith(("benchmarks/", "src/", "tests/")) else SOURCE / name


def _entry(paper: int) -> str:
    text = BIBLIOGRAPHY.read_text().split("## What else")[0]
    found = re.search(rf"^{paper}\. .*?(?=^\d\. |\Z)", text, re.M | re.S)
    assert found, f"the bibliography has no paper {paper}"
    return found[0]


@pytest.mark.parametrize("page", [BIBLIOGRAPHY, GLOSSARY, ARCHITECTURE], ids=lambda page: page.name)
def test_the_places_it_names_are_there(page: Path) -> None:
    text = page.read_text() if page is not ARCHITECTURE else "\n".join(answer for _, answer in _guesses())
    places = PATH.findall(text)
    assert places
    missing = [name for name in places if not _place(name).exists()]
    assert not missing, f"{page.relative_to(ROOT)} names what is not there: {missing}"


@pytest.mark.parametrize("paper", PAPERS)
def test_every_module_that_cites_a_paper_is_in_its_entry(paper: int) -> None:
    homes = [_place(name) for name in PATH.findall(_entry(paper))]
    citing = [path for path in SOURCE.rglob("*.py") if re.search(rf"\bpaper {paper}\b", path.read_text())]
    missing = [path for path in citing if not any(home == path or home in path.parents for home in homes)]
    assert not missing, f"the entry of paper {paper} in docs/reference/bibliography.md does not say: {missing}"


def test_no_paper_is_cited_that_has_no_entry() -> None:
    cited = {int(n) for path in SOURCE.rglob("*.py") for n in re.findall(r"\bpaper (\d+)\b", path.read_text())}
    assert cited <= set(PAPERS)


def _guesses() -> list[tuple[str, str]]:
    return GUESS.findall(ARCHITECTURE.read_text())


def test_there_are_enough_guesses_with_one_answer_each() -> None:
    answers = [PATH.findall(answer) for _, answer in _guesses()]
    assert len(answers) >= 25
    assert all(len(found) == 1 for found in answers), "a guess has one place as its answer"
