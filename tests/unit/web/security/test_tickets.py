from datetime import timedelta

from pagestrata.web.security.tickets import HOURS, Tickets
from web_fixtures import NOW


def tickets(hours: float = 0, key: bytes = b"key") -> Tickets:
    return Tickets(key=key, clock=lambda: NOW + timedelta(hours=hours))


def test_a_ticket_is_good_for_some_hours_and_for_this_server():
    ticket = tickets().new()
    assert tickets().is_valid(ticket)
    assert tickets(0.5).new() == ticket
    assert tickets(HOURS - 1).is_valid(ticket)
    assert not tickets(HOURS + 1).is_valid(ticket)
    assert not tickets(key=b"other").is_valid(ticket)


def test_what_is_no_ticket_is_refused():
    for written in ("", "-", "x-y", "ffffffffffff-0", tickets().new()[:-1], "\ud800-\ud800"):
        assert not tickets().is_valid(written)
