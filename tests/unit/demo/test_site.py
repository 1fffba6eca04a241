import re
from itertools import pairwise

import pytest

from pagestrata.capturing.http.fetch import fetch
from pagestrata.demo.site import SCENARIO, ChangingSite
from pagestrata.model.fetched import Fetched


def get(site: ChangingSite, path: str = "", **options: str) -> Fetched:
    return fetch(site.url + path, allow_private=True, **options)  # type: ignore[arg-type]


def test_the_front_page_and_all_that_it_shows_are_served(changing_site: ChangingSite) -> None:
    page = get(changing_site)
    assert page.status == 200
    assert "Ferry line returns" in page.body.decode()
    shown = re.findall(r'(?:src|rel="stylesheet" href)="/([^"]+)"', page.body.decode())
    assert len(shown) == 4
    assert {get(changing_site, path).status for path in shown} == {200}
    assert changing_site.requests[0] == "/"


def test_the_fares_are_a_table_that_changes(changing_site: ChangingSite) -> None:
    assert "<td>Car with driver</td><td>38 €</td><td>64 €</td>" in get(changing_site, "fares").body.decode()
    changing_site.apply("dearer fares")
    assert "<td>Car with driver</td><td>39 €</td><td>66 €</td>" in get(changing_site, "fares").body.decode()
    changing_site.apply("no cars")
    assert "Car" not in get(changing_site, "fares").body.decode()


@pytest.mark.parametrize("design", ["classic", "modern"])
@pytest.mark.parametrize("path", ["article/ferry", "shop"])
def test_other_pages(changing_site: ChangingSite, path: str, design: str) -> None:
    changing_site.state.design = design
    assert get(changing_site, path).status == 200
    assert f"/{design}.css" in get(changing_site, path).body.decode()


def test_without_a_change_the_answer_is_not_modified(changing_site: ChangingSite) -> None:
    first = get(changing_site)
    assert get(changing_site, etag=first.etag or "").not_modified
    assert get(changing_site, last_modified=first.last_modified or "").not_modified
    assert get(changing_site).body == first.body


def test_after_a_change_the_answer_is_new(changing_site: ChangingSite) -> None:
    first = get(changing_site)
    changing_site.state.ad = 3
    second = get(changing_site, etag=first.etag or "")
    assert (second.status, second.not_modified) == (200, False)
    assert "/ads/3.svg" in second.body.decode()
    third = get(changing_site, last_modified=first.last_modified or "")
    assert third.status == 200
    assert third.last_modified != first.last_modified


def test_an_image_is_swapped_behind_its_address(changing_site: ChangingSite) -> None:
    page, photo = get(changing_site).body, get(changing_site, "photo.png")
    changing_site.apply("swapped image")
    assert get(changing_site).body == page
    assert get(changing_site, "photo.png").body != photo.body
    assert get(changing_site, "photo.png").etag != photo.etag


@pytest.mark.parametrize(("change", "status"), [("not found", 404), ("server error", 500)])
def test_errors_on_command(changing_site: ChangingSite, change: str, status: int) -> None:
    changing_site.apply(change)
    assert get(changing_site).status == status
    changing_site.apply("restored")
    assert get(changing_site).status == 200


def test_missing_and_broken_pages(changing_site: ChangingSite) -> None:
    assert get(changing_site, "nothing-here").status == 404
    assert get(changing_site, "broken").status == 500
    assert get(changing_site, "ads/x.svg").status == 404


def test_an_unknown_change_is_a_key_error(changing_site: ChangingSite) -> None:
    with pytest.raises(KeyError):
        changing_site.apply("world peace")


def test_the_scenario_makes_a_dozen_versions(changing_site: ChangingSite) -> None:
    seen = []
    for name, make in changing_site.scenario():
        make()
        seen.append((name, get(changing_site).body, get(changing_site, "photo.png").body))
    assert len(seen) == len(SCENARIO) >= 12
    assert seen[0][1:] == seen[1][1:]
    for (_, *before), (name, *after) in pairwise(seen[1:]):
        assert before != after, name
    changing_site.reset()
    assert get(changing_site).body == seen[0][1]


def test_two_sites_run_side_by_side(changing_site: ChangingSite) -> None:
    with ChangingSite() as other:
        other.apply("price")
        assert other.url != changing_site.url
        assert "€ 20.90" in get(other).body.decode()
        assert "€ 18.50" in get(changing_site).body.decode()


def test_awkward_conditional_headers_are_ignored(changing_site: ChangingSite) -> None:
    assert get(changing_site, last_modified="yesterday or so").status == 200
    assert fetch(changing_site.url, allow_private=True, headers={"If-None-Match": "*"}).not_modified


def test_a_verse_by_lot_is_another_for_each_request(changing_site: ChangingSite) -> None:
    plain = get(changing_site).body
    changing_site.apply("verses by lot")
    assert len({plain, get(changing_site).body, get(changing_site).body}) == 3
    changing_site.apply("verses by lot")
    assert get(changing_site).body == plain


def test_the_counters_of_stories_rise_until_one_story_turns_round(changing_site: ChangingSite) -> None:
    first = changing_site.answer("/talk").body
    changing_site.apply("comments")
    second = changing_site.answer("/talk").body
    changing_site.apply("closed pier")
    assert b">545<" in first
    assert b">546<" in second
    assert b"closed until autumn" in changing_site.answer("/talk").body
    assert b"closed until autumn" not in second
