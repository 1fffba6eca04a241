import pytest

from pagestrata.weighing.noise.rotating_labels import RANKED_LABEL, begins_with_label, ends_with_label, rotating_labels


@pytest.mark.parametrize(
    "label",
    [
        "Most read today:", "Random article:", "Anzeige", "Publicité", "Lo más leído", "Реклама", "广告", "Porada dnia", "Reklam",
        "推荐阅读", "Sponsor of the week:", "Le plus lu :", "הידעת?", "هل تعلم", "Wist je dat", "Editor's pick:",
        "What our customers say", "People are reading:", "اشتہار", "விளம்பரம்", "Het jy geweet?", "Vi anbefaler:", "იცით თუ არა",
        "Gardener of the moment:", "Aus dem Archiv:",
    ],
)  # fmt: skip
def test_labels_over_what_rotates(label: str) -> None:
    assert any(rotating_labels(f"News {label} Something"))


def test_a_label_may_stand_behind_an_article() -> None:
    assert any(rotating_labels("News\nLa frase del dia: poc a poc"))
    assert any(rotating_labels("The most read: ferries"))
    assert not any(rotating_labels("He knows the most read paper"))


def test_a_label_without_a_capital_opens_its_text() -> None:
    assert any(rotating_labels("most read: ferries"))
    assert not any(rotating_labels("the paper is most read in the north"))


@pytest.mark.parametrize(
    "text",
    [
        "The tip of the island", "He read most of it", "Sponsorship of the club", "a random walk",
        "Vaccination is recommended from the age of 60", "Ordre du jour", "Tagesordnung", "接种推荐给老人",
        "Advertising of tobacco is forbidden", "Werbung für Tabak ist verboten", "Wir empfehlen die Impfung ab 60",
        "Oglaševanje tobaka je prepovedano", "Vi anbefaler vaksine",
    ],
)  # fmt: skip
def test_plain_text_is_no_label(text: str) -> None:
    assert not any(rotating_labels(text))


def test_ranked_labels_stand_over_lists() -> None:
    assert RANKED_LABEL.search("Most read")
    assert not RANKED_LABEL.search("Tip of the day")


def test_a_heading_speaks_of_what_follows_and_a_whole_box_does_not() -> None:
    assert ends_with_label("Most read today")
    assert ends_with_label("广告")
    assert not ends_with_label("广告 秋季新款外套上市")
    assert not ends_with_label("Advertisement Fresh coffee at your door")
    assert begins_with_label("Sponsored: sleep better")


def test_member_states_are_no_newest_member() -> None:
    assert any(rotating_labels("Latest member: Jo"))
    assert not any(rotating_labels("Latest member states: France and Spain"))


@pytest.mark.parametrize("label", ["ΡΗΤΌ ΤΗΣ ΗΜΈΡΑΣ", "GÜNÜN FIKRASI", "İlginizi çekebilir", "Vidste du"])
def test_labels_of_the_table_are_known_in_capitals_too(label: str) -> None:
    assert {found.group() for found in rotating_labels(f"News\n{label}\nA story")} == {label}
