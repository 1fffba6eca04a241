from datetime import UTC, datetime, timedelta

from followed_pages import news_page
from pagestrata.app.sentences import sentences_of
from pagestrata.store.archive import open_archive
from visits import visit_page

URL = "http://site.test/"
TIME = datetime(2026, 1, 1, tzinfo=UTC)


def test_a_kept_version_says_what_changed_and_the_archive_keeps_it(tmp_path):
    with open_archive(tmp_path / "archive") as archive:
        visit_page(archive, news_page(price="129.00 €", captured_at=TIME), url=URL)
        outcome = visit_page(archive, news_page(price="134.00 €", captured_at=TIME + timedelta(hours=1)), url=URL)
        assert outcome.kept
        assert "129.00 € → 134.00 €" in outcome.sentence
        first, second = archive.versions.of(URL)
        assert archive.visits.sentences([first.id, second.id]) == {second.id: outcome.sentence}
        assert archive.visits.of(URL)[0].sentence == outcome.sentence
        assert sentences_of(archive, [first])[first.id] == ""
