"""What customers say, exchanged at each visit."""

from __future__ import annotations

import pytest

from pagestrata.weighing.noise.quotations import is_another_voice, is_exchanged_quotation, quotation_in


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"The nurses made me laugh every morning." - Joan', '"I felt safe from the first minute." - Peter'),
        ("“Arrived the next day and well packed.” Tom, Cardiff", "“A joy to use, never thinner.” Margaret, Leeds"),
        (
            "「紅葉を見ながらの露天風呂が最高でした。」（東京都・女性）",
            "「料理もおいしく、家族みんな大満足です。」（大阪府・男性）",
        ),
        ('"The faculty changed me." Sam R., class of 2019', '"I found my field at sea." Lena K., class of 2021'),
        ('"My children would not leave." Sanne uit Zwolle', '"The audio tour is worth it." Kees uit Breda'),
        ("★★★★★ Quickly delivered. (Joke, Assen)", "★★★★☆ Fine tea, the box was dented. (Wim, Goes)"),
        ("kinomaus: „Ganz große Bilder“ · vor 2 Std.", "popcorn_paul: „Etwas lang, aber schön“ · vor 1 Std."),
        ("« Un accueil vraiment chaleureux » Léa, Rennes", "« Nous reviendrons l'été prochain » Paul, Brest"),
    ],
)
def test_somebody_else_says_something_else(old: str, new: str) -> None:
    assert is_another_voice(quotation_in(old), quotation_in(new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("“We will not resign today.” The minister", "“I resign with immediate effect.” The minister"),
        ("“The bridge stays open.” Ann Lee", "The bridge is closed, says Ann Lee"),
        ("“The bridge stays open all winter.” Ann Lee", "“The bridge stays closed all winter.” Bo Ek"),
        ("“The bridge stays open all winter.”", "“Nobody knows what happens next.”"),
    ],
)
def test_the_word_of_one_person_that_changes_is_none(old: str, new: str) -> None:
    assert not is_another_voice(quotation_in(old), quotation_in(new))


def test_a_quotation_of_nobody_gives_way_to_another() -> None:
    assert is_exchanged_quotation("«Dzīve ir kā šokolādes kaste.»", "«Es vēl atgriezīšos.»")
    assert not is_exchanged_quotation("“The bridge stays open.”", "“The bridge stays closed.”")
    assert not is_exchanged_quotation("“The bridge stays open.”", "The mayor resigns today")
    assert not is_exchanged_quotation("“The bridge stays open.” Ann Lee", "“Nobody knows what comes.” Bo Ek")
