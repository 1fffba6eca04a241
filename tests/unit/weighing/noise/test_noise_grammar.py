import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.weighing.noise.noise_grammar import _IDENTIFIER, _MAY_BE_IDENTIFIER, KINDS, spans_of, telling_numbers


@pytest.mark.parametrize(
    ("text", "kind", "found"),
    [
        ("on 5 May 2026 we met", "date", "5 May 2026"),
        ("at 14:30 sharp", "clock", "14:30"),
        ("posted 3 minutes ago here", "age", "3 minutes ago"),
        ("has 1,234 views now", "counter", "1,234 views"),
        ("© 2026 Example", "copyright", "© 2026"),
        ("done in 0.23 seconds", "speed", "in 0.23 seconds"),
        ("Session 7c1e-99ab-4410", "identifier", "7c1e-99ab-4410"),
        ("join 2,100,000 happy users", "crowd", "2,100,000 happy users"),
        ("v $Id: a,v 1.2 2004/01/02 Exp $ x", "revision", "$Id: a,v 1.2 2004/01/02 Exp $"),
        ("2024年1月5日", "date", "2024年1月5日"),
    ],
)
def test_forms_are_found_with_their_place(text: str, kind: str, found: str) -> None:
    (span,) = spans_of(text)
    assert (span.kind, text[span.start : span.end].strip()) == (kind, found)


@given(st.text(max_size=300))
def test_spans_are_in_order_and_inside_the_text(text: str) -> None:
    spans = spans_of(text)
    assert spans == sorted(spans)
    assert all(0 <= span.start < span.end <= len(text) and span.kind in KINDS for span in spans)


def test_prices_scores_and_versions_are_telling() -> None:
    assert telling_numbers("Now $19.99, was 24,99 €, Rust 1.61.0, score 2:1, 5 % off") == [
        "$19.99", "24,99 €", "1.61.0", "score 2:1", "5 %",
    ]  # fmt: skip


def test_an_age_without_digits_is_found_in_a_long_text() -> None:
    text = f"{'word ' * 40}an hour ago {'word ' * 20}"
    assert [(span.kind, text[span.start : span.end]) for span in spans_of(text)] == [("age", "an hour ago")]


@given(st.text(alphabet=st.sampled_from("09af xzZ-.,/x\u0661\u017f\u212anodehst"), max_size=40))
def test_what_is_looked_at_for_identifiers_has_all_of_them(text: str) -> None:
    assert _MAY_BE_IDENTIFIER.search(text) or not _IDENTIFIER.search(text)


@pytest.mark.parametrize(
    "text", ["node-5", "0xff", "123456789", "7c1e-99ab", "deadbee5", "abcdefghijklmno1", "\u0661" * 9]
)
def test_identifiers_of_each_form_are_looked_at(text: str) -> None:
    assert _IDENTIFIER.search(text)
    assert _MAY_BE_IDENTIFIER.search(text)
