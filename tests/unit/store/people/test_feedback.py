from datetime import timedelta

from captures import START
from pagestrata.model.records import Feedback
from pagestrata.store.archive import Archive


def test_the_last_word_about_two_versions_counts(archive: Archive) -> None:
    first = Feedback(old_version="v1", new_version="v2", verdict="noise", given_at=START, note="only an ad")
    other = Feedback(old_version="v2", new_version="v3", verdict="noise", given_at=START + timedelta(hours=1))
    last = Feedback(old_version="v1", new_version="v2", verdict="mattered", given_at=START + timedelta(hours=2))
    for found in (first, other, last):
        archive.feedback.add(found)
    assert archive.feedback.all() == [other, last]


def test_what_is_said_of_single_blocks_stands_beside_the_word_about_the_whole(archive: Archive) -> None:
    log = archive.feedback
    assert log.mark_block("a", "b", "1.2", "noise", given_at=START) == {"1.2": "noise"}
    assert (log.all(), log.about("a", "b")) == ([], None)  # nothing was said of the whole
    assert archive.listings.marks(limit=5) == []
    log.mark_block("a", "b", "1.3", "mattered", given_at=START)
    log.add(Feedback(old_version="a", new_version="b", verdict="mattered", given_at=START, note="so"))
    assert [(word.verdict, word.note, dict(word.blocks)) for word in log.all()] == [
        ("mattered", "so", {"1.2": "noise", "1.3": "mattered"})
    ]
    log.remove("a", "b")
    assert log.about("a", "b") is None
    assert log.blocks_about("a", "b") == {"1.2": "noise", "1.3": "mattered"}
    for ref in ("1.2", "1.3"):
        log.mark_block("a", "b", ref, None, given_at=START)
    assert log.blocks_about("a", "b") == {}
