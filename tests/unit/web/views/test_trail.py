import struct
from datetime import timedelta
from pathlib import Path

import pytest

from archives import add_entry
from captures import START
from compared_pages import URL, visited_archive
from pagestrata.app.notifications import add_rule
from pagestrata.errors import NotFoundError
from pagestrata.follow.series import points_of
from pagestrata.model.records import Trail, TrailEntry
from pagestrata.store.archive import Archive
from pagestrata.web.views.trail import FILM_PICTURES, film_of, plot_of, trail_view

PICTURE = b"\x89PNG of a block"


def followed(archive: Archive) -> Trail:
    """A price over four days; lost on the third."""
    trail = Trail(id="aabbccdd", url=URL, origin={"css": ".price", "name": "Ferry ticket"}, state={})
    archive.trails.save(trail)
    for day, (text, state) in enumerate(
        [("18.00 €", "found"), ("21.50 €", "found"), ("", "lost"), ("24 €", "uncertain")]
    ):
        entry = TrailEntry(
            found_at=START + timedelta(days=day), version=None, state=state, confidence=0.9, text=text,
            picture_png=PICTURE if day == 1 else None,
        )  # fmt: skip
        add_entry(archive, trail.id, entry)
    return trail


def test_a_trail_is_shown_with_numbers_pictures_and_rules(tmp_path: Path) -> None:
    with visited_archive(tmp_path, days=1) as archive:
        followed(archive)
        add_rule(archive, "aabb", channel="json://hook.test/secret", now=START, conditions={"above": 20})
        view = trail_view(archive, "aabb", shown=3)
        assert view.name == "Ferry ticket"
        assert [(entry.state, value) for entry, value in view.entries] == [
            ("uncertain", 24.0),
            ("lost", None),
            ("found", 21.5),
        ]
        assert view.more_entries == 1
        assert [picture.entry.found_at.day for picture in view.film] == [3]
        assert [(alert.when, "secret" in alert.channel) for alert in view.alerts] == [("above 20", False)]
        assert archive.trails.picture("aabbccdd", view.film[0].entry.found_at) == PICTURE
        with pytest.raises(NotFoundError, match="no picture"):
            archive.trails.picture("aabbccdd", START)
        with pytest.raises(NotFoundError, match="0 followed blocks"):
            trail_view(archive, "ffff")


def test_the_plot_has_the_limit_of_the_alert_and_breaks_where_the_block_was_lost(tmp_path: Path) -> None:
    with visited_archive(tmp_path, days=1) as archive:
        followed(archive)
        add_rule(archive, "aabb", channel="json://hook.test/secret", now=START, conditions={"above": 30})
        plot = trail_view(archive, "aabb").plot
    assert plot is not None
    assert [words for _, words in plot.limits] == ["above 30"]
    assert plot.limits[0][0] < min(dot.y for dot in plot.dots)
    assert len(plot.runs) == 1
    assert (len(plot.dots), len(plot.lost)) == (3, 1)
    assert [dot.point.value for dot in plot.named] == [21.5, 24.0]


def test_a_number_that_never_changed_is_named_once() -> None:
    plot = plot_of(points_of([(START + timedelta(days=day), "18.50 €", "found", 1.0) for day in range(3)]))
    assert plot is not None
    assert [dot.x for dot in plot.named] == [plot.dots[-1].x]


def test_a_block_without_numbers_has_no_plot() -> None:
    assert plot_of(points_of([(START, "no number here", "found", 1.0)])) is None


def seen(day: int, picture: bytes | None) -> TrailEntry:
    found_at = START + timedelta(days=day)
    return TrailEntry(found_at=found_at, version=None, state="found", confidence=1.0, picture_png=picture)


def test_a_film_shows_each_look_once_for_as_long_as_it_lasted() -> None:
    looks = [b"old", b"old", None, b"old", b"new", b"old"]
    film = film_of([seen(day, look) for day, look in enumerate(looks)])
    assert [(picture.entry.picture_png, picture.entry.found_at, picture.until) for picture in film] == [
        (b"old", START, START + timedelta(days=3)),
        (b"new", START + timedelta(days=4), START + timedelta(days=4)),
        (b"old", START + timedelta(days=5), START + timedelta(days=5)),
    ]


def test_a_long_film_ends_with_the_last_pictures() -> None:
    film = film_of([seen(day, bytes([day])) for day in range(FILM_PICTURES + 5)])
    assert len(film) == FILM_PICTURES
    assert film[-1].entry.picture_png == bytes([FILM_PICTURES + 4])


@pytest.mark.parametrize(
    ("size", "shown"), [((120, 40), (120, 40)), ((640, 100), (320, 50)), ((400, 1200), (40, 120)), (None, (0, 0))]
)
def test_the_place_of_a_picture_is_known_before_it_is_loaded(
    size: tuple[int, int] | None, shown: tuple[int, int]
) -> None:
    png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", *size) + bytes(9) if size else b"no picture"
    (picture,) = film_of([seen(1, png)])
    assert picture.size == shown
