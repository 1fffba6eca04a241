import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from captures import capture
from dying import Died, DyingCatalog
from followed_pages import news_page
from pagestrata.app.answers import give_answer, question_of
from pagestrata.app.chosen_blocks import Choice, add_trail
from pagestrata.app.notifications import (
    add_rule,
    find_rule,
    hide_addresses,
    rules_of,
    send_due,
    send_messages,
    send_sample,
)
from pagestrata.app.watches import remove_watch, watch_for
from pagestrata.errors import NotFoundError, PagestrataError, UsageError
from pagestrata.notify.answer_links import Answer
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.people.outbox import LEASE
from receivers import receiving
from visits import visit_page

URL = "http://site.test/"
NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
BELOW = {"below": 90}


@pytest.fixture
def archive(tmp_path):
    with open_archive(tmp_path / "archive") as opened:
        yield opened


@pytest.fixture
def trail(archive):
    return add_trail(archive, page(0), Choice(css=".price"), url=URL, version=None, name="Boots")


def page(hour, price="99.00 €", **options):
    return news_page(captured_at=NOW + timedelta(hours=hour), price=price, **options)


def see(archive, hour, price="99.00 €", **options):
    visit_page(archive, page(hour, price, **options), url=URL)
    return NOW + timedelta(hours=hour)


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def statuses(archive):
    return [item.status for item in archive.outbox.deliveries()]


def test_a_price_that_falls_is_told_once(archive, trail):
    with receiving() as receiver:
        add_rule(archive, trail.id, channel=receiver.channel, conditions=BELOW, now=NOW)
        assert send_messages(archive, now=see(archive, 1, "95.00 €")) == {}
        assert send_messages(archive, now=see(archive, 2, "89.00 €")) == {"sent": 1}
        assert send_messages(archive, now=see(archive, 3, "89.00 €")) == {}
        assert send_messages(archive, now=see(archive, 4, "85.00 €")) == {}  # it was below before
    (message,) = receiver.messages
    assert message["title"] == "Boots: 95.00 € → 89.00 € (89.00 is below 90)"
    assert "Boots fell: 95.00 € → 89.00 €." in message["message"]


def test_losing_and_finding_are_told(archive, trail, tmp_path):
    add_rule(archive, trail.id, channel=f"file:{tmp_path / 'archive' / 'out.jsonl'}", now=NOW)
    for hour, shown in enumerate((True, False, False, True), 1):
        send_messages(archive, now=see(archive, hour, with_price=shown))
    assert [line["title"] for line in lines(tmp_path / "archive" / "out.jsonl")] == [
        "Boots: the block is lost",
        "Boots: the block is back",
    ]


def test_a_page_is_told_by_its_address(archive, tmp_path):
    old, _ = capture(["Boots 99 €", "Imprint"])
    visit_page(archive, old)
    rule = add_rule(
        archive, "HTTP://site.test", channel=f"file:{tmp_path / 'archive' / 'out.jsonl'}", now=old.captured_at
    )
    assert archive.watches.all() == [watch_for(archive, URL)]
    assert rule.subject == watch_for(archive, URL).id
    new, _ = capture(["Boots 89 €", "Imprint"], hours=1)
    assert visit_page(archive, new).kept
    visit_page(archive, capture(["another page"], url="http://other.test/", hours=1)[0])
    send_messages(archive, now=new.captured_at)
    (line,) = lines(tmp_path / "archive" / "out.jsonl")
    assert "Boots [-99 €-] [+89 €+]" in line["body"]
    assert line["picture_png"]


def test_nothing_stored_before_a_rule_is_told_by_it(archive, trail, tmp_path):
    add_rule(archive, trail.id, channel="terminal", conditions={"below": 1}, now=NOW)
    seen = see(archive, 1, "89.00 €")
    add_rule(archive, trail.id, channel=f"file:{tmp_path / 'archive' / 'out.jsonl'}", now=seen + timedelta(minutes=1))
    assert send_messages(archive, now=seen + timedelta(minutes=2)) == {}
    assert archive.outbox.deliveries() == []


def test_what_a_visit_queued_is_sent_by_whoever_comes_next(archive, trail, tmp_path):
    add_rule(archive, trail.id, channel=f"file:{tmp_path / 'archive' / 'out.jsonl'}", conditions=BELOW, now=NOW)
    see(archive, 1, "89.00 €")  # and nobody sends
    last = see(archive, 2, "80.00 €")
    with open_archive(tmp_path / "archive") as restarted:
        assert send_messages(restarted, now=last) == {"sent": 1}
        assert send_messages(restarted, now=last) == {}
    (line,) = lines(tmp_path / "archive" / "out.jsonl")
    assert line["title"] == "Boots: 99.00 € → 89.00 € (89.00 is below 90)"


