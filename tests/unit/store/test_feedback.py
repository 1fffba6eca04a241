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
