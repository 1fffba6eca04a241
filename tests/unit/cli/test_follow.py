import io
import json
import re
from datetime import UTC, datetime

import pytest
from click.testing import CliRunner
from PIL import Image

from followed_pages import news_page
from pagestrata.app.chosen_blocks import Choice, add_trail
from pagestrata.cli.main import cli
from pagestrata.formats.snapshots import write_snapshot
from pagestrata.store.archive import open_archive
from pagestrata.visit.cut import cut
from servers import serving
from visits import visit_page


def run(*arguments, archive="unused"):
    return CliRunner().invoke(cli, ["--archive", str(archive), "follow", *map(str, arguments)], standalone_mode=False)


@pytest.fixture
def versions(tmp_path):
    files = []
    for number, options in enumerate([{}, {"price": "89.00 €"}, {"banner": True}, {"with_price": False}]):
        file = tmp_path / f"{number}.snapshot"
        page = news_page(ids=True, captured_at=datetime(2026, 1, 1 + number, tzinfo=UTC), **options)
        file.write_bytes(write_snapshot(page))
        files.append(file)
    return files


def test_replay_answers_with_the_pinned_keys(versions):
    result = run("replay", "--select", "#price", "--blind", *versions[:3])
    answers = json.loads(result.stdout)
    assert [answer["id"] for answer in answers] == ["price"] * 3
    assert [answer["time"] for answer in answers] == [f"2026-01-0{n}T00:00:00Z" for n in (1, 2, 3)]
    assert {"source", "time", "id", "state", "confidence", "gap", "path", "box", "text"} <= set(answers[1])
    assert result.return_value == 0


@pytest.mark.parametrize("method", ["best", "apm", "cpm", "path"])
def test_replay_in_the_way_that_was_asked_for(versions, method):
    answers = json.loads(run("replay", "--select", "#price", "--method", method, *versions[:2]).stdout)
    assert [answer["id"] for answer in answers] == ["price", "price"]


def test_an_unknown_method_is_refused_with_those_there_are(versions):
    result = run("replay", "--select", "#price", "--method", "magic", *versions[:2])
    assert "unknown method 'magic'; choose one of best, apm, cpm, area" in str(result.exception)


def test_replay_exits_with_1_when_the_block_is_lost_in_the_end(versions):
    result = run("replay", "--select", ".shop", *versions)
    assert json.loads(result.stdout)[-1]["state"] == "lost"
    assert result.return_value == 1


def test_a_point_that_is_none_is_explained(versions):
    result = run("replay", "--at", "middle", *versions)
    assert "write it like --at 120,340" in str(result.exception)


def test_history_lists_tabulates_and_plots(tmp_path):
    with open_archive(tmp_path / "archive") as archive:
        first = news_page(captured_at=datetime(2026, 1, 1, tzinfo=UTC))
        trail = add_trail(archive, first, Choice(css=".price"), url="http://site.test/", version=None)
        second = news_page(price="89.50 €", captured_at=datetime(2026, 1, 2, tzinfo=UTC))
        visit_page(archive, second, url="http://site.test/")
    place = tmp_path / "archive"
    assert "89.50 €" in run("history", trail.id, archive=place).stdout
    table = run("history", trail.id, "--format", "csv", archive=place).stdout.splitlines()
    assert [line.split(",")[1] for line in table] == ["value", "99", "89.5"]
    assert run("history", trail.id, "--format", "svg", archive=place).stdout.startswith("<svg")
    assert run("history", trail.id, "--format", "png", archive=place).stdout_bytes.startswith(b"\x89PNG")
    assert json.loads(run("history", trail.id, "--format", "json", archive=place).stdout)[1]["value"] == 89.5
    assert trail.id in run("list", archive=place).stdout
    assert json.loads(run("show", trail.id, archive=place).stdout)["versions"] == 2
    removed = json.loads(run("remove", trail.id, "--json", archive=place).stdout)
    assert removed == {"removed": trail.id, "url": "http://site.test/", "name": ""}
    assert run("list", archive=place).return_value == 1


def test_replay_by_the_ref_of_a_block(versions):
    ref = next(block.ref for block in cut(news_page(ids=True)).leaves() if "99.00 €" in block.text)
    answers = json.loads(run("replay", "--block", ref, *versions[:2]).stdout)
    assert [answer["state"] for answer in answers] == ["found", "found"]
    assert ["99.00 €" in answers[0]["text"], "89.00 €" in answers[1]["text"]] == [True, True]
    assert "there is no block '9.9.9'" in str(run("replay", "--block", "9.9.9", *versions[:2]).exception)


def test_rules_without_a_channel_are_refused_before_anything_is_opened(tmp_path):
    result = run("add", "http://site.test/", "--select", ".price", "--below", "3", archive=tmp_path / "archive")
    assert "add --notify CHANNEL" in str(result.exception)
    assert not (tmp_path / "archive").exists()


def test_who_begins_to_follow_reads_one_line(tmp_path):
    body = b"Opening hours\n\nThe library is open from 9 to 17 on weekdays.\n"
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n" % len(body)
    with serving(head + body) as server:
        words = ("--allow-private", "--name", "the hours", "--notify", "terminal", "--format", "text")
        result = run("add", f"{server.url}hours.txt", "--text", "9 to 17", *words, archive=tmp_path)
    said = re.fullmatch(r"[0-9a-f]{8}  following the hours: (.*); rule [0-9a-f]+ notifies terminal\n", result.stdout)
    assert said is not None
    assert "open from 9 to 17" in said[1]


def test_the_list_shows_names_and_show_writes_the_picture(tmp_path):
    place, file = tmp_path / "archive", tmp_path / "block.png"
    with open_archive(place) as archive:
        bare = news_page(captured_at=datetime(2026, 1, 1, tzinfo=UTC))
        trail = add_trail(archive, bare, Choice(css=".price"), url="http://site.test/", version=None, name="Boots")
        assert "there is no picture" in str(run("show", trail.id, "--picture", file, archive=place).exception)
        seen = news_page(captured_at=datetime(2026, 1, 2, tzinfo=UTC), screenshot_png=png(Image.new("RGB", (800, 600))))
        visit_page(archive, seen, url="http://site.test/")
    assert " Boots  99.00 €" in run("list", archive=place).stdout
    shown = json.loads(run("show", trail.id, "--picture", file, archive=place).stdout)
    assert (shown["name"], shown["origin"]) == ("Boots", {"css": ".price"})
    assert file.read_bytes().startswith(b"\x89PNG")


def png(picture):
    target = io.BytesIO()
    picture.save(target, "PNG")
    return target.getvalue()


def test_what_would_be_followed_is_shown_and_nothing_is_stored(versions, tmp_path):
    said = run("look", versions[0], "--select", "#price", "--format", "text", archive=tmp_path / "none").stdout
    assert "price at body[1]/div[3]/p[2]" in said
    assert "number: 99.00 €" in said
    x, y, width, height = json.loads(run("look", versions[0], "--select", "#price", "--format", "json").stdout)["box"]
    around = f"{x - 2},{y - 2},{width + 4},{height + 4}"
    drawn = json.loads(run("look", versions[0], "--within", around, "--format", "json").stdout)
    assert (drawn["kind"], drawn["number"]["value"], drawn["number"]["unit"]) == ("price", 99.0, "€")
    assert not (tmp_path / "none").exists()
    with pytest.raises(Exception, match="is not a rectangle; write it like --within 120,340,200,80"):
        raise run("look", versions[0], "--within", "1,2").exception