def test_a_target_that_fails_for_hours_gets_the_message_once_it_works(archive, trail):
    with receiving() as receiver:
        receiver.status = 500
        add_rule(archive, trail.id, channel=receiver.channel, now=NOW)
        now = see(archive, 1, "89.00 €")
        for _ in range(6):
            assert send_due(archive, now=now) == {"waiting": 1}
            assert send_due(archive, now=now) == {}  # not before its pause is over
            now = archive.outbox.deliveries()[0].due_at
        assert archive.outbox.deliveries()[0].problem.endswith("did not accept the message (error 500)")
        receiver.status = 200
        assert send_due(archive, now=now) == {"sent": 1}
        assert send_due(archive, now=now + timedelta(days=1)) == {}
    assert len(receiver.messages) == 7
    assert len(set(receiver.keys)) == 1


def test_a_dead_place_is_tried_once_in_one_go(archive, trail):
    other = add_trail(archive, page(0), Choice(css=".stories"), url=URL, version=None)
    with receiving() as receiver:
        receiver.status = 500
        for followed in (trail, other):
            add_rule(archive, followed.id, channel=receiver.channel, now=NOW)
        now = see(archive, 1, "89.00 €", stories=("Fog", "Sun", "Snow"))
        assert send_messages(archive, now=now) == {"waiting": 2}
        assert len(receiver.messages) == 1
        receiver.status = 200
        assert send_messages(archive, now=now + timedelta(hours=1)) == {"sent": 2}


def test_a_damaged_picture_does_not_hold_a_message_back(archive, tmp_path):
    shot = capture(["text"])[0].screenshot_png
    trail = add_trail(archive, page(0, screenshot_png=shot), Choice(css=".price"), url=URL, version=None)
    add_rule(archive, trail.id, channel=f"file:{tmp_path / 'archive' / 'out.jsonl'}", now=NOW)
    for blob in (tmp_path / "archive" / "blobs").rglob("*"):
        if blob.is_file():
            blob.unlink()
    see(archive, 1, "89.00 €", screenshot_png=shot)
    assert send_messages(archive, now=NOW + timedelta(hours=1)) == {"sent": 1}


def test_quiet_hours_hold_messages_and_then_send_them_as_one(archive, trail, tmp_path):
    channel = f"file:{tmp_path / 'archive' / 'out.jsonl'}"
    add_rule(archive, trail.id, channel=channel, timing={"quiet": "12:00-20:00", "zone": "UTC"}, now=NOW)
    for hour, price in ((1, "98.00 €"), (2, "97.00 €")):
        assert send_messages(archive, now=see(archive, hour, price)) == {}
    assert send_messages(archive, now=NOW.replace(hour=20)) == {"sent": 2}
    (line,) = lines(tmp_path / "archive" / "out.jsonl")
    assert line["title"] == "Boots: 99.00 € → 98.00 €; and 1 more change"
    assert line["body"].index("98.00 €") < line["body"].index("97.00 €")


def test_a_daily_digest_joins_the_rules_of_one_place(archive, trail, tmp_path):
    daily = {"rhythm": "daily", "daily_at": "18:00", "zone": "UTC"}
    other = add_trail(archive, page(0), Choice(css=".stories"), url=URL, version=None, name="Stories")
    for followed in (trail, other):
        add_rule(archive, followed.id, channel=f"file:{tmp_path / 'archive' / 'out.jsonl'}", timing=daily, now=NOW)
    send_messages(archive, now=see(archive, 1, "89.00 €", stories=("Fog", "Sun", "Snow")))
    assert lines(tmp_path / "archive" / "out.jsonl") == []
    assert send_messages(archive, now=NOW.replace(hour=18)) == {"sent": 2}
    assert len(lines(tmp_path / "archive" / "out.jsonl")) == 1


