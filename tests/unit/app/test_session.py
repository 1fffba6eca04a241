from __future__ import annotations

import socket
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from captures import capture, visit_of
from pagestrata.app.chosen_blocks import Choice, add_trail
from pagestrata.app.planning.planning import Planner
from pagestrata.app.session import Session
from pagestrata.app.watches import watch_for
from pagestrata.capturing.options import CaptureOptions
from pagestrata.demo.site import ChangingSite
from pagestrata.errors import CaptureError, InputError, NotFoundError, RefusedError, UsageError
from pagestrata.formats.snapshots import write_snapshot
from pagestrata.formats.trees.vixml import write_vixml
from pagestrata.visit.cut import SegmentOptions
from pagestrata.visit.judge import JudgeOptions
from pagestrata.visit.plan import VisitRequest
from servers import Asked, serving
from trees import leaf, page


def test_nothing_is_opened_that_is_not_needed(tmp_path: Path) -> None:
    file = tmp_path / "page.xml"
    file.write_bytes(write_vixml(page(leaf("1.1", "Words"))))
    with Session(archive=tmp_path / "archive", browser="/no/such/browser") as session:
        assert session.page(str(file)).tree == page(leaf("1.1", "Words"))
    assert not (tmp_path / "archive").exists()


def test_a_recorded_snapshot_needs_no_browser(tmp_path: Path) -> None:
    file = tmp_path / "page.snapshot"
    file.write_bytes(write_snapshot(capture(["One", "Two"])[0]))
    with Session(browser="/no/such/browser") as session:
        found = session.page(str(file))
    assert found.snapshot is not None
    assert found.screenshot_png == found.snapshot.screenshot_png
    assert "One" in " ".join(block.text for block in found.tree.leaves())


