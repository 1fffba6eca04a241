from datetime import timedelta

from pagestrata.app.telling.notifications import add_rule
from pagestrata.model.records import Visit
from pagestrata.web.views.settings import rule_views, settings_view
from web_fixtures import NOW, site_archive


def test_other_thresholds_say_what_they_would_have_kept_last_month(tmp_path):
    with site_archive(tmp_path) as archive:
        for hours, probability in ((1, 0.2), (2, 0.5), (3, 0.9), (24 * 40, 0.9)):
            archive.record_visit(
                Visit(
                    url="http://site.test/",
                    visited_at=NOW - timedelta(hours=hours),
                    stage="quick",
                    version=None,
                    kept=False,
                    probability=probability,
                )
            )
        shown = settings_view(archive, now=NOW)
        assert (shown.threshold, shown.is_default_threshold, shown.judged, shown.kept) == (0.5, True, 3, 1)
        assert [point.kept for point in shown.curve if point.threshold in {0, 0.2, 0.45, 0.9}] == [3, 2, 2, 0]
        archive.settings.set("threshold", 0.1)
        assert settings_view(archive, now=NOW).kept == 3


def test_rules_are_shown_without_the_secrets_of_their_channels(tmp_path):
    with site_archive(tmp_path) as archive:
        add_rule(archive, "http://site.test/", channel="file:news.jsonl", now=NOW)
        add_rule(archive, "tag:sea", channel="json://user:secret@site.test", now=NOW - timedelta(hours=1))
        first, second = rule_views(archive)
    assert (first.subject, first.when) == ("The harbour", "every change that matters")
    assert second.subject == "tag sea"
    assert "secret" not in str(second)
