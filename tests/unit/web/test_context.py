import pytest

from pagestrata.errors import UsageError
from web_fixtures import web_context


def test_archived_content_has_an_origin_of_its_own(tmp_path):
    with web_context(tmp_path, replay_port=8081) as context:
        assert context.replay_origin(scheme="http", host="localhost") == "http://localhost:8081"
    with web_context(tmp_path / "b", replay_address="https://replay.test/") as context:
        assert context.replay_origin(scheme="http", host="localhost") == "https://replay.test"
    with web_context(tmp_path / "c", replay_port=None) as context:
        assert context.replay_origin(scheme="http", host="localhost") == ""


def test_without_a_session_nothing_is_visited(tmp_path):
    with web_context(tmp_path) as context, pytest.raises(UsageError, match="cannot be visited"):
        _ = context.visits
