from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from captures import capture, visit_of
from pagestrata.app.learning import feedback_pairs, pair_loader
from pagestrata.app.session import Session
from pagestrata.deciding.learning.training import LabelledPair
from pagestrata.errors import InputError
from pagestrata.model.records import Feedback


def filled(session: Session) -> list[str]:
    ids = []
    for hours, text in enumerate(["The first report", "The second report", "The third report"]):
        taken, tree = capture([text], hours=hours)
        ids.append(session.archive.append(taken, tree, None, visit=visit_of(taken)).id)
    return ids


def word(old: str, new: str, verdict: str) -> Feedback:
    given_at = datetime(2026, 2, 1, tzinfo=UTC)
    return Feedback(old_version=old, new_version=new, verdict=verdict, given_at=given_at)  # type: ignore[arg-type]


def test_feedback_becomes_labelled_pairs(tmp_path: Path) -> None:
    with Session(archive=tmp_path / "archive") as session:
        first, second, third = filled(session)
        session.archive.feedback.add(word(first, second, "mattered"))
        session.archive.feedback.add(word(second, third, "noise"))
        session.archive.feedback.add(word("gone", third, "noise"))
        pairs = list(feedback_pairs(session))
        assert sorted(pair.label for pair in pairs) == ["dissimilar", "similar"]
        old, new, delta = pair_loader(session, None)(pairs[0])
        assert old.tree != new.tree
        assert delta is not None
        assert delta.changes


def test_a_missing_recording_is_named(tmp_path: Path) -> None:
    pair = LabelledPair(site="site.test", url="http://site.test/", old="2024-01-01", new="2024-01-02", label="similar")
    with Session() as session, pytest.raises(InputError, match=r"site\.test\.warc\.gz"):
        pair_loader(session, tmp_path)(pair)
