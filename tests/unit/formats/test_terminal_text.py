import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.formats.terminal_text import terminal_text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain words, Grüße, 東京, مرحبا, 👩‍👩‍👧\n\tnext", "plain words, Grüße, 東京, مرحبا, 👩‍👩‍👧\n\tnext"),
        ("\x1b]0;title\x07", "\\u001b]0;title\\u0007"),
        ("\x1b]52;c;cm0gLXJm\x1b\\", "\\u001b]52;c;cm0gLXJm\\u001b\\"),
        ("\x9b2J", "\\u009b2J"),
        ("over\rwritten\x08", "over\\u000dwritten\\u0008"),
        ("exe.\u202egpj", "exe.\\u202egpj"),
        ("\u2067left\u2069", "\\u2067left\\u2069"),
        ("\U000e0041", "\\udb40\\udc41"),
        ("\ud800", "\\ud800"),
    ],
)
def test_what_a_terminal_would_obey_is_made_visible(text: str, shown: str) -> None:
    assert terminal_text(text) == shown


@given(st.text())
def test_json_stays_the_same_json(text: str) -> None:
    assert json.loads(terminal_text(json.dumps(text, ensure_ascii=False))) == text


@given(st.text(st.characters(codec="utf-8")))
def test_nothing_to_obey_is_left(text: str) -> None:
    shown = terminal_text(text)
    assert not set(shown) & {
        chr(code) for code in (*range(9), *range(11, 32), *range(127, 160), *range(0x202A, 0x202F))
    }
