from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from compared_pages import URL, visited_archive
from pagestrata.web.context import WebContext
from web_fixtures import client_of, post


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with visited_archive(tmp_path) as archive, client_of(WebContext(archive=archive)) as made:
        yield made


def price_of(client: TestClient) -> tuple[str, str]:
    archive = client.app.state.context.archive
    version = archive.versions.latest(URL)
    return version.id, next(leaf.ref for leaf in archive.contents.tree(version).leaves() if "Ferry" in leaf.text)


def test_a_block_can_be_pointed_at_and_named_in_an_address(client: TestClient) -> None:
    version, price = price_of(client)
    assert "Nothing is chosen yet" in client.get(f"/pick/{version}").text
    shown = client.get(f"/pick/{version}?block={price}").text
    assert f'class="area is-picked" data-ref="{price}"' in shown
    assert "21.50" in shown
    assert "Ferry ticket: 24.00" in client.get(f"/pick/{version}/preview?block={price}").text
    assert client.get(f"/pick/{version}?block=9.9").status_code == 404
    assert client.get(f"/pick/{version}?correct=none").status_code == 404


def test_who_points_at_the_last_version_is_offered_the_oldest_that_has_the_block(client: TestClient) -> None:
    version, price = price_of(client)
    first = client.app.state.context.archive.versions.of(URL)[0]
    offer = f'<a href="/pick/{first.id}?block={price}">choose it on the version of'
    assert offer in client.get(f"/pick/{version}/preview?block={price}").text
    assert "choose it on the version of" not in client.get(f"/pick/{first.id}/preview?block={price}").text


def test_a_block_can_be_ignored_and_following_needs_a_browser(client: TestClient) -> None:
    version, price = price_of(client)
    assert post(client, f"/pick/{version}/ignore", {"block": price}).status_code == 303
    assert client.app.state.context.archive.watches.of(URL).settings.importance == {price: 0.0}
    refused = post(client, f"/pick/{version}/follow", {"block": price})
    assert refused.status_code == 400
    assert "cannot be visited from here" in refused.text
