from pagestrata.model.percent import likelihood, percent


def test_a_space_stands_before_the_sign() -> None:
    assert [percent(share) for share in (0, 0.6, 0.954, 1)] == ["0 %", "60 %", "95 %", "100 %"]
    assert percent(0.0961, 1) == "9.6 %"


def test_probabilities_have_words() -> None:
    said = [likelihood(share) for share in (0.1, 0.5, 0.7, 0.9, 1.0)]
    assert said == ["hardly", "perhaps", "likely", "very likely", "almost surely"]
