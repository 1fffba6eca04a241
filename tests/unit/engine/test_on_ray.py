"""What can be said without a cluster; the rest is in tests/contracts/test_engines.py."""

from __future__ import annotations

import socket
import stat
import sys
from pathlib import Path

import pytest

from engine_work import never_opens
from pagestrata.engine import on_ray
from pagestrata.engine.on_ray import RayEngine, _Worker, keep_token_private
from pagestrata.errors import UsageError


def test_without_the_extra_the_way_to_install_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UsageError, match=r"pip install 'pagestrata\[ray\]'"):
        RayEngine("auto")


def test_a_node_with_another_version_is_refused_and_named() -> None:
    worker = _Worker(never_opens, ("0.0.1", "3.11"))
    with pytest.raises(UsageError, match=r"the node .* has Pagestrata and Python .*, this program 0.0.1 and 3.11"):
        worker.open()


def test_an_address_where_no_cluster_is_names_the_ways_out(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoCluster:
        def init(self, **_given: object) -> None:
            raise ConnectionError("Could not find any running Ray instance.\nMore lines")

    monkeypatch.setattr(on_ray, "_ray", NoCluster)
    with pytest.raises(
        UsageError, match=r"no Ray cluster at 'auto' .*running Ray instance.; start one with .*--address local"
    ):
        RayEngine("auto").__enter__()


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_an_address_where_nobody_listens_is_refused_at_once(monkeypatch: pytest.MonkeyPatch, scheme: str) -> None:
    class NeverAsked: ...

    monkeypatch.setattr(on_ray, "_ray", NeverAsked)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(UsageError, match=r"no Ray cluster answers .*; check the address, that its head runs"):
        RayEngine(f"{scheme}127.0.0.1:{port}").__enter__()


def test_a_cluster_without_a_browser_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoBrowser:
        is_up = True

        def init(self, **_given: object) -> None: ...

        def cluster_resources(self) -> dict[str, float]:
            return {"CPU": 8.0}

        def shutdown(self) -> None:
            NoBrowser.is_up = False

    monkeypatch.setattr(on_ray, "_ray", NoBrowser)
    with pytest.raises(UsageError, match="no node of the cluster offers the resource 'browser'"):
        RayEngine("auto").__enter__()
    assert not NoBrowser.is_up


def test_a_token_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    file = tmp_path / ".ray" / "auth_token"
    keep_token_private({"HOME": str(tmp_path)})
    token = file.read_text()
    assert len(token) == 64
    file.chmod(0o644)
    keep_token_private({"HOME": str(tmp_path)})
    assert (file.read_text(), stat.S_IMODE(file.stat().st_mode)) == (token, 0o600)


def test_a_token_that_was_given_is_left_alone(tmp_path: Path) -> None:
    keep_token_private({"HOME": str(tmp_path), "RAY_AUTH_TOKEN": "of the person"})
    assert list(tmp_path.iterdir()) == []
    keep_token_private({"HOME": str(tmp_path), "RAY_AUTH_TOKEN_PATH": str(tmp_path / "elsewhere")})
    assert [one.name for one in tmp_path.iterdir()] == ["elsewhere"]
