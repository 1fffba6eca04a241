import os
from datetime import timedelta

import pytest

from archived_site import TIMES, URL, archived_site
from pagestrata.app.answers import give_answer, question_of
from pagestrata.app.notifications import add_rule
from pagestrata.errors import NotFoundError, UsageError
from pagestrata.model.records import Trail
from pagestrata.notify.answer_links import answer_to, seal_of
from pagestrata.notify.kept_addresses import message_key
from web_fixtures import NOW


@pytest.fixture
def archive(tmp_path, monkeypatch):
    monkeypatch.setenv("PAGESTRATA_CHANNELS", str(tmp_path / "channels.json"))
    with archived_site(tmp_path / "archive") as opened:
        yield opened


def asked(archive, say, *, at=TIMES[2], **about):
    answer = answer_to(say, URL, at, now=NOW, **about)
    seal = seal_of(message_key(os.environ), answer)
    return question_of(archive, answer, seal, now=NOW), seal


def test_an_answer_is_given_once(archive):
    question, seal = asked(archive, "noise")
    assert give_answer(archive, question, seal, now=NOW)
    assert [word.verdict for word in archive.feedback.all()] == ["noise"]
    again, seal = asked(archive, "noise")
    assert again.was_given
    assert not give_answer(archive, again, seal, now=NOW + timedelta(hours=1))


def test_a_block_that_is_hushed_is_quoted(archive):
    newest = archive.versions.at(URL, TIMES[2]).id
    ref = next(change.block for change in archive.queries.changes(URL) if change.version == newest)
    assert asked(archive, "never", block=ref)[0].words == "boats to the island leave at ten in the morning"
    with pytest.raises(NotFoundError, match="no longer stored"):
        asked(archive, "never", block="9.9")


def test_a_first_version_cannot_be_noise(archive):
    with pytest.raises(NotFoundError, match="no longer stored"):
        asked(archive, "noise", at=TIMES[0])


def test_the_seal_is_checked_before_anything_is_looked_up(archive):
    with pytest.raises(UsageError, match="is invalid"):
        question_of(archive, answer_to("noise", "http://unknown.test/", "1", now=NOW), "0", now=NOW)


def test_the_alert_about_a_followed_block_is_removed_and_the_block_stays_followed(archive):
    archive.trails.save(Trail(id="t1", url=URL, origin={"select": "p", "name": "Boats"}, state={}))
    rule = add_rule(archive, "t1", channel="terminal", now=NOW)
    question, seal = asked(archive, "stop", block="t1", rule=rule.id)
    assert (question.name, question.undo, question.was_given) == ("Boats", "/trails/t1", False)
    assert give_answer(archive, question, seal, now=NOW)
    assert (archive.outbox.rules(), archive.trails.with_id("t1") is not None) == ([], True)
    assert asked(archive, "stop", block="t1", rule=rule.id)[0].was_given
    with pytest.raises(NotFoundError, match="nothing to stop"):
        asked(archive, "stop", block="t1", rule="another")
