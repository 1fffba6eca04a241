"""Signs of leaves: of all their text, or of the stretch that a named element holds.

What names of classes, ids and microdata call a place, in English, German, French and Spanish.
"""

from __future__ import annotations

import pytest

from builders import Spec, element, snapshot, words
from pagestrata.model.signs import SIGNS, Sign, Signs
from pagestrata.segmenting.contents import Contents, assign_owners
from pagestrata.segmenting.layout import Layout
from pagestrata.segmenting.signs import RELATIONS, ROLES, TAGS, signs_in_label, signs_in_names


def text(content: str) -> Spec:
    return words(content, (0.0, 0.0, 60.0, 16.0))


def box(tag: str, *children: Spec, **attributes: str) -> Spec:
    named = {name.replace("_", "-").removesuffix("-"): value for name, value in attributes.items()}
    return element(tag, (0.0, 0.0, 400.0, 400.0), *children, attributes=named)


def signs_of(*children: Spec, leaf: int = 1) -> Signs:
    """Of the row that comes first in the body."""
    layout = Layout.of(snapshot(box("html", *children, box("p", text("Something else. " * 40)))))
    found = Contents(layout, assign_owners(layout, [(leaf,)]), 1)
    return found.signs(0, (leaf,))


def test_an_element_around_all_text_of_a_leaf_names_the_whole() -> None:
    assert signs_of(box("div", text("Boots"), box("b", text("120")), class_="related-products")) == (Sign("related"),)


def test_an_element_above_the_leaf_names_it_too() -> None:
    assert signs_of(box("div", box("ul", text("Boots")), class_="related"), leaf=2) == (Sign("related"),)


def test_an_element_inside_names_its_stretch() -> None:
    views = box("span", text("1 204"), class_="view-count")
    assert signs_of(box("p", text("Mori"), views, text("kelu"))) == (Sign("counter", 5, 10),)


def test_microdata_roles_relations_and_labels_name_places() -> None:
    assert signs_of(box("p", text("12"), itemprop="price")) == (Sign("price"),)
    assert signs_of(box("p", text("12:01"), role="timer")) == (Sign("clock"),)
    assert signs_of(box("a", text("Boots"), rel="nofollow sponsored")) == (Sign("advert"),)
    assert signs_of(box("div", text("Boots"), aria_label="You may also like")) == (Sign("related"),)
    assert signs_of(box("nav", text("Home"))) == (Sign("navigation"),)


def test_what_holds_most_of_the_page_says_nothing_of_its_parts() -> None:
    page = box("div", box("p", text("A long story. " * 100)), class_="price related")
    assert signs_of(page, leaf=2) == ()


def test_a_leaf_without_text_has_the_signs_around_it() -> None:
    banner = element("img", (0.0, 0.0, 300.0, 250.0), attributes={"src": "x.png"})
    assert signs_of(box("ins", banner, class_="adsbygoogle"), leaf=2) == (Sign("advert"),)


@pytest.mark.parametrize(
    ("names", "sign"),
    [
        ("view-count", "counter"), ("viewCount", "counter"), ("viewcount", "counter"), ("VIEW_COUNT", "counter"),
        ("video__view-count--large", "counter"), ("userInteractionCount", "counter"), ("anzahl-aufrufe", "counter"),
        ("nb-vues", "counter"), ("contador-visitas", "counter"), ("comments-count", "counter"),
        ("last-updated", "updated"), ("dateModified", "updated"), ("letzte-aktualisierung", "updated"),
        ("mise-a-jour", "updated"), ("ultimaActualizacion", "updated"), ("clock", "clock"),
        ("ad-slot", "advert"), ("adsbygoogle", "advert"), ("col-4 ad2", "advert"), ("werbung", "advert"),
        ("publicite", "advert"), ("publicidad", "advert"), ("AdSlot", "advert"),
        ("related-articles", "related"), ("meistgelesen", "related"), ("lire-aussi", "related"), ("mas_leidas", "related"),
        ("price", "price"), ("lowPrice", "price"), ("produkt-preis", "price"), ("prix", "price"), ("precio", "price"),
        ("availability", "availability"), ("verfuegbarkeit", "availability"), ("disponibilidad", "availability"),
        ("breadcrumbs", "breadcrumb"), ("fil-ariane", "breadcrumb"), ("datePublished", "published"),
    ],
)  # fmt: skip
def test_names_call_a_place_something(names: str, sign: str) -> None:
    assert sign in signs_in_names(names)


@pytest.mark.parametrize(
    "names",
    [
        "views-row", "views-field", "visitors-guide", "css-1ad3f", "kAdPqR", "sc-bdVaJa", "no-ads", "ad-free", "icon-clock",
        "fa fa-clock-o", "ad-hoc-committee", "counter", "votes", "sponsors", "col-md-8 text-muted", "x" * 200, "", "price-filter",
    ],
)  # fmt: skip
def test_names_that_mean_something_else_call_it_nothing(names: str) -> None:
    assert not signs_in_names(names) & {"advert", "related", "counter", "updated", "clock", "price", "availability"}


def test_the_longest_phrase_wins() -> None:
    assert signs_in_names("comment-count") == {"counter"}
    assert signs_in_names("stock-ticker") == {"ticker"}


def test_a_short_label_for_people_calls_a_place_something_and_a_sentence_does_not() -> None:
    assert signs_in_label("Related articles") == {"related"}
    assert not signs_in_label("Everything related to the price of this flat")


def test_only_signs_of_the_vocabulary_are_said() -> None:
    assert {*ROLES.values(), *TAGS.values(), *RELATIONS.values()} <= set(SIGNS)
