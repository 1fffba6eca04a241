from __future__ import annotations

from dataclasses import replace

from captures import capture
from pagestrata.model.blocks import Block, BlockStyle, BlockTree
from pagestrata.model.page_state import PageMemory, PageState
from pagestrata.store.archive import Archive
from pagestrata.visit.remember import (
    MOST_DESIGNS,
    after_no_change,
    after_version,
    after_visit,
    design_of,
    history_of,
    is_known_design,
    volatility_of,
    with_design,
)
from pagestrata.weighing.volatility import Volatility
from visits import visit_page

URL = "http://site.test/"
ARTICLE = "The town council met on Monday to speak about the bridge over the river and its cost"


def page(sponsor: str, article: str = ARTICLE) -> list[str]:
    return [
        f"{article}. This page was made possible by {sponsor} and its partners.",
        "Imprint and contact of the paper",
    ]


def test_a_memory_of_another_program_is_learned_again() -> None:
    assert volatility_of(PageMemory(volatility={"format": 99}), ()) == Volatility()


def test_names_are_remembered_with_versions_and_changes_with_visits() -> None:
    _, tree = capture(page("Alpha"))
    state = PageState(url=URL, tree=tree)
    assert set(after_version(state, tree).used_refs) == {block.ref for block in tree.walk()}
    first = after_visit(state, tree, None, kept=False)
    assert first == PageMemory(changes=first.changes)
    assert history_of(first).visits == 1
    assert after_no_change(state) is None
    known = replace(state, memory=PageMemory(volatility=Volatility().to_json()))
    assert after_no_change(known) == known.memory


def test_twelve_sponsors_are_silent_and_what_the_paragraph_then_says_is_not(archive: Archive) -> None:
    names = ("Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta", "Theta", "Iota", "Kappa", "Lambda", "Mu")
    visits = [visit_page(archive, capture(page(name), hours=hour)[0]) for hour, name in enumerate(names)]
    assert not any(visit.kept for visit in visits[-4:]), [str(visit.reasons[:1]) for visit in visits]
    resigned = ARTICLE.replace("to speak about the bridge", "after the mayor resigned over the bridge")
    last = visit_page(archive, capture(page("Nu", resigned), hours=13)[0])
    assert last.kept, last.reasons
    assert str(last.reasons[0]).startswith("Kept: ")


def designs_page(*styles: tuple[float, int]) -> BlockTree:
    """A page with one block of a hundred letters for each font size and colour."""
    leaves = [
        Block(ref=str(place), text="x" * 100, style=BlockStyle(font_size=size, colour=colour))
        for place, (size, colour) in enumerate(styles)
    ]
    return BlockTree(blocks=tuple(leaves))


def test_a_design_is_known_when_most_words_stand_in_the_same_styles() -> None:
    first = design_of(designs_page((16.0, 1), (16.0, 1), (16.0, 1), (20.0, 2), (12.0, 3)))
    assert first[max(first, key=lambda name: first[name])] == 0.6
    almost = design_of(designs_page((16.0, 1), (16.0, 1), (16.0, 1), (20.0, 2), (13.0, 3)))
    other = design_of(designs_page((18.0, 4), (18.0, 4), (16.0, 1)))
    assert is_known_design(almost, [first])
    assert not is_known_design(other, [first])
    assert is_known_design(first, [other, first])
    assert not is_known_design(first, [])


def test_a_page_remembers_a_few_designs_and_each_once() -> None:
    known = with_design((), design_of(designs_page((16.0, 1))))
    assert with_design(known, design_of(designs_page((16.0, 1)))) == known
    assert with_design(known, {}) == known
    for size in range(20, 30):
        known = with_design(known, design_of(designs_page((float(size), 1))))
    assert len(known) == MOST_DESIGNS
    assert is_known_design(design_of(designs_page((29.0, 1))), known)
