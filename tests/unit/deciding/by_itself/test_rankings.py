"""Lists whose order is the news, and lists that a machine ranks."""

from dataclasses import replace

import pytest

from found_changes import found, page_of
from pagestrata.deciding.by_itself.rankings import is_ranking
from pagestrata.deciding.findings.finding_record import Finding
from pagestrata.deciding.findings.page_findings import findings_of
from pagestrata.judging.pairing import pair_blocks
from pagestrata.model.blocks import Block, BlockTree, Link
from pagestrata.weighing.noise.noise_context import Place


def listed(text: str, role: str = "sidebar", links: tuple[Link, ...] = ()) -> Block:
    return replace(next(page_of(text).leaves()), role=role, links=links)


def kinds_of(found_: list[Finding]) -> set[tuple[str, bool]]:
    return {(one.kind, one.chance > 0.5) for one in found_ if not one.is_noise}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "Standings\nSailing Club North\nSailing Club South\nRowing Club East",
            "Standings\nSailing Club South\nSailing Club North\nRowing Club East",
        ),
        ("Ergebnisse\nAnna Berg\nIda Holm", "Ergebnisse\nIda Holm\nAnna Berg"),
    ],
)
def test_the_order_of_a_ranking_speaks(old: str, new: str) -> None:
    assert ("order", True) in kinds_of(found(listed(old), listed(new)))


def test_places_with_their_numbers_speak() -> None:
    old, new = "1. Anna Berg\n2. Ida Holm\n3. Eva Lind", "1. Ida Holm\n2. Anna Berg\n3. Eva Lind"
    assert any(loud for _, loud in kinds_of(found(listed(old), listed(new))))


def test_the_rows_of_a_table_in_another_order_speak() -> None:
    old, new = "Club Points\nNorth United 12\nSouth Rovers 12", "Club Points\nSouth Rovers 12\nNorth United 12"
    assert ("order", True) in kinds_of(found(listed(old, "table"), listed(new, "table")))


def test_a_heading_above_the_list_says_it_too() -> None:
    pages = [
        BlockTree(blocks=(*page_of("League table").blocks, replace(listed(text), ref="2")))
        for text in ("North United\nSouth Rovers\nEast Town", "South Rovers\nNorth United\nEast Town")
    ]
    assert ("order", True) in kinds_of(findings_of(*pages, pair_blocks(*pages)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Ferries\nThe weather here\nOpen jobs", "Open jobs\nFerries\nThe weather here"),
        (
            "Most read\n1. Storm warning issued\n2. Ferry strike over\n3. Museum opens",
            "Most read\n1. Ferry strike over\n2. Storm warning issued\n3. Museum opens",
        ),
    ],
)
def test_a_list_that_a_machine_ranked_again_does_not(old: str, new: str) -> None:
    assert not any(loud for _, loud in kinds_of(found(listed(old), listed(new))))


def test_numbered_titles_of_articles_are_teasers() -> None:
    titles = ("Storm warning for the coast", "Ferry strike called off tonight", "Museum opens its new wing")
    text = "\n".join(f"{place} {title}" for place, title in enumerate(titles, start=1))
    links = tuple(Link(title, f"/{place}") for place, title in enumerate(titles))
    assert not is_ranking(listed(text, links=links), text, Place())
    assert is_ranking(listed(text), text, Place())


def test_places_are_counted_from_the_first_on() -> None:
    assert not is_ranking(listed(""), "3 eggs\n200 g flour\n1 pinch of salt", Place())
    assert is_ranking(listed(""), "Cup\n1 Ida\n2 Eva\n3 Ann", Place())
