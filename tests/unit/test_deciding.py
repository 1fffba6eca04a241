"""One number out of findings and model, in which what a person says is monotone."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.comparing.vidiff import compare
from pagestrata.deciding.decide import decide, probability_of, with_importance, with_operations
from pagestrata.judging.context import Known, edits_between
from pagestrata.judging.findings import Finding, likeliest
from pagestrata.judging.page_history import PageHistory
from pagestrata.model.blocks import Block, BlockTree, Link
from pagestrata.model.geometry import Box
from pagestrata.weighing.change_importance import PAPER_WEIGHTS, OperationWeights

BLOCK = Block(ref="2", role="article")
PRICE = Finding(kind="price", chance=0.9, op="update", element="text", block=BLOCK, old_ref="1")
CLOCK = PRICE.silenced("clock")


STORY = "The council has decided, after a long debate, to rebuild the old bridge over the river."
SPONSORS = ("Acme", "Bolt", "Crown", "Delta", "Eagle", "Fuchs", "Grand", "Hertz", "Ikaros", "Jupiter", "Krone", "Luna")


def test_noise_alone_stays_below_every_threshold() -> None:
    assert probability_of([CLOCK]) < 0.1
    assert probability_of([CLOCK], 0.9) < 0.1
    assert probability_of([], 0.9) < 0.1


def test_the_likeliest_finding_is_the_number() -> None:
    faint = replace(PRICE, kind="link", chance=0.3)
    assert probability_of([CLOCK, faint, PRICE]) == likeliest([CLOCK, faint, PRICE]) == 0.9
    assert probability_of([faint]) == 0.3


def test_a_persons_own_model_has_the_last_word_but_not_on_noise() -> None:
    assert probability_of([PRICE], 0.2) == 0.2
    assert probability_of([PRICE], 0.95) == 0.95
    assert probability_of([replace(PRICE, chance=1.0)], 0.2) == 1.0


@pytest.mark.parametrize("name", ["2", "1", "article"])
def test_refs_old_and_new_and_roles_are_known(name: str) -> None:
    (silent,) = with_importance([PRICE], {name: 0.0})
    assert (silent.chance, silent.silent_because) == (0.0, "importance")
    assert with_importance([PRICE], {name: 1.0})[0].chance == 1.0
    assert with_importance([CLOCK], {name: 1.0})[0].is_noise


@given(st.floats(0.01, 0.99), st.lists(st.floats(0.0, 1.0), min_size=2, max_size=5))
def test_importance_is_monotone(chance: float, values: list[float]) -> None:
    finding = replace(PRICE, chance=chance)
    found = [with_importance([finding], {"2": value})[0].chance for value in sorted(values)]
    assert found == sorted(found)


@given(st.lists(st.floats(0.0, 1.0), min_size=2, max_size=5))
def test_weights_of_operations_are_monotone(values: list[float]) -> None:
    weights = [OperationWeights(pairs={("update", "text"): value}) for value in sorted(values)]
    found = [probability_of(with_operations([PRICE], one), 0.6, one) for one in weights]
    assert found == sorted(found)
    assert with_operations([PRICE], PAPER_WEIGHTS) == [PRICE]


def page(*blocks: Block) -> BlockTree:
    frame = Block(ref="1", text="Harbour News", role="header", box=Box(0, 0, 1366, 60))
    return BlockTree(blocks=(frame, *blocks), viewport=(1366, 768), page_size=(1366.0, 1200.0), url="http://site.test/")


def paragraph(text: str) -> BlockTree:
    return page(Block(ref="2", text=text, role="article", box=Box(100, 100, 800, 600)))


class Visitor:
    """Visits versions one after the other, as an archive does, and counts what it keeps."""

    def __init__(self, first: BlockTree) -> None:
        self.kept = [first]
        self.history = PageHistory.of([first])

    def visit(self, seen: BlockTree) -> bool:
        old = self.kept[-1]
        delta = compare(old, seen)
        keeps = not decide(old, seen, delta=delta, known=Known(history=self.history)).similar
        self.history = self.history.after(seen, edits_between(old, seen, delta))
        if keeps:
            self.kept.append(seen)
        return keeps

    def visit_all(self, pages: Sequence[BlockTree]) -> list[bool]:
        return [self.visit(one) for one in pages]


def test_a_rotating_sponsor_word_does_not_silence_the_mayor() -> None:
    def seen(sponsor: str, news: str = "") -> BlockTree:
        return paragraph(f"{STORY} This page was made possible by {sponsor} and its partners. {news}".strip())

    visitor = Visitor(seen("Nobody"))
    visits = visitor.visit_all([seen(sponsor) for sponsor in SPONSORS])
    assert not any(visits[5:])
    assert visitor.visit(seen("Mond", "The mayor resigned."))
    assert not visitor.visit(seen("Neptun", "The mayor resigned."))


def test_teasers_that_age_do_not_silence_a_new_headline() -> None:
    def seen(minutes: int, headline: str = "Ferry strike called off") -> BlockTree:
        links = (Link(headline, f"http://site.test/{headline.replace(' ', '-')}"),)
        text = f"{headline} {minutes} min ago"
        return page(Block(ref="2", text=text, links=links, role="link list", box=Box(100, 100, 300, 90)))

    visitor = Visitor(seen(2))
    assert visitor.visit_all([seen(minutes) for minutes in range(12, 60, 4)]) == [False] * 12
    assert visitor.visit(seen(1, "Storm warning for the coast"))


@pytest.mark.parametrize("role", ["ad", "sidebar"])
def test_advertisements_that_come_and_go(role: str) -> None:
    def seen(number: int) -> BlockTree:
        words = f"{chr(97 + number) * 5} {chr(98 + number) * 7} {chr(99 + number) * 9}"
        links = (Link(words, f"http://ads.test/{number}"),)
        shown = Block(ref=f"9{number}", text=words, links=links, role=role, box=Box(950, 100, 300, 250))
        return page(Block(ref="2", text=STORY, role="article", box=Box(100, 100, 800, 600)), shown)

    visitor = Visitor(seen(0))
    visits = visitor.visit_all([seen(number) for number in range(1, 20)])
    assert not any(visits if role == "ad" else visits[8:])


def test_a_page_that_alternates_between_two_templates() -> None:
    boxes = Box(100, 100, 800, 600), Box(400, 90, 600, 640)
    words = "Read all about our town in the morning edition", "Welcome to the new look of your favourite paper"

    def seen(number: int) -> BlockTree:
        turn = number % 2
        extra = Block(ref=f"3{turn}", text=words[turn], role="other", box=Box(20, 800 + 100 * turn, 500, 90))
        return page(Block(ref=f"2{turn}", text=STORY, role="article", box=boxes[turn]), extra)

    visitor = Visitor(seen(0))
    visits = visitor.visit_all([seen(number) for number in range(1, 24)])
    assert not any(visits[10:])


def test_a_status_that_turns_now_and_then_is_always_kept() -> None:
    def seen(status: str) -> BlockTree:
        return paragraph(f"{STORY} The bridge is {status} today.")

    visitor = Visitor(seen("open"))
    days = ["open", "open", "closed", "closed", "closed", "open", "open", "open", "open", "closed"]
    assert visitor.visit_all([seen(day) for day in days]) == [
        False, False, True, False, False, True, False, False, False, True,
    ]  # fmt: skip


def test_a_score_page_over_a_match_keeps_every_goal() -> None:
    scores = ["0:0", "1:0", "1:1", "2:1", "2:2", "3:2"]
    visitor = Visitor(paragraph("Ajax against Porto, score 0:0, a fine evening in the harbour"))
    pages = [paragraph(f"Ajax against Porto, score {score}, a fine evening in the harbour") for score in scores]
    assert visitor.visit_all(pages) == [False, True, True, True, True, True]


def test_an_election_night_keeps_every_count() -> None:
    def seen(seats: int) -> BlockTree:
        return paragraph(f"{STORY} Seats won so far: {seats} of 300.")

    visitor = Visitor(seen(0))
    assert all(visitor.visit_all([seen(seats) for seats in range(7, 140, 7)]))


ADS = (
    "Get 20% off running shoes at Nimbus today",
    "Running late? Taxi rides from 9 € with Veloce",
    "Fresh coffee at your door from 7 € a month",
    "Get fresh fruit to your office, 30% off today",
    "Your office in the sun: flights to Faro from 49 €",
    "Learn Italian in the sun with Linguo",
    "Learn to cook with Nimbus, 14 evenings for 99 €",
    "Taxi drivers wanted at Veloce, 18 € an hour",
    "Month of the mattress: 100 nights at Hypnos",
    "Sleep well on flights with the Hypnos pillow",
    "Coffee machines 15% off with your Nimbus card",
)


@pytest.mark.parametrize("same_ref", [True, False])
def test_advertisements_that_share_words_and_name_prices_fall_silent(same_ref: bool) -> None:
    def seen(number: int, story: str = STORY) -> BlockTree:
        ref = "9" if same_ref else f"9{number}"
        shown = Block(ref=ref, text=ADS[number], role="sidebar", box=Box(950, 100, 300, 250))
        return page(Block(ref="2", text=story, role="article", box=Box(100, 100, 800, 600)), shown)

    visitor = Visitor(seen(0))
    visits = visitor.visit_all([seen(number) for number in range(1, 10)])
    assert not any(visits[5:])
    assert visitor.visit(seen(10, STORY.replace("rebuild", "close")))


def test_a_price_list_that_changes_at_every_visit_keeps_speaking() -> None:
    def seen(price: int) -> BlockTree:
        shown = Block(
            ref="9", text=f"Gold € {price}.10 Silver € {price // 9}.40", role="table", box=Box(100, 720, 800, 100)
        )
        return page(Block(ref="2", text=STORY, role="article", box=Box(100, 100, 800, 600)), shown)

    visitor = Visitor(seen(1900))
    assert all(visitor.visit_all([seen(1900 + 13 * day) for day in range(1, 12)]))
