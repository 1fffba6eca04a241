import pytest

from archived_site import URL
from pagestrata.errors import UsageError
from pagestrata.web.views.retention import hold_rule, retention_view
from web_fixtures import NOW, site_archive

THIN = "thin 1h:1y"


def test_a_rule_says_what_it_would_drop_and_drops_nothing(tmp_path):
    with site_archive(tmp_path) as archive:
        shown = retention_view(archive, f" {THIN} ", now=NOW)
        assert (shown.held, shown.asked, shown.drops, shown.more_pages) == ("", THIN, 1, 0)
        (page,) = shown.pages
        assert (page.url, [version.id for version in page.versions]) == (URL, [archive.versions.of(URL)[1].id])
        assert len(archive.versions.of(URL)) == 3
        assert retention_view(archive, "", now=NOW).drops == 0
        assert retention_view(archive, "all", now=NOW).drops == 0
        with pytest.raises(UsageError, match="not a retention rule"):
            retention_view(archive, "some", now=NOW)


def test_a_rule_holds_only_when_no_more_goes_than_was_agreed_to(tmp_path):
    with site_archive(tmp_path) as archive:
        refused = hold_rule(archive, THIN, now=NOW, agreed=0)
        assert refused is not None
        assert refused.drops == 1
        assert archive.settings.get("keep") is None
        assert hold_rule(archive, THIN, now=NOW, agreed=1) is None
        assert retention_view(archive, "", now=NOW).held == THIN
        assert hold_rule(archive, "all", now=NOW, agreed=0) is None
        assert archive.settings.get("keep") is None


def test_of_a_large_archive_a_part_is_looked_at_and_it_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr("pagestrata.web.views.retention.MOST_VERSIONS", 2)
    with site_archive(tmp_path) as archive:
        shown = retention_view(archive, THIN, now=NOW)
        assert (shown.drops, shown.is_whole) == (1, False)
        assert retention_view(archive, "all", now=NOW).is_whole
        doomed = archive.upkeep.superfluous(THIN, now=NOW)
        whole = archive.upkeep.dry_run(THIN, now=NOW, most=100)
    assert whole.is_whole
    assert [one.id for one in whole.versions] == [version.id for version in doomed]
