import re
from datetime import UTC, datetime, timedelta

import pytest

from pagestrata.app.notifications import add_rule
from pagestrata.model.records import Visit
from pagestrata.store.people.accounts import AuditEntry
from pagestrata.web.app import ROUTERS
from pagestrata.web.views.settings import all_alerts, audit_line, settings_view
from web_fixtures import NOW, site_archive

AUDIT_WORDS_NOW = datetime(2026, 1, 5, tzinfo=UTC)


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
        first, second = all_alerts(archive)
    assert (first.about, first.when) == ("The harbour", "every change that matters")
    assert second.about == "tag sea"
    assert "secret" not in str(second)


def line(action, subject):
    return audit_line(AuditEntry(number=1, happened_at=AUDIT_WORDS_NOW, who="ada", action=action, subject=subject))


@pytest.mark.parametrize(
    ("subject", "what", "place"),
    [
        ("/compare/old/new/mark", "marked a change", "/compare/old/new"),
        ("/settings/tokens/t1/revoke", "revoked a token", "/settings/tokens"),
        ("/trails/aabb/remove", "stopped following a block", ""),
        ("/logout", "logged out", ""),
    ],
)
def test_what_was_done_on_a_screen_is_said_in_words_with_the_place_where_it_is_seen(subject, what, place):
    found = line("POST", subject)
    assert (found.who, found.what, found.place, found.request) == ("ada", what, place, f"POST {subject}")


def test_what_a_program_asked_for_stays_as_it_was():
    assert (line("DELETE", "/api/v1/watches/1").what, line("DELETE", "/users").place) == (
        "DELETE /api/v1/watches/1",
        "",
    )


def test_everything_that_can_be_changed_on_a_screen_has_words():
    paths = {route.path for router in ROUTERS for route in router.routes if "POST" in (route.methods or ())}
    screens = [path for path in paths if not path.startswith("/api/")]
    assert len(screens) > 20
    asked = {
        path: re.sub(r"\{\w+\}", "x", path.replace("/pages/{action}", "/pages/pause").replace("{action}", "test"))
        for path in screens
    }
    assert [path for path, example in asked.items() if line("POST", example).what.startswith("POST")] == []
