"""An archive with a page that was visited over several days, for tests of what is shown about versions.

The page has a headline that changes, an article, a clock, a price and a footer; on the third day a story comes, on the
fourth the price moves up and the article is restyled.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from textwrap import wrap

from PIL import Image, ImageDraw, ImageFont

from builders import Spec, element, snapshot, words
from captures import START
from pagestrata.model.snapshot import Response, Snapshot
from pagestrata.store.archive import Archive, open_archive
from visits import visit_page

URL = "http://news.test/"
WIDTH, HEIGHT = 800, 120
ARTICLE = (
    "The town council decided on Monday evening that the old harbour bridge stays closed for cars until the spring, "
    "because the steel below the roadway has rusted more than the engineers had feared in their first report."
)
OTHER_STORY = (
    "Fishermen from the northern villages met the minister yesterday and asked for more help after the storms of last "
    "winter, which sank eleven boats and broke the long pier of the island in two places at once."
)
DAYS: tuple[dict[str, str], ...] = (
    {"headline": "Bridge closed for cars", "clock": "09:15:07", "price": "Ferry ticket: 18.00 €"},
    {"headline": "Bridge stays closed until spring", "clock": "10:41:33", "price": "Ferry ticket: 18.00 €"},
    {"headline": "Bridge stays closed until spring", "clock": "11:05:59", "price": "Ferry ticket: 21.50 €"},
    {"headline": "Bridge stays closed until spring", "clock": "12:30:12", "price": "Ferry ticket: 24.00 €",
     "story": OTHER_STORY},
)  # fmt: skip


def page_on(day: int) -> Snapshot:
    """The page as it was on one of the days, from 0."""
    shown = DAYS[day]
    lines = [("h1", shown["headline"]), ("p", ARTICLE), ("p", shown.get("story", "")), ("p", shown["price"]),
             ("p", f"Local time {shown['clock']}"), ("p", "© 2026 The Harbour Herald, Quay Street 4")]  # fmt: skip
    lines = [(tag, text) for tag, text in lines if text]
    body: list[Spec] = []
    for place, (tag, text) in enumerate(lines):
        box = (0.0, float(HEIGHT * place), float(WIDTH), float(HEIGHT - 20))
        body.append(element(tag, box, words(text, box)))
    height = float(HEIGHT * len(lines))
    root = element("html", (0, 0, WIDTH, height), element("body", (0, 0, WIDTH, height), *body))
    html = f"<title>The Harbour Herald</title><body>{''.join(f'<{tag}>{text}</{tag}>' for tag, text in lines)}</body>"
    main = Response(
        url=URL,
        status=200,
        headers=(("content-type", "text/html; charset=utf-8"),),
        body=html.encode(),
        resource_type="document",
    )
    return snapshot(
        root,
        requested_url=URL,
        url=URL,
        title="The Harbour Herald",
        captured_at=START + timedelta(days=day),
        page_size=(float(WIDTH), height),
        dom=html,
        screenshot_png=picture_of([text for _, text in lines]),
        responses=(main,),
    )


def picture_of(texts: Sequence[str]) -> bytes:
    """A screenshot with the texts where their blocks are."""
    picture = Image.new("RGB", (WIDTH, HEIGHT * len(texts)), "white")
    draw = ImageDraw.Draw(picture)
    for place, text in enumerate(texts):
        size, columns = (34, 44) if place == 0 else (18, 88)
        draw.multiline_text(
            (12, HEIGHT * place + 12), "\n".join(wrap(text, columns)), fill="#222", font=ImageFont.load_default(size)
        )
    target = io.BytesIO()
    picture.save(target, "PNG")
    return target.getvalue()


def visited_archive(folder: Path, *, days: int = len(DAYS)) -> Archive:
    """The archive, open, after that many daily visits."""
    archive = open_archive(folder / "archive")
    for day in range(days):
        visit_page(archive, page_on(day))
    return archive
