"""What names of classes, ids and microdata call a place, in English, German, French and Spanish."""

from __future__ import annotations

import pytest

from pagestrata.model.signs import SIGNS
from pagestrata.segmenting.sign_names import RELATIONS, ROLES, TAGS, signs_in_label, signs_in_names


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
