import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from fastapi.testclient import TestClient

from compared_pages import URL, visited_archive
from pagestrata.store.archive import Archive, open_archive
from pagestrata.web.context import WebContext
from regrouped_pages import keep_regrouped
from web_fixtures import client_of, post


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with visited_archive(tmp_path) as opened:
        yield opened


@pytest.fixture
def client(archive: Archive) -> Iterator[TestClient]:
    with client_of(WebContext(archive=archive, replay_port=8081)) as made:
        yield made


def address(archive: Archive, old: int = 2, new: int = 3, more: str = "") -> str:
    versions = archive.versions.of(URL)
    return f"/compare/{versions[old].id}/{versions[new].id}{more}"


def test_changes_are_told_in_words_beside_both_pictures(archive: Archive, client: TestClient) -> None:
    shown = client.get(address(archive)).text
    assert "<del>21.50</del><ins>24.00</ins>" in shown
    assert "Folded: only the clock changed." in shown
    assert shown.count("/picture/0.jpg") == 2
    assert 'data-change="1"' in shown
    assert "style=" not in shown


def test_the_change_that_is_looked_at_next_is_ready(
    archive: Archive, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.get(address(archive, 0, 1))
    monkeypatch.delattr("pagestrata.web.views.comparison.compare_archived")  # nothing more can be compared
    assert client.get(address(archive, 1, 2)).status_code == 200


def test_a_split_a_merge_and_a_move_are_named_marked_and_drawn(tmp_path: Path) -> None:
    with open_archive(tmp_path / "archive") as archive, client_of(WebContext(archive=archive)) as client:
        old, new = keep_regrouped(archive)
        shown = client.get(f"/compare/{old.id}/{new.id}").text
    arrows = re.findall(r'class="arrow arrow--(\w+)" data-change="(\d)"', shown)
    assert sorted(kind for kind, _ in arrows) == ["merge", "merge", "move", "split", "split"]
    before, after = (shown.split(f'class="marks marks--{side}"')[1].split('class="marks')[0] for side in ("old", "new"))
    marks = [Counter(re.findall(r"mark--(move|split|merge)", side)) for side in (before, after)]
    assert marks == [{"move": 1, "merge": 2, "split": 1}, {"move": 1, "merge": 1, "split": 2}]
    assert all(f"1 {word}" in shown for word in ("moved", "divided", "joined"))
    joined = re.findall(r"joined</span> <bdi><del>(.*?)</del><ins>(.*?)</ins>", shown)
    assert joined
    assert not any(re.search(r"\d+\.\d+: ", words) for pair in joined for words in pair)


@pytest.mark.parametrize("mode", ["side", "slider", "overlay", "blink"])
def test_every_way_to_look_has_an_address(archive: Archive, client: TestClient, mode: str) -> None:
    answer = client.get(address(archive, more=f"?mode={mode}&change=2&op=update&show=all"))
    assert answer.status_code == 200
    assert f'data-mode="{mode}"' in answer.text
    assert re.search(r'class="change change--update is-selected" id="change-2"', answer.text)
    assert 'id="change-1"' not in answer.text


def test_any_two_versions_can_be_chosen(archive: Archive, client: TestClient) -> None:
    versions = archive.versions.of(URL)
    chosen = client.get("/compare", params={"old": versions[0].id, "new": versions[3].id})
    assert chosen.headers["location"] == address(archive, 0, 3)
    assert client.get(address(archive, 3, 0)).status_code == 200
    assert client.get(f"/compare/{versions[0].id}/20260102030405-999").status_code == 404
    assert "No visible changes" in client.get(address(archive, 1, 1)).text


def test_a_mark_becomes_a_training_pair_and_can_be_taken_back(archive: Archive, client: TestClient) -> None:
    answer = post(client, address(archive, more="/mark"), {"verdict": "noise", "back": "mode=blink&change=2"})
    assert answer.headers["location"] == address(archive, more="?mode=blink&change=2")
    assert [word.verdict for word in archive.feedback.all()] == ["noise"]
    assert "You said: <strong>noise</strong>" in client.get(address(archive)).text
    post(client, address(archive, more="/mark"), {"verdict": "nothing"})
    assert archive.feedback.all() == []
    assert post(client, address(archive, more="/mark"), {"verdict": "<b>"}).status_code in {400, 422}


def test_what_the_program_thinks_of_a_mark_stands_apart_from_what_can_be_done(
    archive: Archive, client: TestClient
) -> None:
    post(client, address(archive, more="/mark"), {"verdict": "noise"})
    assert re.search(
        r"Pagestrata had judged (the same|differently)\. <a ", " ".join(client.get(address(archive)).text.split())
    )


def test_each_change_is_marked_by_itself(archive: Archive, client: TestClient) -> None:
    path = address(archive, more="/mark")
    shown = client.get(address(archive)).text
    blocks = re.findall(r'data-change="\d+" data-block="([^"]+)"', shown)
    assert len(blocks) > 1
    post(client, path, {"verdict": "mattered", "block": blocks[0], "back": "change=1"})
    marked = client.get(address(archive)).text
    assert marked.count('<span class="tag">mattered</span>') == 1
    assert "You said: <strong>this mattered</strong>" in marked
    post(client, path, {"verdict": "nothing", "block": blocks[0]})
    assert archive.feedback.all() == []
    assert post(client, path, {"verdict": "noise", "block": "9.9"}).status_code == 404


def test_a_block_is_never_told_about_again_until_somebody_asks(archive: Archive, client: TestClient) -> None:
    price = next(
        leaf.ref for leaf in archive.contents.tree(archive.versions.of(URL)[3]).leaves() if "Ferry" in leaf.text
    )
    answer = post(client, address(archive, more="/ignore"), {"block": price, "back": "change=1&mode=slider"})
    place = parse_qs(urlsplit(answer.headers["location"]).query)
    assert (place["mode"], place["hushed"]) == (["slider"], [price])
    shown = client.get(answer.headers["location"]).text
    assert f'id="change-{place["change"][0]}" data-change="{place["change"][0]}" data-block="{price}"' in shown
    assert "are now ignored." in shown
    watch = archive.watches.of(URL)
    assert watch is not None
    assert (watch.settings.importance, watch.settings.paused) == ({price: 0.0}, True)
    assert "Folded: only what you muted changed." in client.get(address(archive)).text
    undone = post(client, address(archive, more="/ignore"), {"block": price, "heed": "true"})
    assert "count again." in client.get(undone.headers["location"]).text
    assert archive.watches.of(URL).settings.importance == {}


def test_what_ignoring_a_block_would_change_is_said_before(archive: Archive, client: TestClient) -> None:
    price = next(
        leaf.ref for leaf in archive.contents.tree(archive.versions.of(URL)[3]).leaves() if "Ferry" in leaf.text
    )
    shown = client.get(address(archive, more=f"/effect?block={price}")).text
    assert "1 of the last 3 versions would be decided differently." in shown
    assert "skipped, not kept" in shown


def test_blocks_are_linked_and_the_delta_can_be_taken_along(archive: Archive, client: TestClient) -> None:
    assert [0, 240, 800, 100, 0, 360, 800, 100] in client.get(address(archive, more="/pairs.json")).json()
    delta = client.get(address(archive, more="/delta.xml"))
    assert delta.headers["content-disposition"].endswith('.videlta.xml"')
    assert b"24.00" in delta.content


def test_a_page_cannot_put_markup_or_control_characters_on_the_screen(tmp_path: Path) -> None:
    from archives import keep
    from pagestrata.store.archive import open_archive

    with open_archive(tmp_path / "other") as archive:
        old = keep(archive, "plain words", title="</title><script>alert(1)</script>")
        new = keep(archive, "<img src=x onerror=alert(1)> \u202e evil \x07 {{ 7*7 }}", hours=1)
        with client_of(WebContext(archive=archive)) as client:
            shown = client.get(f"/compare/{old.id}/{new.id}").text
    assert "<img src=x" not in shown
    assert "&lt;img src=x onerror=alert(1)&gt;" in shown
    assert "\u202e" not in shown
    assert "{{ 7*7 }}" in shown
    assert "<script>alert" not in shown


def test_what_learning_would_change_is_shown_and_can_be_done(archive: Archive, client: TestClient) -> None:
    assert client.get(address(archive, more="/learning")).status_code == 404
    post(client, address(archive, more="/mark"), {"verdict": "noise"})
    assert "Pagestrata had judged differently." in client.get(address(archive)).text
    assert "With your marks" in client.get(address(archive, more="/learning")).text
    assert post(client, address(archive, more="/learn")).headers["location"] == address(archive)
    assert archive.watches.of(URL).settings.model