def test_a_missing_browser_is_said(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("<p>words")
    with Session(browser="/no/such/browser") as session, pytest.raises(CaptureError, match="/no/such/browser"):
        session.page(str(file))


def test_an_archived_version_needs_an_archive(tmp_path: Path) -> None:
    with Session() as session, pytest.raises(UsageError, match="PAGESTRATA_ARCHIVE"):
        session.page("http://site.test/@latest")
    with Session(archive=tmp_path / "empty") as session, pytest.raises(NotFoundError):
        session.page("http://site.test/@latest")


def test_what_keeps_changing_is_known_from_the_visits_before_a_version(tmp_path: Path) -> None:
    with Session(archive=tmp_path / "archive") as session:
        for hours in range(3):
            taken, tree = capture([f"Report {hours}"], hours=hours)
            ids = {leaf.ref: leaf.id for leaf in tree.leaves()}
            session.archive.append(taken, tree, None, visit=visit_of(taken, block_ids=ids))
        known = session.volatility("http://site.test/@latest")
        assert {ref: record.visits for ref, record in known.blocks.items()} == {"1.1": 1}
        assert session.volatility("http://site.test/@first") == session.volatility("http://site.test/")
        assert not session.volatility("http://site.test/").blocks


def test_a_tree_cannot_be_rendered(tmp_path: Path) -> None:
    file = tmp_path / "page.xml"
    file.write_text("<XML/>")
    with Session() as session, pytest.raises(InputError, match="no rendered page"):
        session.snapshot(str(file))


def test_a_private_address_is_refused_before_anything_starts(tmp_path: Path) -> None:
    with Session(archive=tmp_path / "a", browser="/no/such/browser") as session, pytest.raises(RefusedError):
        session.visit(VisitRequest("http://127.0.0.1:9/"))


@pytest.mark.browser
def test_a_failed_visit_is_remembered(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        url = f"http://127.0.0.1:{closed.getsockname()[1]}/"
    with Session(archive=tmp_path / "a", allow_private=True) as session:
        with pytest.raises(CaptureError):
            session.visit(VisitRequest(url))
        (visit,) = session.archive.visits.of(url)
    assert visit.error
    assert not visit.kept


@pytest.mark.browser
def test_a_watch_says_what_is_worth_keeping(tmp_path: Path, changing_site: ChangingSite) -> None:
    url = changing_site.url
    with Session(archive=tmp_path / "a", allow_private=True) as session:
        watch_for(session.archive, url, {"threshold": 1.0})
        session.visit(VisitRequest(url))
        changing_site.apply("new headline")
        assert not session.visit(VisitRequest(url)).kept
        assert session.visit(VisitRequest(url, judging=JudgeOptions(threshold=0.0))).kept


@pytest.mark.browser
def test_a_watch_says_how_its_page_is_cut_and_the_level_is_remembered(
    tmp_path: Path, changing_site: ChangingSite
) -> None:
    url = changing_site.url
    with Session(archive=tmp_path / "a", allow_private=True) as session:
        watch_for(session.archive, url, {"segmenter": "partition", "pdoc": "coarse"})
        assert session.visit(VisitRequest(url)).level == 1
        changing_site.apply("new headline")
        assert session.visit(VisitRequest(url, segmentation=SegmentOptions(segmenter="partition", level=3))).level == 3
        changing_site.apply("fixed typo")
        assert session.visit(VisitRequest(url)).level == 3
        assert [visit.level for visit in session.archive.visits.of(url)] == [3, 3, 1]


def test_archived_versions_are_judged_as_the_watch_of_their_page_says(tmp_path: Path) -> None:
    asked = JudgeOptions(importance={"footer": 0.0})
    with Session(archive=tmp_path / "a") as session:
        watch_for(session.archive, "http://site.test/", {"threshold": 0.2})
        assert session.judging("http://site.test/@latest", asked) == JudgeOptions(
            threshold=0.2, importance={"footer": 0.0}
        )
        assert session.judging("http://other.test/@latest", asked) == asked
        assert session.judging("http://site.test/", asked) == asked


RSS = b"<rss version='2.0'><channel><title>News</title><item><title>Rain in the north</title></item>%s</channel></rss>"


def test_a_feed_is_a_page_for_everything(tmp_path: Path) -> None:
    more = [b""]

    def answer(_: Asked) -> bytes:
        body = RSS % more[0]
        head = (
            b"HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
        )
        return head % len(body) + body

    with (
        serving(answer) as server,
        Session(archive=tmp_path / "archive", browser="/no/such/browser", allow_private=True) as session,
    ):
        url = f"{server.url}feed.xml"
        assert session.visit(VisitRequest(url)).kept
        trail = add_trail(session.archive, session.snapshot(url), Choice(css="article"), url=url, version=None)
        more[0] = b"<item><guid>2</guid><title>The bridge over the river was sold to a bank</title></item>"
        assert session.visit(VisitRequest(url)).kept
        assert [leaf.text for leaf in session.page(f"{url}@latest").tree.leaves()][1:] == [
            "Rain in the north",
            "The bridge over the river was sold to a bank",
        ]
        assert session.archive.trails.entries(trail.id)[-1].text == "Rain in the north"
        assert session.page(url).tree.segmenter == "feed"


def test_a_page_is_opened_as_its_watch_says_unless_the_call_says_otherwise(tmp_path: Path) -> None:
    agents: list[str | None] = []

    def answer(asked: Asked) -> bytes:
        agents.append(asked.headers.get("user-agent"))
        return b"HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n"

    with serving(answer) as server:
        for given in (None, "Called"):
            options = CaptureOptions(user_agent=given) if given else None
            with Session(archive=tmp_path / "archive", allow_private=True, options=options) as session:
                if given is None:
                    taken, tree = capture(["Words"], url=server.url)
                    session.archive.append(taken, tree, None, visit=visit_of(taken))
                    watch_for(session.archive, server.url, {"capture": {"user_agent": "Watched"}})
                session.visit(VisitRequest(server.url, stage="unchanged"))
    assert agents == ["Watched", "Called"]


def test_what_an_imported_list_selected_is_followed_from_the_first_version_on(tmp_path: Path) -> None:
    with Session(archive=tmp_path / "archive", browser="/no/such/browser") as session:
        shown, tree = capture(["One", "Two"])
        watch = watch_for(session.archive, shown.url, {"select": "p.none", "title": "A price"})
        visit = visit_of(shown)
        version = session.archive.append(shown, tree, None, visit=visit)
        session._follow_selected(watch, replace(visit, version=version.id), shown)
        assert list(session.archive.trails.of(shown.url)) == []  # said in the log; the visit itself counts
        watch = watch_for(session.archive, shown.url, {"select": "p"})
        for _ in range(2):
            session._follow_selected(watch, replace(visit, version=version.id), shown)
            session._follow_selected(watch, replace(visit, version=version.id), None)
        (trail,) = session.archive.trails.of(shown.url)
        assert trail.origin == {"css": "p", "name": "A price"}
        assert session.archive.trails.entries(trail.id)[0].text == "One"


def test_a_visit_by_hand_enters_the_schedule(tmp_path: Path) -> None:
    feed = b"<rss version='2.0'><channel><title>News</title><item><title>One</title></item></channel></rss>"
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\nContent-Length: %d\r\n\r\n" % len(feed) + feed
    with (
        serving(answer) as server,
        Session(archive=tmp_path / "archive", browser="/no/such/browser", allow_private=True) as session,
    ):
        watch = watch_for(session.archive, f"{server.url}feed.xml")
        Planner().replan(session.archive, now=datetime.now(UTC))
        made = session.visit(VisitRequest(watch.url))
        entry = session.archive.due.of(watch.id)
        assert entry is not None
        assert entry.last_at == made.visited_at < entry.due_at
        assert made.received_bytes == len(feed)
