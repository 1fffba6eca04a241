import re
from datetime import UTC, datetime

import pytest

from pagestrata.store.people.accounts import AuditEntry
from pagestrata.web.routers import ROUTERS
from pagestrata.web.views.audit_words import audit_line

NOW = datetime(2026, 1, 5, tzinfo=UTC)


def line(action, subject):
    return audit_line(AuditEntry(number=1, happened_at=NOW, who="ada", action=action, subject=subject))


@pytest.mark.parametrize(
    ("subject", "what", "place"),
    [
        ("/compare/old/new/mark", "said whether a change mattered", "/compare/old/new"),
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
