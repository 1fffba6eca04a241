"""What a visit says about a change is right, not only its decision: each wrong sentence that somebody met is a case here."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from builders import Spec, element, snapshot, words
from captures import START
from pagestrata.model.records import Visit
from pagestrata.model.snapshot import Response, Snapshot
from pagestrata.store.archive import open_archive
from visits import visit_page

URL = "http://site.test/"
WIDTH = 900.0
INTRO = "The town hall of Aldermouth has stood at the quay since 1911 and is open to all who have something to say about it."
END = "Imprint and contact of the town, Quay Street 4"
BUDGET = (("Department", "2025", "2026"), ("Roads", "€ 4,130,000", "{}"), ("Schools", "€ 9,400,000", "€ 9,900,000"))
Lines = Sequence[str | Sequence[Sequence[str]]]


class Case(NamedTuple):
    """Two versions of a page between its first and last line, and what must or must not be said."""

    old: Lines
    new: Lines
    sentence: str = ""
    said: str = ""  # in the reasons
    unsaid: str = ""


def table(cell: str) -> Sequence[Sequence[str]]:
    return [[text.format(cell) for text in row] for row in BUDGET]


CASES = {
    "two currencies": Case(
        ["Harbour boots now € 129.00 € 149.00 before"],
        ["Harbour boots now € 134.00 € 149.00 before"],
        sentence="€ 129.00 → € 134.00 in",
        unsaid="€ 129.00 €",
    ),
    "weekday": Case(
        ["Council meeting: Thursday, March 11"],
        ["Council meeting: Monday, March 15"],
        sentence="Thursday, March 11 → Monday, March 15",
        unsaid="the name changed",
    ),
    "stock": Case(["Out of stock"], ["In stock"], sentence="Out of stock → In stock", unsaid="from Out of to In"),
    "room": Case(
        ["Hearing on the bridge, Council Chamber, 7 pm"],
        ["Hearing on the bridge, Room 214, 7 pm"],
        sentence="Council Chamber → Room 214",
        unsaid="number changed",
    ),
    "percentage": Case(
        ["On-time trains 81 %"], ["On-time trains 73 %"], sentence="81 % → 73 %", unsaid="the time changed"
    ),
    "hours": Case(
        ["Opening hours: Mon-Fri 9-17"], ["Opening hours: Mon-Fri 9-16"], sentence="9-17 → 9-16", unsaid="-17 to -16"
    ),
    "greeting": Case(["Good morning, visitor"], ["Good evening, visitor"], unsaid="counter"),
    "budget": Case(
        [table("€ 4,200,000")], [table("€ 4,950,000")], sentence="€ 4,200,000 → € 4,950,000", unsaid="price box"
    ),
    "clauses": Case(
        [
            "Smoking is not allowed. Tenants may keep small animals with consent of the owner. The yard is closed at ten."
        ],
        ["Smoking is not allowed. Electric cars are charged at posts near the gate. The yard is closed at ten."],
        sentence="removed ‘Tenants may keep small animals with consent of the owner.’",
        unsaid="became",
    ),
    "figure": Case(
        ["One euro is 1.2549 francs"],
        ["One euro is 1.2236 francs"],
        sentence="1.2549 → 1.2236",
        said="from 1.2549 francs to 1.2236 francs",
    ),
}


def page(lines: Lines, hours: float) -> Snapshot:
    body: list[Spec] = []
    top = 0.0
    for line in (INTRO, *lines, END):
        rows = [[line]] if isinstance(line, str) else line
        made, begin = [], top
        for row in rows:
            wide = WIDTH / len(row)
            boxes = [(place * wide, top, wide, 60.0) for place in range(len(row))]
            tag = "td" if len(rows) > 1 else "p"
            made.append([element(tag, box, words(text, box)) for box, text in zip(boxes, row, strict=True)])
            top += 60.0
        if len(rows) > 1:
            trs = [element("tr", (0.0, begin + 60.0 * n, WIDTH, 60.0), *cells) for n, cells in enumerate(made)]
            body.append(element("table", (0.0, begin, WIDTH, top - begin), *trs))
        else:
            body += made[0]
        top += 40.0
    root = element("html", (0, 0, WIDTH, top), element("body", (0, 0, WIDTH, top), *body))
    source = f"<title>Town</title><body>{lines}</body>".encode()
    main = Response(
        url=URL, status=200, headers=(("content-type", "text/html"),), body=source, resource_type="document"
    )
    return snapshot(
        root, url=URL, captured_at=START + timedelta(hours=hours), responses=(main,), page_size=(WIDTH, top)
    )


def second_visit(case: Case, folder: Path) -> Visit:
    with open_archive(folder / "archive") as archive:
        visit_page(archive, page(case.old, 0))
        return visit_page(archive, page(case.new, 30))


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.sentence])
def test_the_sentence_of_a_version_says_it_as_a_person_would(name: str, tmp_path: Path) -> None:
    found = second_visit(CASES[name], tmp_path)
    assert found.kept
    assert CASES[name].sentence in found.sentence


@pytest.mark.parametrize(
    "name",
    CASES,
)
def test_the_reasons_say_nothing_wrong(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    reasons = " | ".join(second_visit(case, tmp_path).reasons)
    assert reasons
    assert case.said in reasons
    assert not case.unsaid or case.unsaid not in reasons
