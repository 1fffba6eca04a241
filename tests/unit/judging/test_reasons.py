from judged_pages import block, page
from pagestrata.judging.findings import findings_of
from pagestrata.judging.reasons import reasons_of, sentence_of


def sentences(old: str, new: str, *, kept: bool = True) -> list[str]:
    found = findings_of(page(block("1", *old.split("\n"))), page(block("1", *new.split("\n")), hours=0.5))
    return [str(reason) for reason in reasons_of(found, kept=kept)]


def test_hours_are_told_as_hours() -> None:
    found = findings_of(page(block("1", "Opening hours 9-17")), page(block("1", "Opening hours 9-18")))
    assert sentence_of(found[0]) == "the number changed from 17 to 18 in the article"


def test_a_long_text_is_quoted_in_short() -> None:
    assert sentences("a", f"a\n{'word ' * 100}")[0].endswith("…'")


def test_nothing_changed() -> None:
    assert [str(reason) for reason in reasons_of([], kept=False)] == ["Skipped: no visible change"]
