"""The content of the demo newspaper, and the changes to it.

All content is in one mutable `SiteState`; the two designs render it. A change is a function of the state; tests can also set
fields directly: `site.state.ad = 3`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

BLOCKS = ("lead", "latest", "culture", "market")  # the blocks of the main column, in their first order

ADS = (
    ("Brass & Barometer", "Ship's clocks that never lose the tide."),
    ("Nettle Tea Co.", "Twelve herbs, one harbour view."),
    ("Quayside Cycles", "Spring service for half the price."),
    ("Lantern Books", "Three crime novels for the price of two."),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Headline:
    """One line of the news list."""

    number: int
    title: str
    teaser: str


FIRST_LEAD = (
    "The town coucil voted nine to four on Monday to reopen the ferry line between Aldermouth and the northern "
    "islands, closed since the pier collapsed in the storms of 2015.",
    "Two vessels will sail six times a day from May. The first is being refitted in the old yard, where forty people "
    "have found work since January.",
    "Opponents fear for the quiet of the eastern shore and ask for a ban on cars in the summer months.",
)
FIRST_HEADLINES = (
    Headline(number=1, title="School orchestra wins national prize", teaser="Sixty young players filled the hall."),
    Headline(number=2, title="Market square closed until Friday", teaser="A water main from 1931 gave way."),
    Headline(number=3, title="Lighthouse gets a new lamp", teaser="It can be seen from thirty kilometres."),
    Headline(number=4, title="Rowers prepare for the regatta", teaser="Training starts before sunrise."),
)
LATER_HEADLINES = (
    ("Storm warning for the whole coast", "Gusts of up to 110 km/h are expected tonight."),
    ("Mayor announces her resignation", "She leaves office at the end of the month."),
    ("Fish market reopens its gates", "Twenty stalls return to the north quay."),
)
CULTURE = (
    ("Cinema", "A silent film with live piano, Thursday at eight."),
    ("Museum", "Maps of the drowned villages, until June."),
    ("Theatre", "The Tempest, played on the beach if it is dry."),
)
VERSES = (
    "The tide has no timetable and is never late",
    "Who counts the gulls forgets the herring",
    "A harbour is a street that learned to wait",
    "Salt on the window, and nobody wrote it",
    "Three lamps for the pilot, one for the moon",
)
MOST_READ = ("Where to see the seals this spring", "The baker who mends violins", "How the tide table is made")


Fare = tuple[str, int, int]  # passenger, price of a single and of a return ticket, in euros
FIRST_FARES: tuple[Fare, ...] = (
    ("Adult", 11, 18),
    ("Car with driver", 38, 64),
    ("Bicycle", 4, 7),
    ("Dog", 3, 5),
)


STORIES = (
    "Harbour lamps go dark for the moths", "Two schools share one bus again", "The old mill finds a buyer",
    "Storm costs the pier its roof", "Choir sings on the night boat", "Market moves to the upper square",
    "New map shows every spring", "Lighthouse opens its stairs", "Bakers answer the price of flour",
    "The tower clock is right again", "Seals return to the inner bay", "Library lends out umbrellas",
)  # fmt: skip
"""Stories of the page with comment counters."""
FIRST_COMMENTS = (545, 62, 100, 31, 208, 17, 88, 143, 9, 76, 321, 54)


@dataclass(slots=True, kw_only=True)
class SiteState:
    """Everything that can change, with the values of the first version."""

    ad: int = 0
    clock: datetime = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
    views: int = 18_204
    headlines: list[Headline] = field(default_factory=lambda: list(FIRST_HEADLINES))
    lead_title: str = "Ferry line returns after eleven years"
    lead_paragraphs: list[str] = field(default_factory=lambda: list(FIRST_LEAD))
    blocks: tuple[str, ...] = BLOCKS
    photo: int = 0
    cookie_banner: bool = False
    verse: int | None = None  # a random verse, another for each request; None: not shown
    price_cents: int = 1850
    fares: tuple[Fare, ...] = FIRST_FARES
    comments: tuple[int, ...] = FIRST_COMMENTS  # one for each story
    closed_story: bool = False
    design: str = "classic"  # or 'modern'
    status: int = 200  # 404 and 500 answer every page with an error


def setting(**fields: object) -> Callable[[SiteState], None]:
    """A change that sets fields of the state."""

    def change(state: SiteState) -> None:
        for name, value in fields.items():
            setattr(state, name, value)

    return change


def adding(**amounts: Any) -> Callable[[SiteState], None]:
    """A change that adds to fields of the state."""

    def change(state: SiteState) -> None:
        for name, amount in amounts.items():
            setattr(state, name, getattr(state, name) + amount)

    return change


def add_headline(state: SiteState) -> None:
    number = max((headline.number for headline in state.headlines), default=0) + 1
    title, teaser = LATER_HEADLINES[(number - len(FIRST_HEADLINES) - 1) % len(LATER_HEADLINES)]
    state.headlines.insert(0, Headline(number=number, title=title, teaser=teaser))
    del state.headlines[5:]


def fix_typo(state: SiteState) -> None:
    state.lead_paragraphs[0] = state.lead_paragraphs[0].replace("coucil", "council")


def edit_article(state: SiteState) -> None:
    state.lead_title = "Ferry line stopped: court halts the reopening"
    state.lead_paragraphs = [
        "The administrative court has halted the reopening of the ferry line between Aldermouth and the northern "
        "islands only hours after the council's vote.",
        "The judges found that the effect on the seal colony had not been examined. A hearing is set for September; "
        "until then no vessel may sail.",
        *state.lead_paragraphs[2:],
    ]


def move_block(state: SiteState) -> None:
    first, *middle, last = state.blocks
    state.blocks = (first, last, *middle)


def begin_or_end_verses(state: SiteState) -> None:
    state.verse = 0 if state.verse is None else None


def raise_fares(state: SiteState) -> None:
    """Add a fare above the others and raise all of them."""
    dearer = tuple((name, single + 1, back + 2) for name, single, back in state.fares)
    state.fares = (("Child", 6, 10), *dearer)


def drop_car_fare(state: SiteState) -> None:
    state.fares = tuple(fare for fare in state.fares if not fare[0].startswith("Car"))


def count_comments(state: SiteState) -> None:
    """Add comments to most stories."""
    state.comments = tuple(count + number % 4 for number, count in enumerate(state.comments, 1))


def close_pier(state: SiteState) -> None:
    """Change one story, and add comments."""
    count_comments(state)
    state.closed_story = True


def redesign(state: SiteState) -> None:
    state.design = "classic" if state.design == "modern" else "modern"


NOISE = {"ad": 1, "clock": timedelta(minutes=37), "views": 411}
"""What changes at every visit to a real page: advertisement, clock and counter."""
CHANGES: dict[str, Callable[[SiteState], None]] = {
    "rotating ad": adding(ad=NOISE["ad"]),
    "clock": adding(clock=NOISE["clock"]),
    "view counter": adding(views=NOISE["views"]),
    "noise": adding(**NOISE),
    "new headline": add_headline,
    "fixed typo": fix_typo,
    "edited article": edit_article,
    "moved block": move_block,
    "swapped image": adding(photo=1),
    "cookie banner": setting(cookie_banner=True),
    "cookies accepted": setting(cookie_banner=False),
    "verses by lot": begin_or_end_verses,
    "price": adding(price_cents=240),
    "dearer fares": raise_fares,
    "no cars": drop_car_fare,
    "comments": count_comments,
    "closed pier": close_pier,
    "redesign": redesign,
    "not found": setting(status=404),
    "server error": setting(status=500),
    "restored": setting(status=200),
}
