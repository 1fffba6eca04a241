"""Rules and messages behave the same on every database: nothing is lost, nothing is queued twice."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from captures import START
from pagestrata.errors import NotFoundError
from pagestrata.model.notices import Delivery, NoticeRule
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.people.outbox import LEASE, Outbox

RULE = NoticeRule(
    id="r1", kind="watch", subject="w", channel="json://host/", created_at=START, conditions={"threshold": 0.5},
    timing={"rhythm": "daily"}, template={"title": "{{ name }}"},
)  # fmt: skip


@pytest.fixture
def archive(place: str) -> Iterator[Archive]:
    with open_archive(place) as opened:
        yield opened


@pytest.fixture
def outbox(archive: Archive) -> Outbox:
    return archive.outbox


def message(key: str, **fields: Any) -> Delivery:
    values: dict[str, Any] = {"rule": "r1", "place": "p", "title": key, "body": "b"}
    times = {"created_at": START, "release_at": START, "due_at": START}
    return Delivery(key=key, **{**values, **times, **fields})


def queue(outbox: Outbox, *deliveries: Delivery) -> None:
    outbox.queue(deliveries, now=START)


def statuses(outbox: Outbox) -> dict[str, str]:
    return {item.key: item.status for item in outbox.deliveries()}


def test_rules_are_kept_until_they_are_removed(outbox: Outbox) -> None:
    outbox.add_rule(RULE)
    outbox.add_rule(replace(RULE, id="r0", created_at=START + timedelta(days=1)))
    assert [rule.id for rule in outbox.rules()] == ["r1", "r0"]
    assert outbox.rules()[0] == RULE
    outbox.remove_rule("r0")
    assert outbox.rules() == [RULE]
    with pytest.raises(NotFoundError, match="there is no rule 'r0'; `pagestrata notify list`"):
        outbox.remove_rule("r0")


def test_two_programs_queue_the_same_news_once(outbox: Outbox) -> None:
    outbox.add_rule(RULE)
    outbox.queue([message("a"), message("b")], now=START)
    outbox.queue([message("b", title="other"), message("c")], now=START)
    assert [(item.key, item.title) for item in outbox.deliveries()] == [("c", "c"), ("b", "b"), ("a", "a")]


def test_a_message_comes_back_as_it_was(outbox: Outbox) -> None:
    given = message("a", is_html=True, picture_png=b"\x89PNG", in_digest=True, body="Umlaut ä \ud800")
    queue(outbox, given)
    assert outbox.deliveries() == [given]


def test_messages_are_taken_one_by_one_when_they_are_due(outbox: Outbox) -> None:
    queue(outbox, message("a"), message("late", due_at=START + timedelta(hours=1)), message("b"))
    assert [item.key for item in outbox.take(now=START)] == ["a"]
    assert [item.key for item in outbox.take(now=START)] == ["b"]
    assert outbox.take(now=START) == []
    assert outbox.unsent() == 3


def test_a_digest_is_taken_together_per_place(outbox: Outbox) -> None:
    digest = {"in_digest": True}
    queue(outbox, message("a", **digest), message("alone"), message("b", **digest),
          message("other", place="q", **digest), message("c", **digest, due_at=START + timedelta(days=1)))  # fmt: skip
    assert [item.key for item in outbox.take(now=START)] == ["a", "b"]
    assert [item.key for item in outbox.take(now=START)] == ["alone"]
    assert [item.key for item in outbox.take(now=START)] == ["other"]


def test_a_message_whose_sender_died_is_taken_again_after_the_lease(outbox: Outbox) -> None:
    queue(outbox, message("a"))
    (first,) = outbox.take(now=START)
    assert (first.attempts, first.is_repeat) == (1, False)
    assert outbox.take(now=START + LEASE - timedelta(seconds=1)) == []
    (again,) = outbox.take(now=START + LEASE)
    assert (again.attempts, again.is_repeat) == (2, True)


def test_what_is_settled_is_not_taken_again_and_its_picture_goes(outbox: Outbox) -> None:
    queue(outbox, message("a", picture_png=b"png"), message("b", picture_png=b"png"))
    (first,), (second,) = outbox.take(now=START), outbox.take(now=START)
    later = START + timedelta(minutes=1)
    outbox.settle([replace(first, status="sent"), replace(second, status="waiting", due_at=later, problem="down")])
    assert statuses(outbox) == {"a": "sent", "b": "waiting"}
    (again,) = outbox.take(now=START + timedelta(days=1))
    assert (again.key, again.picture_png, again.is_repeat, again.problem) == ("b", b"png", False, "down")
    assert next(item for item in outbox.deliveries() if item.key == "a").picture_png is None


def test_what_did_not_get_out_is_known_by_rule_until_something_does(outbox: Outbox) -> None:
    assert (outbox.troubles(), outbox.stuck()) == ({}, None)
    queue(outbox, message("a", picture_png=b"png"), message("b", rule="r2"), message("c", rule="r3"))
    first, second, third = (outbox.take(now=START)[0] for _ in range(3))
    later = START + timedelta(days=1)
    outbox.settle([replace(first, status="waiting", due_at=later, problem="refused")])
    outbox.settle([replace(second, status="given up", problem="gone"), replace(third, status="sent")])
    queue(outbox, message("d"))  # not tried yet
    assert {rule: item.problem for rule, item in outbox.troubles().items()} == {"r1": "refused", "r2": "gone"}
    assert set(outbox.troubles(["r2", "r3"])) == {"r2"}
    stuck = outbox.stuck()
    assert stuck is not None
    assert (stuck.key, stuck.picture_png) == ("a", None)
    outbox.settle([replace(outbox.take(now=START)[0], status="sent"), replace(first, status="sent")])
    assert set(outbox.troubles()) == {"r2"}
    assert outbox.stuck() is None


def test_a_removed_rule_sends_nothing_more_but_its_log_stays(outbox: Outbox) -> None:
    outbox.add_rule(RULE)
    queue(outbox, message("a"), message("b"), message("c", rule="r2"))
    outbox.settle([replace(outbox.take(now=START)[0], status="sent")])
    outbox.remove_rule("r1")
    assert statuses(outbox) == {"a": "sent", "c": "waiting"}
    assert [item.key for item in outbox.deliveries(rule="r2")] == ["c"]
    assert [item.key for item in outbox.deliveries(limit=1)] == ["c"]


def test_the_log_is_kept_for_a_while(outbox: Outbox) -> None:
    queue(outbox, message("a"), message("b"))
    outbox.settle([replace(outbox.take(now=START)[0], status="sent")])
    outbox.queue([message("c")], now=START + timedelta(days=89))
    assert set(statuses(outbox)) == {"a", "b", "c"}
    outbox.queue([message("d")], now=START + timedelta(days=91))
    assert set(statuses(outbox)) == {"b", "c", "d"}


def test_many_senders_share_the_work_and_none_is_sent_twice(archive: Archive, place: str) -> None:
    queue(archive.outbox, *(message(str(number)) for number in range(30)))
    taken: list[str] = []

    def work() -> None:
        with open_archive(place) as own:
            while found := own.outbox.take(now=START):
                taken.extend(item.key for item in found)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken, key=int) == [str(number) for number in range(30)]


def test_rules_are_found_by_what_they_are_about(outbox: Outbox) -> None:
    of_tag = replace(RULE, id="r2", kind="tag", subject="w", created_at=START - timedelta(hours=1))
    for rule in (RULE, of_tag, replace(RULE, id="r3", subject="other")):
        outbox.add_rule(rule)
    assert outbox.rule("r2") == of_tag
    assert outbox.rule("none") is None
    assert outbox.rules_about({("watch", "w")}) == [RULE]
    assert outbox.rules_about({("tag", "w"), ("watch", "w"), ("trail", "w")}) == [of_tag, RULE]
    assert outbox.rules_about(set()) == []