@pytest.mark.parametrize("behind", [False, True])
@pytest.mark.parametrize("transaction", range(12))
def test_wherever_a_program_dies_the_message_arrives_and_only_an_interrupted_sending_is_repeated(
    archive, trail, tmp_path, transaction, behind
):
    add_rule(archive, trail.id, channel=f"file:{tmp_path / 'archive' / 'out.jsonl'}", conditions=BELOW, now=NOW)
    dying = Archive(DyingCatalog(archive._catalog, transaction, behind=behind), archive._blobs)
    with contextlib.suppress(Died):
        see(dying, 1, "89.00 €")
        send_messages(dying, now=NOW + timedelta(hours=1))
    was_sent = len(lines(tmp_path / "archive" / "out.jsonl"))
    was_settled = statuses(archive) == ["sent"]

    assert len(archive.versions.of(URL)) == len(archive.visits.of(URL)) == len(archive.outbox.deliveries())
    if not archive.versions.of(URL):
        see(archive, 2, "89.00 €")  # nothing of the visit was stored: the next one finds the same
    for hour in (2, 3):
        send_messages(archive, now=NOW + timedelta(hours=hour))
    told = lines(tmp_path / "archive" / "out.jsonl")
    assert {line["title"] for line in told} == {"Boots: 99.00 € → 89.00 € (89.00 is below 90)"}
    assert len({line["key"] for line in told}) == 1
    assert len(told) == (2 if was_sent and not was_settled else 1)
    assert statuses(archive) == ["sent"]


KILLED = """
import sys
from datetime import datetime
from pagestrata.app.notifications import send_messages
from pagestrata.store.archive import Archive, open_archive

with open_archive(sys.argv[1]) as archive:
    send_messages(archive, now=datetime.fromisoformat(sys.argv[2]))
"""


def test_a_program_killed_between_sending_and_writing_it_down_sends_again_under_the_same_key(archive, trail, tmp_path):
    with receiving() as receiver:
        add_rule(archive, trail.id, channel=receiver.channel, now=NOW)
        now = see(archive, 1, "89.00 €")
        words = [sys.executable, "-c", KILLED, str(tmp_path / "archive"), now.isoformat()]
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[4] / "src")}
        with subprocess.Popen(words, env=environment) as sender:
            receiver.on_message = lambda: os.kill(sender.pid, signal.SIGKILL)
            assert sender.wait(timeout=60) == -signal.SIGKILL
        receiver.on_message = lambda: None
        assert len(receiver.messages) == 1
        assert statuses(archive) == ["sending"]
        assert send_messages(archive, now=now) == {}  # it may still be on its way
        assert send_messages(archive, now=now + LEASE + timedelta(minutes=1)) == {"sent": 1}
        assert send_messages(archive, now=now + timedelta(days=1)) == {}
    first, second = receiver.messages
    assert receiver.keys[0] == receiver.keys[1]
    assert "You may have received this message already" not in first["message"]
    assert "You may have received this message already" in second["message"]


def test_an_address_from_the_environment_may_come_later(archive, trail, tmp_path, monkeypatch):
    add_rule(archive, trail.id, channel="env:PAGESTRATA_TEST_PLACE", now=NOW)
    now = see(archive, 1, "89.00 €")
    assert send_messages(archive, now=now) == {"waiting": 1}
    assert "PAGESTRATA_TEST_PLACE is not set" in archive.outbox.deliveries()[0].problem
    monkeypatch.setenv("PAGESTRATA_TEST_PLACE", f"file:{tmp_path / 'archive' / 'out.jsonl'}")
    assert send_messages(archive, now=now + timedelta(hours=1)) == {"sent": 1}


def test_no_secret_is_in_what_a_log_shows(archive, trail, caplog):
    with receiving() as receiver:
        pass
    rule = add_rule(archive, trail.id, channel=receiver.channel, now=NOW)
    send_messages(archive, now=see(archive, 1, "89.00 €"))
    shown = repr(rule) + repr(archive.outbox.deliveries()) + caplog.text
    assert "did not accept" in caplog.text
    for secret in ("pa55word", "t0ken"):
        assert secret not in shown


def test_no_byte_of_the_archive_holds_a_password(archive, trail, tmp_path):
    address = "mailto://me:pa55word@site.test"
    rule = add_rule(archive, trail.id, channel=address, now=NOW)
    assert rule.channel.startswith("kept:")
    archive.outbox.add_rule(
        replace(rule, id="older", channel="json://t0ken@site.test/")
    )  # as programs before stored it
    hide_addresses(archive)
    assert all(kept.channel.startswith("kept:") for kept in archive.outbox.rules())
    archive.close()
    files = [path.read_bytes() for path in (tmp_path / "archive").rglob("*") if path.is_file()]
    assert not any(b"pa55word" in data for data in files)


