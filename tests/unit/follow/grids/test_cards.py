from benchmarks.plain_pages import plain_snapshot
from pagestrata.follow.grids.cards import all_cards, cards_around, read_cards
from pagestrata.follow.select import select_row

CARDS = "".join(
    f"<div class='card {'sale' if number == 1 else ''}'><h3>{name}</h3><p class=price>{number}0 €</p></div>"
    for number, name in enumerate(("Tent", "Lamp", "Boots"))
)
PAGE = plain_snapshot(f"<html><body><h1>Shop</h1><div>{CARDS}</div></body></html>")


def test_cards_are_siblings_of_the_same_kind():
    cards = cards_around(PAGE.nodes, select_row(PAGE, css=".sale .price"))
    assert len(cards) == 3
    assert cards in set(all_cards(PAGE.nodes))
    assert cards_around(PAGE.nodes, select_row(PAGE, css="h1")) == ()


def test_each_place_inside_is_a_column():
    found = read_cards(PAGE.nodes, cards_around(PAGE.nodes, select_row(PAGE, css=".sale .price")))
    assert found.slots == ("/h3", "/p.price")
    assert [found.text(line, 1) for line in range(3)] == ["00 €", "10 €", "20 €"]
    assert found.named_columns == {0}
