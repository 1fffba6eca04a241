"""Answers given by the signed links in a mail.

'noise' marks a change, 'never' mutes one block of the page, 'stop' removes the alert about a followed block.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from pagestrata.app.marks import mark_change, set_block_importance
from pagestrata.errors import NotFoundError
from pagestrata.formats.urls import timestamp14
from pagestrata.model.records import Version
from pagestrata.notify.answer_links import PATH, Answer, check_seal
from pagestrata.notify.kept_addresses import known_message_key
from pagestrata.visit.news import name_of_trail

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

WHO = "a link in a mail"  # the name in the audit log
LONGEST_QUOTE = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What the user is asked to confirm."""

    answer: Answer
    name: str  # of the page, or of the followed block
    undo: str  # the path of the screen where the answer can be taken back
    was_given: bool  # the link was used before
    versions: tuple[Version, Version] | None = None  # before and after the change; None for 'stop'
    sentence: str = ""  # what changed
    words: str = ""  # the text of the block that would be muted


def question_of(archive: Archive, answer: Answer, seal: str, *, now: datetime) -> Question:
    """The question behind an answer. Raises UsageError for an invalid seal, NotFoundError if its subject is gone.

    Nothing is read from the archive before the seal is checked.
    """
    check_seal(known_message_key(os.environ), answer, seal, now=now)
    return _about_alert(archive, answer, seal) if answer.say == "stop" else _about_change(archive, answer, seal)


def _about_change(archive: Archive, answer: Answer, seal: str) -> Question:
    new = archive.versions.at(answer.url, answer.at)
    old = archive.versions.before(new.url, new.captured_at - timedelta(microseconds=1))
    if old is None or timestamp14(new.captured_at) != answer.at:
        raise NotFoundError("the version that this mail was about is no longer stored")
    return Question(
        answer=answer,
        name=new.title or new.url,
        undo=f"/compare/{old.id}/{new.id}",
        was_given=archive.accounts.has_noted("POST", _path(answer, f"{old.id}/{new.id}", seal)),
        versions=(old, new),
        sentence=archive.visits.sentences([new.id]).get(new.id, ""),
        words=_words(archive, new, answer.block) if answer.say == "never" else "",
    )


def _about_alert(archive: Archive, answer: Answer, seal: str) -> Question:
    used = archive.accounts.has_noted("POST", _path(answer, answer.rule, seal))
    trail = archive.trails.with_id(answer.block)
    if trail is None or not (used or archive.outbox.rule(answer.rule)):
        raise NotFoundError("the alert that sent this mail no longer exists; there is nothing to stop")
    return Question(answer=answer, name=name_of_trail(trail), undo=f"/trails/{trail.id}", was_given=used)


def give_answer(archive: Archive, question: Question, seal: str, *, now: datetime) -> bool:
    """Carry out the answer and log it; False if the link was used before: then nothing changes."""
    if question.was_given:
        return False
    answer = question.answer
    if question.versions is None:
        archive.outbox.remove_rule(answer.rule)
        about = answer.rule
    else:
        old, new = question.versions
        about = f"{old.id}/{new.id}"
        if answer.say == "noise":
            mark_change(archive, old, new, "noise", now=now, note=f"by {WHO}")
        else:
            set_block_importance(archive, new.url, answer.block, 0.0)
    archive.accounts.note(WHO, "POST", _path(answer, about, seal), now=now)
    return True


def _words(archive: Archive, version: Version, ref: str) -> str:
    block = archive.contents.tree(version).by_ref().get(ref)
    if block is None:
        raise NotFoundError("the part of the page that this mail was about is no longer stored")
    return " ".join(" ".join(each.text for each in block.walk() if each.text).split())[:LONGEST_QUOTE]


def _path(answer: Answer, about: str, seal: str) -> str:
    """The entry in the audit log: the answer, its subject, and enough of the seal to recognise the link."""
    return f"{PATH}/{answer.say}/{about}/{seal[:16]}"