def test_a_template_of_the_persons_own(archive, trail, tmp_path):
    template = {"title": "{{ name }}", "body": "{{ old_number }} to {{ new_number }} & more", "is_html": True}
    add_rule(archive, trail.id, channel=f"file:{tmp_path / 'archive' / 'out.jsonl'}", template=template, now=NOW)
    send_messages(archive, now=see(archive, 1, "89.00 €"))
    assert lines(tmp_path / "archive" / "out.jsonl")[0]["body"] == "99.0 to 89.0 & more"


@pytest.mark.parametrize(
    ("subject", "options", "message"),
    [
        (URL, {"conditions": {"below": 3}}, "follow the block with the number"),
        ("nope", {}, "0 followed blocks and 0 watches have an id that begins with 'nope'"),
        (URL, {"conditions": {"treshold": 1}}, "unknown condition 'treshold'"),
        (URL, {"timing": {"quiet": "night"}}, "write it like 22:00-07:00"),
        (URL, {"template": {"body": "{{ name"}}, "the message template does not work: line 1"),
        (URL, {"channel": "nonsense://x"}, "'nonsense' is not a notification address"),
        ("not an address://", {}, "address"),
    ],
)
def test_a_rule_that_cannot_work_is_refused_and_leaves_nothing(archive, subject, options, message):
    with pytest.raises(PagestrataError, match=message):
        add_rule(archive, subject, now=NOW, **{"channel": "terminal", **options})
    assert archive.outbox.rules() == []
    assert archive.watches.all() == []


def test_the_same_rule_is_there_once(archive, trail):
    rule = add_rule(archive, trail.id[:4], channel="terminal", now=NOW)
    with pytest.raises(UsageError, match=f"already exists as {rule.id}"):
        add_rule(archive, trail.id, channel="terminal", now=NOW)
    assert find_rule(archive, rule.id[:5]) == rule
    with pytest.raises(NotFoundError, match="0 rules have an id that begins with 'x'"):
        find_rule(archive, "x")


def test_a_sample_shows_what_a_message_looks_like(archive, trail, tmp_path):
    rule = add_rule(archive, trail.id, channel=f"file:{tmp_path / 'archive' / 'out.jsonl'}", now=NOW)
    assert send_sample(archive, rule, now=NOW) is None
    assert "the text before" in lines(tmp_path / "archive" / "out.jsonl")[0]["body"]


def test_what_goes_wrong_does_not_spoil_a_visit(tmp_path, caplog):
    archive = open_archive(tmp_path / "archive")
    archive.close()
    (tmp_path / "archive" / "catalog.sqlite").write_bytes(b"no database " * 500)
    assert send_messages(archive, now=NOW) == {}
    assert "notifications wait: the catalog of" in caplog.text


def change_page(archive, hour, url=URL):
    """One more version of a page, each with another text."""
    new, _ = capture([f"Boots {90 - hour} €", "Imprint"], hours=hour, url=url)
    assert visit_page(archive, new).kept
    return new.captured_at


def test_a_tag_tells_of_every_page_that_has_it_when_it_changes(archive, tmp_path):
    other, untagged = "http://other.test/", "http://untagged.test/"
    start = max(change_page(archive, 0, url) for url in (URL, other, untagged))
    watch_for(archive, URL, {"tags": ["shop", "boots"]})
    watch_for(archive, untagged)
    rule = add_rule(archive, "tag:shop", channel=f"file:{tmp_path / 'archive' / 'out.jsonl'}", now=start)
    assert (rule.kind, rule.subject) == ("tag", "shop")
    now = max(change_page(archive, 1, url) for url in (URL, other, untagged))
    assert send_messages(archive, now=now) == {"sent": 1}
    watch_for(archive, other, {"tags": ["shop"]})  # tagged later
    watch_for(archive, URL, {"tags": ["boots"]})  # no longer tagged
    now = max(change_page(archive, 2, url) for url in (URL, other, untagged))
    assert send_messages(archive, now=now) == {"sent": 1}
    assert [line["body"].rpartition(" ")[2] for line in lines(tmp_path / "archive" / "out.jsonl")] == [URL, other]


def test_the_rules_of_a_page_are_its_own_and_those_of_its_tags(archive):
    watch = watch_for(archive, URL, {"tags": ["shop"]})
    own = add_rule(archive, URL, channel="terminal", now=NOW)
    tagged = add_rule(archive, "tag:shop", channel="terminal", now=NOW)
    add_rule(archive, "tag:news", channel="terminal", now=NOW)
    assert {rule.id for rule in rules_of(archive, watch)} == {own.id, tagged.id}
    remove_watch(archive, watch)
    assert {rule.subject for rule in archive.outbox.rules()} == {"shop", "news"}


