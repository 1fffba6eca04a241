from itertools import pairwise
from pathlib import Path

import pytest

from captures import START
from compared_pages import URL, visited_archive
from pagestrata.app.marks import (
    Verdict,
    effects_of_importance,
    effects_of_marks,
    learn_from_marks,
    mark_block,
    mark_change,
    set_block_importance,
    without_mark,
)
from pagestrata.app.watches import watch_for
from pagestrata.errors import NotFoundError, UsageError


def test_a_mark_is_about_two_versions_of_one_page(tmp_path: Path) -> None:
    with visited_archive(tmp_path, days=2) as archive:
        old, new = archive.versions.of(URL)
        word = mark_change(archive, old, new, "noise", now=START)
        assert archive.feedback.about(old.id, new.id) == word
        assert archive.feedback.about(new.id, old.id) is None
        without_mark(archive, old, new)
        assert archive.feedback.about(old.id, new.id) is None
        with pytest.raises(UsageError, match="not two versions of one page"):
            mark_change(archive, old, old, "noise", now=START)


def test_marks_of_single_changes_say_what_the_whole_was(tmp_path: Path) -> None:
    with visited_archive(tmp_path, days=2) as archive:
        old, new = archive.versions.of(URL)

        def say(ref: str, verdict: Verdict | None) -> str | None:
            mark_block(archive, old, new, ref, verdict, shown={"1.1", "1.2"}, now=START)
            whole = archive.feedback.about(old.id, new.id)
            return whole.verdict if whole else None

        assert say("1.1", "noise") is None  # the other one may have mattered
        assert say("1.2", "noise") == "noise"
        assert say("1.2", "mattered") == "mattered"
        assert say("1.2", None) is None
        mark_change(archive, old, new, "noise", now=START)
        assert say("1.1", None) == "noise"  # somebody said it of the whole
        with pytest.raises(UsageError, match="not two versions of one page"):
            mark_block(archive, old, old, "1.1", "noise", shown=(), now=START)


def test_what_a_block_is_worth_is_a_setting_of_the_watch(tmp_path: Path) -> None:
    with visited_archive(tmp_path, days=1) as archive:
        assert set_block_importance(archive, URL, "1.2", 0.0).settings.paused
        watch_for(archive, URL, {"paused": None, "importance": {"1.2": 0.0, "footer": 0.1}})
        changed = set_block_importance(archive, URL, "1.2", None)
        assert (dict(changed.settings.importance), changed.settings.paused) == ({"footer": 0.1}, None)


def test_what_would_have_become_of_the_last_versions(tmp_path: Path) -> None:
    with visited_archive(tmp_path) as archive:
        tree = archive.contents.tree(archive.versions.of(URL)[3])
        price = next(leaf.ref for leaf in tree.leaves() if "Ferry" in leaf.text)
        found = effects_of_importance(archive, URL, price, 0.0)
        assert [(effect.was_kept, effect.would_be_kept) for effect in found] == [
            (True, True),
            (True, False),
            (True, True),
        ]
        assert [effect.differs for effect in found] == [False, True, False]


def test_what_learning_from_marks_would_change_is_said_before_it_is_done(tmp_path: Path) -> None:
    with visited_archive(tmp_path) as archive:
        versions = archive.versions.of(URL)
        with pytest.raises(NotFoundError, match="is marked yet"):
            effects_of_marks(archive, URL)
        for old, new in pairwise(versions):
            mark_change(archive, old, new, "noise", now=START)
        effects = effects_of_marks(archive, URL)
        assert [effect.version for effect in effects] == list(reversed(versions[1:]))
        assert all(effect.probability_then < effect.probability for effect in effects)
        assert archive.watches.of(URL) is None
        name = learn_from_marks(archive, URL)
        watch = archive.watches.of(URL)
        assert watch is not None
        assert (watch.settings.model, watch.settings.paused) == (name, True)
