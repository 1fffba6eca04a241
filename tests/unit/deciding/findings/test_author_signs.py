"""What the author calls a place confirms noise and makes prices speak, in words that no table knows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from found_changes import block, found
from pagestrata.deciding.findings.author_signs import is_rotating_place
from pagestrata.deciding.findings.finding_record import speaking
from pagestrata.model.blocks import Block, Link
from pagestrata.model.signs import Sign


def called(text: str, name: str, stretch: str = "", **fields: object) -> Block:
    """A block of which a stretch, or the whole, is called something."""
    sign = Sign(name, text.index(stretch), text.index(stretch) + len(stretch)) if stretch else Sign(name)
    return replace(block(text, **fields), signs=(sign,))  # type: ignore[arg-type]


def kinds(old: Block, new: Block) -> list[str]:
    return [one.kind for one in speaking(found(old, new)) if one.chance > 0.5]


def why(old: Block, new: Block) -> set[str]:
    return {one.silent_because for one in found(old, new)}


def test_a_count_in_what_is_called_a_counter_is_noise_in_any_language() -> None:
    old, new = "Zomi velkat 318 peri mulu", "Zomi velkat 402 peri mulu"
    assert kinds(block(old), block(new)) == ["number"]
    assert why(called(old, "counter", "318"), called(new, "counter", "402")) == {"counter"}


@pytest.mark.parametrize(
    ("old", "new"), [("318 €", "402 €"), ("31 %", "40 %"), ("velkat pur", "velkat zom"), ("318 kg", "402 kg")]
)
def test_in_what_is_called_a_counter_other_things_than_counts_speak(old: str, new: str) -> None:
    assert kinds(called(f"Zomi {old}", "counter", old), called(f"Zomi {new}", "counter", new))


def test_a_count_beside_a_word_of_what_matters_speaks_whatever_it_is_called() -> None:
    old, new = "Deaths: 318", "Deaths: 402"
    assert kinds(called(old, "counter", "318"), called(new, "counter", "402")) == ["number"]


def test_a_counter_in_one_version_only_or_in_a_long_text_confirms_nothing() -> None:
    old, new = "Zomi velkat 318 peri", "Zomi velkat 402 peri"
    assert kinds(block(old), called(new, "counter", "402")) == ["number"]
    long = "velkat pur mulu zom karu felu " * 3
    assert kinds(called(f"{long} 318", "counter"), called(f"{long} 402", "counter")) == ["number"]


def test_a_date_in_what_is_called_updated_is_noise_with_the_word_beside_it() -> None:
    assert why(called("Keluv 31 Zomar", "updated"), called("Keluv 1 Peltar", "updated")) == {"clock"}
    assert kinds(called("Keluv zom", "updated"), called("Keluv pel", "updated"))


def test_a_clock_on_the_quarter_speaks() -> None:
    assert why(called("Keluv 14:32", "clock"), called("Keluv 15:07", "clock")) == {"clock"}
    assert kinds(called("Keluv 14:30", "clock"), called("Keluv 15:00", "clock")) == ["time"]


def test_items_rotate_in_what_is_called_related_and_made_of_links() -> None:
    old, new = (
        called(name, "related", links=(Link(name, f"http://a.test/{name[:3]}"),))
        for name in ("Velkat pur mulu", "Zomi karu felu")
    )
    assert why(old, new) == {"rotation"}
    assert why(old, called("Velkat pur mulu", "related")) == set()
    assert is_rotating_place(old)


def test_words_without_links_and_single_figures_speak_in_what_is_called_related() -> None:
    assert kinds(called("Velkat pur mulu", "related"), called("Zomi karu felu", "related"))
    old, new = (
        called(name, "related", links=(Link(name, "http://a.test/"),)) for name in ("Velkat pur 31", "Velkat pur 40")
    )
    assert kinds(old, new) == ["number"]


def test_what_is_called_a_price_speaks_even_in_small_print() -> None:
    old, new = (called(f"Velkat: {price}", "price", price, role="footer") for price in ("12,400", "12,450"))
    assert why(block(old.text, role="footer"), block(new.text, role="footer")) == {"counter"}
    assert kinds(old, new) == ["price"]


def test_availability_speaks_in_any_words() -> None:
    assert kinds(called("velkat", "availability"), called("zomi pur", "availability")) == ["availability"]


def test_a_price_among_what_is_related_says_nothing_more() -> None:
    old, new = (
        replace(called(name, "related", links=(Link(name, "http://a.test/"),)), signs=(Sign("related"), Sign("price")))
        for name in ("Velkat pur mulu 31", "Zomi karu felu 40")
    )
    assert why(old, new) == {"rotation"}
    assert not is_rotating_place(old)