@pytest.mark.parametrize(
    ("subject", "conditions", "message"),
    [
        ("tag:", {}, "the tag has no name; write it like tag:news"),
        ("tag:shop", {"below": 20}, "'below' needs one number, and a page has many"),
    ],
)
def test_rules_of_tags_that_cannot_work(archive, subject, conditions, message):
    with pytest.raises(UsageError, match=message):
        add_rule(archive, subject, channel="terminal", conditions=conditions, now=NOW)


def test_a_sample_of_a_tags_message(archive, tmp_path):
    rule = add_rule(archive, "tag:shop", channel=f"file:{tmp_path / 'archive' / 'out.jsonl'}", now=NOW)
    assert send_sample(archive, rule, now=NOW) is None
    assert lines(tmp_path / "archive" / "out.jsonl")[0]["title"].startswith("A test")


def test_a_block_whose_picture_alone_changed_is_told(archive, tmp_path):
    shop = add_trail(archive, page(0, photo="green.png"), Choice(css=".shop"), url=URL, version=None, name="Boots")
    add_rule(archive, shop.id, channel=f"file:{tmp_path / 'archive' / 'out.jsonl'}", now=NOW)
    assert send_messages(archive, now=see(archive, 1, photo="green.png")) == {}
    assert send_messages(archive, now=see(archive, 2, photo="red.png")) == {"sent": 1}
    assert send_messages(archive, now=see(archive, 3, photo="red.png")) == {}
    (line,) = lines(tmp_path / "archive" / "out.jsonl")
    assert line["title"] == "Boots: it shows another picture"
    assert line["body"].startswith("Boots: it shows another picture.")


def test_mail_about_a_page_has_links_that_answer_it_and_a_chat_has_none(archive, monkeypatch, tmp_path):
    monkeypatch.setenv("PAGESTRATA_CHANNELS", str(tmp_path / "channels.json"))
    monkeypatch.setenv("PAGESTRATA_MAIL", "smtp://127.0.0.1:9")
    archive.settings.set("web_address", "http://archive.test")
    old, _ = capture(["Boots 99 €", "Imprint"])
    visit_page(archive, old)
    for channel in ("mail:anna@example.org", "terminal"):
        add_rule(archive, URL, channel=channel, now=old.captured_at)
    new, _ = capture(["Boots 89 €", "Imprint"], hours=1)
    assert visit_page(archive, new).kept
    mail, chat = sorted(archive.outbox.deliveries(), key=lambda item: "mail" not in item.place)
    assert "/answer" not in chat.body
    links = [
        parse_qs(urlsplit(unescape(found)).query) for found in re.findall(r'href="([^"]*/answer[^"]*)"', mail.body)
    ]
    asked = [{name: value for name, (value,) in link.items()} for link in links]
    assert [link["say"] for link in asked] == ["noise", "never"]
    for link in asked:
        seal = link.pop("seal")
        question = question_of(archive, Answer(**{**link, "until": int(link["until"])}), seal, now=new.captured_at)
        assert give_answer(archive, question, seal, now=new.captured_at)
    assert [word.verdict for word in archive.feedback.all()] == ["noise"]
    (hushed,) = archive.watches.of(URL).settings.importance
    stored = archive.contents.tree(archive.versions.of(URL)[-1])
    assert "Boots" in stored.by_ref()[hushed].text


def test_a_digest_of_two_pages_begins_with_the_more_important_change(archive, tmp_path):
    channel = f"file:{tmp_path / 'archive' / 'out.jsonl'}"
    daily = {"rhythm": "daily", "daily_at": "18:00", "zone": "UTC"}
    small, large = "http://small.test/", "http://large.test/"
    for url in (small, large):
        visit_page(archive, capture(["the first text", "Local time 09:15:07"], url=url)[0])
        add_rule(archive, url, channel=channel, timing=daily, now=capture([""])[0].captured_at)
    visit_page(archive, capture(["the first text", "Local time 10:15:09"], url=small, hours=1)[0], force=True)
    last = capture(["Quite another text of which much can be said", "Imprint"], url=large, hours=2)[0]
    visit_page(archive, last)
    weights = [archive.versions.of(url)[-1].probability for url in (small, large)]
    assert weights[0] < weights[1]
    assert send_messages(archive, now=last.captured_at + timedelta(days=2)) == {"sent": 2}
    (line,) = lines(tmp_path / "archive" / "out.jsonl")
    assert line["body"].index(large) < line["body"].index(small)
