from __future__ import annotations

import pytest

from pagestrata.cli.engine_options import open_engine
from pagestrata.engine import on_ray
from pagestrata.errors import UsageError


def test_an_address_without_ray_is_refused() -> None:
    with pytest.raises(UsageError, match="add --engine ray"), open_engine("local", "auto", None):
        pass


def test_processes_here_are_as_many_as_asked_for() -> None:
    with open_engine("local", None, 3) as engine:
        assert engine.capacity() == 3


def test_a_node_without_a_browser_is_named_and_gets_no_pages(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class TwoNodes:
        def init(self, **_given: object) -> None: ...

        def shutdown(self) -> None: ...

        def cluster_resources(self) -> dict[str, float]:
            return {"browser": 2.0, "CPU": 8.0}

        def nodes(self) -> list[dict[str, object]]:
            return [
                {"Alive": True, "NodeName": "well-equipped", "Resources": {"browser": 2.0, "CPU": 4.0}},
                {"Alive": True, "NodeName": "plain", "Resources": {"CPU": 4.0}},
                {"Alive": False, "NodeName": "gone", "Resources": {}},
            ]

    monkeypatch.setattr(on_ray, "_ray", TwoNodes)
    with open_engine("ray", "auto", None) as engine:
        assert engine.capacity() == 2
    said = capsys.readouterr().err
    assert "the node plain has no browser" in said
    assert "well-equipped" not in said
    assert "gone" not in said
