from builders import Spec, element, table, words
from pagestrata.follow.portraits.accessible_names import AccessibleNames

BOX = (0, 0, 100, 20)


def names_of(*children: Spec) -> tuple[AccessibleNames, dict[str, int], int]:
    nodes = table(element("html", BOX, element("body", BOX, *children)))
    rows = {own["class"]: row for row, own in enumerate(nodes.attributes) if "class" in own}
    return AccessibleNames(nodes), rows, len(nodes)


def made(tag: str, *children: Spec, **attributes: str) -> Spec:
    named = {name.replace("_", "-").rstrip("-"): value for name, value in attributes.items()}
    return element(tag, BOX, *children, attributes=named)


def test_names_are_asked_for_in_the_order_of_browsers():
    names, rows, _ = names_of(
        made("p", words("Price in euro", BOX), id="label"),
        made("button", words("x", BOX), class_="pointed", aria_labelledby="label", aria_label="other"),
        made("button", words("x", BOX), class_="labelled", aria_label="Close"),
        made("button", words("Send", BOX), class_="worded", title="Send it"),
        made("a", class_="titled", title="Home"),
        made("div", class_="nothing"),
    )
    said = {kind: names.name_of(row) for kind, row in rows.items()}
    assert said == {"pointed": "Price in euro", "labelled": "Close", "worded": "Send", "titled": "Home", "nothing": ""}


def test_fields_pictures_and_figures_are_named_by_their_tags():
    names, rows, _ = names_of(
        made("label", words("Your name", BOX), for_="who"),
        made("input", class_="for", id="who", placeholder="name"),
        made("label", words("Town", BOX), made("input", class_="around")),
        made("input", class_="button", type="submit", value="Search"),
        made("input", class_="hint", placeholder="Type here"),
        made("img", class_="picture", alt="A boot"),
        made("figure", made("figcaption", words("Figure one", BOX)), class_="figure"),
    )
    said = {kind: names.name_of(row) for kind, row in rows.items()}
    assert said == {
        "for": "Your name", "around": "Town", "button": "Search", "hint": "Type here", "picture": "A boot",
        "figure": "Figure one",
    }  # fmt: skip


def test_elements_without_words_are_called_by_what_is_left():
    names, _, count = names_of(
        made("input", name="q", type="search"),
        made("input", name="csrf", type="hidden", value="1234"),
        made("input", name="secret", type="password", value="1234"),
        made("input", type="text", value="Berlin"),
        made("svg", aria_label="Menu"),
        made("div", class_="empty"),
    )
    assert [name for _, name in names.without_words(range(1, count))] == ["q", "secret", "Berlin", "Menu"]


def test_a_reference_to_nothing_is_no_name():
    names, rows, _ = names_of(made("a", class_="lost", aria_labelledby="nowhere"))
    assert names.name_of(rows["lost"]) == ""
