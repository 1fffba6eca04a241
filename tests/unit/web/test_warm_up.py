import sys
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from pagestrata.web.app import create_app
from pagestrata.web.templating import environment
from pagestrata.web.warm_up import warm_up
from web_fixtures import BASE, web_context


def test_templates_and_what_compares_are_loaded():
    warm_up()
    assert environment().cache is not None
    assert len(environment().cache) >= len(environment().list_templates())
    assert "pagestrata.store.history.contents" in sys.modules
    assert "rapidfuzz.distance" in sys.modules
    assert "PIL.WebPImagePlugin" in sys.modules


def test_no_route_is_left_to_the_first_who_comes_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with web_context(tmp_path) as context:
        app = create_app(context)
        warm_up(app)
        monkeypatch.setattr("fastapi.routing.get_dependant", None)  # whoever reads parameters now fails
        client = TestClient(app, base_url=BASE)
        assert [client.get(path).status_code for path in ("/", "/plan", "/api/v1/health", "/nowhere")] == [
            200,
            200,
            200,
            404,
        ]
