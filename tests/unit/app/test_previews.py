import pytest

from captures import capture
from pagestrata.app.previews import Preview, watch_preview
from pagestrata.app.watches import watch_for
from pagestrata.errors import NotFoundError
from pagestrata.store.archive import open_archive
from pagestrata.visit.cut import with_importance

URL = "http://site.test/"
TEXTS = ["the ferry leaves at nine in the morning", "tickets cost 12 euros", "advertisement: buy boats"]


def preview() -> Preview:
    taken, tree = capture(TEXTS, url=URL)
    return Preview(url=URL, snapshot=taken, tree=with_importance(tree))


def test_a_preview_becomes_the_first_version_with_what_was_chosen(tmp_path):
    with open_archive(tmp_path) as archive:
        made = preview()
        kept = watch_preview(
            archive, made, settings={"title": "Ferry", "interval_seconds": 3600}, follow=["1.2"], ignore=["1.3"]
        )
        watch = archive.watches.of(URL)
        assert watch == kept.watch
        assert (watch.settings.title, watch.settings.interval_seconds) == ("Ferry", 3600)
        assert watch.settings.importance == {"1.3": 0.0}
        (version,) = archive.versions.of(URL)
        assert version.captured_at == made.snapshot.captured_at
        (trail,) = archive.trails.of(URL)
        assert archive.trails.entries(trail.id)[0].text == "tickets cost 12 euros"


def test_what_is_set_already_stays(tmp_path):
    with open_archive(tmp_path) as archive:
        watch_for(archive, URL, {"importance": {"menu": 0.5}, "tags": ["sea"]})
        watch_preview(archive, preview(), settings={}, ignore=["1.1"])
        settings = archive.watches.of(URL).settings
    assert settings.importance == {"menu": 0.5, "1.1": 0.0}
    assert settings.tags == ("sea",)


def test_a_block_that_is_not_there_is_refused_before_anything_is_stored(tmp_path):
    with open_archive(tmp_path) as archive:
        with pytest.raises(NotFoundError, match="there is no block"):
            watch_preview(archive, preview(), settings={}, follow=["9.9"])
        assert archive.watches.of(URL) is None
