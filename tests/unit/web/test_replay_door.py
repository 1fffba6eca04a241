from pagestrata.replay.messages import ReplayRequest
from pagestrata.web.replay_door import ReplayDoor
from pagestrata.web.security.logins import add_user
from pagestrata.web.security.people import Role
from web_fixtures import NOW, web_context

ASKED = ReplayRequest(target="/web/2026/http://site.test/")


def test_tickets_are_asked_for_where_somebody_may_be_a_stranger(tmp_path):
    with web_context(tmp_path, empty=True) as open_to_all:
        assert ReplayDoor(lambda: open_to_all).admits("", ASKED)
        add_user(open_to_all.archive, "ada", "a long password", Role.ADMIN, now=NOW)
        assert not ReplayDoor(lambda: open_to_all).admits("", ASKED)
    with web_context(tmp_path / "other", empty=True, start_key="key") as context:
        door = ReplayDoor(lambda: context)
        assert not door.admits("", ASKED)
        assert not door.admits("guess", ASKED)
        assert door.admits(door.new_ticket(), ASKED)
