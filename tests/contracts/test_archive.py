"""What every archive does, whatever database holds its catalog."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sql

from archives import add_entry
from captures import START, capture, pixels, visit_of
from pagestrata.comparing.delta.apply import apply
from pagestrata.comparing.vidiff import compare
from pagestrata.errors import InputError, NotFoundError
from pagestrata.model.geometry import Box
from pagestrata.model.records import Feedback, SeenImage, Trail, TrailEntry, Version, Watch
from pagestrata.model.snapshot import Response
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.model.weights import Weights
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.catalog.schema import CODECS, KINDS
from pagestrata.store.catalog.schema import version as version_table
from pagestrata.store.search.block_stays import all_if_few, newest


@pytest.fixture
def archive(place: str) -> Iterator[Archive]:
    with open_archive(place) as opened:
        yield opened


def test_a_version_comes_back_exactly(archive: Archive) -> None:
    taken, tree = capture(["one", "two \ud83d\ude00 \udc80", "three"])
    version = archive.append(taken, tree, None, visit=visit_of(taken))
    assert archive.contents.response(version) == taken.responses[0]
    assert archive.contents.dom(version) == taken.dom
    assert archive.contents.tree(version) == tree
    assert archive.contents.delta(version) is None
    assert archive.versions.latest("http://site.test/#part") == version
    assert version.captured_at == START


def test_many_versions_all_come_back(archive: Archive) -> None:
    texts = [f"paragraph {number} with some words to keep" for number in range(30)]
    kept = []
    for hour in range(40):
        texts[hour % 30] = f"rewritten in hour {hour}"
        taken, tree = capture(texts, hours=hour, picture=False)
        kept.append((archive.append(taken, tree, None, visit=visit_of(taken)), taken, tree))
    assert archive.versions.of("http://site.test/") == [version for version, *_ in kept]
    for version, taken, tree in kept:
        assert archive.contents.response(version).body == taken.responses[0].body
        assert archive.contents.dom(version) == taken.dom
        assert archive.contents.tree(version) == tree


def test_visits_are_remembered_newest_first(archive: Archive) -> None:
    taken, tree = capture(["one"])
    version = archive.append(taken, tree, None, visit=visit_of(taken))
    idle = replace(visit_of(taken), stage="unchanged", kept=False, visited_at=START.replace(hour=9), reasons=("same",))
    archive.record_visit(idle)
    first, second = archive.visits.of(taken.url)
    assert first == idle
    assert second.version == version.id
    assert len(archive.visits.of(taken.url, limit=1)) == 1


def test_a_page_never_archived_has_no_versions(archive: Archive) -> None:
    assert archive.versions.latest("http://nowhere.test/") is None
    assert archive.versions.of("http://nowhere.test/") == []
    with pytest.raises(NotFoundError, match="not in the archive, which holds no page at all"):
        archive.versions.at("http://nowhere.test/", "latest")


def test_screenshots_come_back_pixel_for_pixel(archive: Archive) -> None:
    texts = [f"paragraph {number}" for number in range(12)]
    kept = []
    for hour in range(5):
        texts.insert(hour, f"inserted in hour {hour}")
        taken, tree = capture(texts, hours=hour)
        kept.append((archive.append(taken, tree, None, visit=visit_of(taken)), taken))
    for version, taken in kept:
        assert pixels(archive.contents.screenshot(version)) == pixels(taken.screenshot_png)


def test_search_finds_blocks_with_their_stay(archive: Archive) -> None:
    for hour, texts in enumerate(
        [["Grüße aus Köln", "constant words"], ["新闻标题 今天", "constant words"], ["last", "constant words"]]
    ):
        taken, tree = capture(texts, hours=hour)
        archive.append(taken, tree, None, visit=visit_of(taken))
    (stay,) = archive.queries.search("grusse koln")
    assert (stay.text, stay.first_seen, stay.last_seen) == ("Grüße aus Köln", START, START)
    assert stay.gone_at == START + timedelta(hours=1)
    (still,) = archive.queries.search('"constant words"')
    assert (still.first_seen, still.last_seen, still.gone_at) == (START, START + timedelta(hours=2), None)
    assert [stay.text for stay in archive.queries.search("标题")] == ["新闻标题 今天"]
    assert archive.queries.search("题标") == []
    assert [stay.text for stay in archive.queries.search("const*")] == ["constant words"]
    assert archive.queries.search("words constant") != []
    assert archive.queries.search('"words constant"') == []
    assert archive.queries.search("koln", since=START + timedelta(minutes=90)) == []
    assert archive.queries.search("constant", changed=True) == []
    assert [stay.text for stay in archive.queries.search("last", changed=True)] == ["last"]


def keep(archive: Archive, texts: Sequence[str], hours: float = 0, **options: Any) -> Version:
    taken, tree = capture(texts, hours=hours, picture=False, **options)
    return archive.append(taken, tree, None, visit=visit_of(taken))


TIMES: Sequence[tuple[str | datetime, int]] = (
    ("first", 0),
    ("latest", 2),
    ("~0", 2),
    ("~2", 0),
    ("20260102040405", 1),
    ("2026-01-02T04:04:06Z", 1),
    ("2026-01-02T05:04:05.5+01:00", 1),
    ("2099", 2),
    (START + timedelta(hours=1.5), 1),
)


def test_a_version_is_found_by_time(archive: Archive) -> None:
    kept = [keep(archive, [f"text {hour}"], hour) for hour in range(3)]
    for when, expected in TIMES:
        assert archive.versions.at("http://site.test", when) == kept[expected], when
    assert archive.versions.at("http://site.test", kept[1].id) == kept[1]
    assert archive.versions.at("http://site.test", "2001", nearest=True) == kept[0]
    with pytest.raises(NotFoundError, match="has no version as early as 2001"):
        archive.versions.at("http://site.test", "2001")


def test_a_version_that_is_not_there_says_what_is(archive: Archive) -> None:
    keep(archive, ["one"])
    with pytest.raises(NotFoundError, match=r"has no version ~7; it has 1: 20260102030405"):
        archive.versions.at("http://site.test/", "~7")
    with pytest.raises(NotFoundError, match=r"not in the archive, which holds http://site\.test/; `pagestrata visit"):
        archive.versions.at("http://other.test/", "latest")
    with pytest.raises(InputError, match="is not a time"):
        archive.versions.at("http://site.test/", "yesterday")


def test_titles_of_many_pages_are_those_of_their_newest_versions(archive: Archive) -> None:
    for number, hours in (
        (1, (5, 1)),
        (2, (100_000,)),
        (3, (2, 100_000)),
    ):  # the last two: with a version of the future
        for hour in hours:
            snapshot, tree = capture([f"hour {hour}"], hours=hour, url=f"http://site.test/{number}")
            titled = replace(snapshot, title=f"page {number} at {hour}")
            archive.append(titled, tree, None, visit=visit_of(titled))
    asked = [f"http://site.test/{number}" for number in (1, 2, 3, 4)]
    latest = {url: version.title for url in asked if (version := archive.versions.latest(url)) is not None}
    assert archive.versions.titles([*asked, "http://site.test/1#part"]) == {
        **latest, "http://site.test/1#part": "page 1 at 5"
    }  # fmt: skip
    assert latest["http://site.test/3"] == "page 3 at 2"


def test_versions_are_in_the_order_of_their_times_whenever_they_came(archive: Archive) -> None:
    hours = [5, 1, 100_000, 3, 2]
    kept = {hour: keep(archive, [f"text of hour {hour}", "always there"], hour) for hour in hours}
    assert archive.versions.of("http://site.test/") == [kept[hour] for hour in sorted(hours)]
    assert archive.versions.latest("http://site.test/") == kept[5]  # the other is dated in the future
    since, until = START + timedelta(hours=2), START + timedelta(hours=5)
    assert archive.versions.of("http://site.test/", since=since, until=until) == [kept[hour] for hour in (2, 3, 5)]
    (stay,) = archive.queries.search("always")
    assert (stay.first_seen, stay.gone_at) == (START + timedelta(hours=1), None)
    (short,) = archive.queries.search("hour 3")
    assert (short.first_seen, short.gone_at) == (START + timedelta(hours=3), START + timedelta(hours=5))
    assert archive.upkeep.verify().problems == ()


def test_the_same_capture_twice_is_one_version(archive: Archive) -> None:
    first = keep(archive, ["one"])
    assert keep(archive, ["one"]) == first
    other = keep(archive, ["two"])
    assert other.captured_at == first.captured_at + timedelta(microseconds=1)
    assert archive.versions.of("http://site.test/") == [first, other]


def test_spellings_of_one_address_are_one_page(archive: Archive) -> None:
    spellings = [
        ("http://user:secret@SITE.test/a#part", "http://site.test/a"),
        ("http://bücher.test/", "http://xn--bcher-kva.test/#x"),
        ("http://site.test/?" + "q" * 100_000, "http://site.test/?" + "q" * 100_000),
        ("http://site.test:80", "http://site.test/"),
    ]
    for stored, asked in spellings:
        version = keep(archive, ["one"], url=stored)
        assert archive.versions.latest(asked) == version
        assert "secret" not in version.url
        assert version.url in archive.versions.pages()


def test_resources_are_shared_and_come_back(archive: Archive) -> None:
    style = Response(url="http://site.test/a.css", status=200, headers=(("x", "1"),), body=b"p { color: red } " * 40)
    icon = Response(url="http://site.test/a.png", status=200, headers=(), body=b"\x89PNG" + bytes(range(256)))
    newer = replace(style, body=style.body.replace(b"red", b"blue", 3))
    first = keep(archive, ["one"], resources=(style, icon))
    second = keep(archive, ["two"], 1, resources=(newer, icon))
    assert archive.contents.resources(second) == [style.url, icon.url]
    assert archive.contents.response(first, style.url) == style
    assert archive.contents.response(second, "HTTP://site.test:80/a.css#x") == newer
    assert archive.contents.response(second, icon.url) == icon
    assert archive.upkeep.stats()["bytes"]["resources"] < 2 * len(icon.body) + 400
    with pytest.raises(NotFoundError, match=r"without a response for http://site\.test/b"):
        archive.contents.response(first, "http://site.test/b")


def test_a_delta_names_the_version_it_started_from_after_that_one_was_dropped(archive: Archive) -> None:
    kept, before = [], None
    for hour in range(4):
        taken, tree = capture([f"hour {hour}", "stays"], hours=hour)
        delta = compare(before, tree) if before is not None else None
        kept.append(archive.append(taken, tree, delta, visit=visit_of(taken)))
        before = tree
    dropped = archive.upkeep.retain("thin 1d:1d", now=START + timedelta(days=10))
    assert dropped == kept[1:3]
    delta = archive.contents.delta(kept[3])
    assert delta is not None
    assert delta.from_version == kept[2].id


def test_many_matches_until_a_time_are_those_a_few_would_be(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    for hour in (0, 1, 5, 3, 2, 4):  # some arrive late: their blocks have higher numbers than younger ones
        taken, tree = capture([f"news {hour}", f"news again {hour % 2}", "stays"], hours=hour)
        archive.append(taken, tree, None, visit=visit_of(taken))
    times = [None, *(START + timedelta(hours=hour) for hour in (-1, 0, 1.5, 2, 3, 9))]
    few = [archive.queries.search("news", until=until, limit=3) for until in times]
    monkeypatch.setattr("pagestrata.store.search.block_stays._FEW", 0)
    assert [archive.queries.search("news", until=until, limit=3) for until in times] == few
    assert few[1] == []
    assert {stay.text for stay in few[2]} == {"news 0", "news again 0"}


def test_walking_down_in_short_steps_finds_what_one_look_finds(archive: Archive) -> None:
    for day in range(12):
        said = "old news" if day < 4 else "news, old or not,"
        taken, tree = capture([f"{said} of day {day}", f"the news of day {day} stays"], hours=24 * day, picture=False)
        archive.append(taken, tree, None, visit=visit_of(taken))
    with archive._catalog.reading() as connection:
        for words in ('"old news"', '"news old"', "old news", '"never"', "new*", '"news of day 7" stays'):
            every = newest(connection, words, below=2**62, count=99)
            assert (words == '"never"') == (not every)
            for below, count, stretch in itertools.product((2**62, 20, 7, 0), (3, 50), (1, 2, 5, 99)):
                some = newest(connection, words, below=below, count=count, stretch=stretch)
                assert list(some) == [number for number in every if number < below][:count]
            for most, stretch in itertools.product((0, 1, 12, 99), (1, 5, 99)):
                few = all_if_few(connection, words, most=most, stretch=stretch)
                assert (few is None) == (len(every) > most) or stretch < 99  # by a short stretch, few may seem many
                assert few is None or list(few) == list(every)


def test_a_phrase_is_found_where_its_words_stand_side_by_side(archive: Archive) -> None:
    said = [
        "to be or not to be, that is the question",
        "that is the question: not to be or to be",
        "to to to be",
        "be to",
        "word " * 300 + "to be at the end",
        "東京の天気は晴れ",
    ]
    taken, tree = capture([f"{text} {number}" for number, text in enumerate(said)], picture=False)
    archive.append(taken, tree, None, visit=visit_of(taken))
    expected = {
        '"to be"': [0, 1, 2, 4],
        '"be to"': [3],
        '"to to be"': [2],
        '"to to" "to be"': [2],
        '"or not to be"': [0],
        '"to be" "the question"': [0, 1],
        '"be or" question 1': [1],
        '"the end" word': [4],
        '"to be o*"': [0, 1],
        '"to be*" "the que*"': [0, 1],
        '"word word"': [4],
        "天気": [5],
        "気天": [],
        '"be be"': [],
    }
    role = next(tree.leaves()).role
    for words, numbers in expected.items():
        for narrowed in ({}, {"url": taken.url}, {"until": START + timedelta(hours=1)}, {"role": role}):
            found = archive.queries.search(words, **narrowed)  # type: ignore[arg-type]
            assert sorted(int(stay.text[-1]) for stay in found) == numbers, (words, narrowed)


def test_rows_as_they_were_before_are_shortened_when_the_archive_is_opened(place: str) -> None:
    with open_archive(place) as archive:
        taken, tree = capture(["one", "two"])
        version = archive.append(taken, tree, None, visit=visit_of(taken))
        with archive._catalog.writing() as connection:
            for name in (*KINDS, *CODECS):
                column = "kind" if name in KINDS else "codec"
                values = {"name": name, "initial": name[0]}
                connection.execute(sql.text(f"UPDATE object SET {column} = :name WHERE {column} = :initial"), values)
            seal = connection.execute(sql.select(version_table.c.seal)).scalar_one()
            connection.execute(sql.update(version_table).values(seal=seal + b"more"))
            connection.execute(sql.text("UPDATE alembic_version SET version_num = '0004'"))
        assert not archive.upkeep.verify().is_sound
    with open_archive(place) as archive:
        assert archive.upkeep.verify().is_sound
        assert archive.contents.dom(version) == taken.dom
        assert archive.upkeep.stats()["bytes"]["html"] > 0


def test_deltas_come_back_and_their_operations_can_be_asked_for(archive: Archive) -> None:
    old, old_tree = capture(["the first text of this page", "stays"], picture=False)
    new, new_tree = capture(["the second text of this page", "stays"], hours=1, picture=False)
    first = archive.append(old, old_tree, None, visit=visit_of(old))
    delta = compare(archive.contents.tree(first), new_tree)
    weights = Weights(total=0.25, change_importance=tuple(0.1 for _ in delta.changes))
    second = archive.append(new, new_tree, delta, visit=visit_of(new), weights=weights)
    assert (second.importance, second.changes) == (0.25, len(delta.changes))
    stored = archive.contents.delta(second)
    assert stored is not None
    assert (stored.changes, stored.from_version, stored.to_version) == (delta.changes, first.id, second.id)
    led_to, kept = apply(stored, archive.contents.tree(first)), archive.contents.tree(second)
    assert led_to == kept == new_tree
    assert [leaf.topic for leaf in led_to.leaves()] == [leaf.topic for leaf in kept.leaves()]
    assert all(leaf.topic for leaf in kept.leaves())
    changes = archive.queries.changes("http://site.test/", op="update", element="text")
    assert [(c.version, c.old, c.new, c.importance) for c in changes] == [
        (second.id, "the first text of this page", "the second text of this page", 0.1)
    ]
    assert archive.queries.changes(until=START) == []
    assert archive.queries.changes(min_importance=0.5) == []


def test_blocks_at_visits_are_remembered(archive: Archive) -> None:
    blocks = {f"1.{number}": f"{number:032x}" for number in range(20)}
    taken, _tree = capture(["one"], picture=False)
    seen = []
    for hour in range(6):
        blocks = {**blocks, f"1.{hour}": f"{hour + 1000:032x}"}
        if hour == 4:
            del blocks["1.19"]
        seen.append(replace(visit_of(taken), visited_at=START + timedelta(hours=hour), kept=False, block_ids=blocks))
        archive.record_visit(seen[-1])
    assert archive.visits.of(taken.url) == seen[::-1]
    assert archive.visits.of(taken.url, limit=2) == seen[:-3:-1]


def test_stats_count_pages_versions_and_bytes(archive: Archive) -> None:
    for hour in range(3):
        taken, tree = capture([f"text {hour}"], hours=hour)
        archive.append(taken, tree, None, visit=visit_of(taken))
    stats = archive.upkeep.stats()
    assert (stats["pages"], stats["versions"], stats["visits"]) == (1, 3, 3)
    found = stats["bytes"]
    assert {"html", "dom", "resources", "screenshots", "trees", "database", "total"} <= found.keys()
    assert all(found[key] > 0 for key in ("html", "dom", "screenshots", "trees", "database"))
    assert found["total"] >= sum(found[key] for key in ("html", "dom", "resources", "screenshots", "trees", "database"))


def test_a_page_without_blocks_is_kept(archive: Archive) -> None:
    body = Response(url="http://site.test/a.pdf", status=200, headers=(), body=b"%PDF-1.7 \x00\xff")
    taken, tree = capture([], picture=False, nodes=None, dom="", responses=(body,), url="http://site.test/a.pdf")
    version = archive.append(taken, tree, None, visit=visit_of(taken))
    assert archive.contents.response(version) == body
    assert archive.contents.screenshot(version) is None
    assert next(iter(archive.contents.tree(version).leaves())).text == ""
    with pytest.raises(NotFoundError, match="without a rendered document"):
        archive.contents.dom(version)


def test_why_a_version_was_kept_is_remembered(archive: Archive) -> None:
    taken, tree = capture(["one"], picture=False)
    version = archive.append(taken, tree, None, visit=visit_of(taken, reasons=("first version", "of all")))
    assert archive.visits.reasons(version) == ("first version", "of all")
    other, tree = capture(["two"], hours=1, picture=False)
    assert archive.visits.reasons(archive.append(other, tree, None, visit=visit_of(other))) == ()
    assert [found.id for found in archive.versions.recent(limit=1)] == [archive.versions.of(taken.url)[1].id]
    assert archive.versions.recent(urls=["http://other.test/"], limit=5) == []


def test_trails_watches_and_feedback_are_kept(archive: Archive) -> None:
    version = keep(archive, ["one"])
    trail = Trail(id="t1", url="http://site.test/", origin={"select": "#a"}, state={"weights": [1, 2]})
    archive.trails.save(trail)
    archive.trails.save(replace(trail, state={"weights": [3]}))
    assert archive.trails.of() == archive.trails.of("http://site.test/#x") == [replace(trail, state={"weights": [3]})]
    assert archive.trails.of("http://other.test/") == []
    entry = TrailEntry(
        found_at=START, version=version.id, state="found", confidence=0.9, path="body[1]", box=Box(1, 2, 3, 4.5),
        text="one", images=(SeenImage(address="http://site.test/a.png", digest="d", picture_hash="h"),), change="text",
        picture_png=b"\x89PNG picture",
    )  # fmt: skip
    lost = TrailEntry(found_at=START + timedelta(hours=1), version=None, state="lost", confidence=0.1)
    add_entry(archive, "t1", lost)
    add_entry(archive, "t1", entry)
    assert archive.trails.entries("t1") == [entry, lost]
    archive.upkeep.gc()
    assert archive.trails.entries("t1") == [entry, lost]
    archive.trails.remove("t1")
    with pytest.raises(NotFoundError, match="no block is followed under 't1'"):
        archive.trails.remove("t1")
    watch = Watch(id="w", url="http://site.test/", settings=WatchSettings(tags=("a",)))
    archive.watches.save(watch)
    assert archive.watches.all() == [watch]
    archive.watches.remove("w")
    with pytest.raises(NotFoundError, match="there is no watch 'w'"):
        archive.watches.remove("w")
    said = Feedback(old_version="1", new_version="2", verdict="noise", given_at=START)
    archive.feedback.add(said)
    archive.feedback.add(replace(said, verdict="mattered", note="it did"))
    assert archive.feedback.all() == [replace(said, verdict="mattered", note="it did")]
