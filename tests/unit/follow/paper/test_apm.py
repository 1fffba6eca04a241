import numpy as np
import pytest

from builders import element, snapshot, words
from pagestrata.follow.page import page_of
from pagestrata.follow.paper.apm import AdaptiveModel, adjust_weights
from pagestrata.follow.paper.cpm import Candidates

PAGE = (0, 0, 800, 600)


def candidates(*similarities):
    return Candidates(rows=np.arange(len(similarities)), similarities=np.array(similarities, float))


def test_weights_of_the_papers_example():
    # Area and context cannot tell the sample from the others, the path can, the content says nothing.
    found = candidates([1.0, 1.0, 0.0, 1.0], [1.0, 0.6, 0.0, 1.0], [0.5, 0.3, 0.0, 1.0])
    assert adjust_weights(found, 0, (1.0, 1.0, 1.0, 1.0)) == pytest.approx((0.9, 1.1, 0.0, 0.9))


def test_algorithm_1_ends_when_the_sample_can_never_win():
    found = candidates([0.5, 0.5, 0.5, 0.5], [0.5, 0.5, 0.5, 0.5])
    assert adjust_weights(found, 0, (1.0, 1.0, 1.0, 1.0)) == pytest.approx((0.8, 0.8, 0.8, 0.8))


def test_a_pattern_that_prefers_others_loses_weight_until_the_sample_wins():
    found = candidates([0.2, 1.0, 0.0, 0.0], [1.0, 0.5, 0.0, 0.0])
    area, path, content, context = adjust_weights(found, 0, (1.0, 1.0, 1.0, 1.0))
    assert area < 1.0 < path
    assert content == context == 0.0
    assert 0.2 * area + path > area + 0.5 * path


def test_weights_stay_between_zero_and_two():
    found = candidates([1.0, 0.0, 0.1, 0.0], [0.0, 1.0, 1.0, 1.0])
    weights = adjust_weights(found, 0, (2.0, 0.05, 0.0, 1.0), rounds=200)
    assert all(0.0 <= weight <= 2.0 for weight in weights)


def test_a_lone_candidate_teaches_nothing():
    assert adjust_weights(candidates([1, 1, 1, 1]), 0, (1.0, 1.0, 1.0, 1.0)) == (1.0, 1.0, 1.0, 1.0)


def article(title, *, offset=0, extra=()):
    box = (10, 100 + offset, 400, 40)
    return page_of(
        snapshot(
            element(
                "html",
                PAGE,
                element(
                    "body",
                    PAGE,
                    *extra,
                    element("div", box, element("h2", box, words(title, box)), element("p", box, words("By us", box))),
                    element("div", (10, 300, 400, 40), words("Other", (10, 300, 400, 40))),
                ),
            )
        )
    )


def test_the_model_follows_a_block_that_moves_step_by_step():
    page = article("One")
    model = AdaptiveModel.of_row(page, 2)
    for number, title in enumerate(["One", "Two", "Three"]):
        banner = [element("div", (0, 0, 800, 20), words("News!", (0, 0, 800, 20)))] * (number > 0)
        page = article(title, offset=number * 15, extra=banner)
        row = model.find(page)
        assert page.nodes.text_of(row) == f"{title} By us"
        model = model.learned(page, row)
    assert model.patterns.path.similarity_to("body[1]/div[7]") == 1.0


def test_a_large_change_of_a_pattern_gives_an_alert():
    model = AdaptiveModel.of_row(article("One"), 2)
    other = article("One")
    assert model.learned(article("One"), 2).alerts == ()
    wrong = model.learned(other, other.nodes.row_at_path("body[1]/div[2]"))
    assert any("content pattern" in alert for alert in wrong.alerts)


def test_a_correction_starts_the_patterns_again():
    model = AdaptiveModel.of_row(article("One"), 2)
    page = article("Changed", offset=50)
    row = page.nodes.row_at_path("body[1]/div[2]")
    corrected = model.corrected(page, row)
    assert corrected.find(page) == row
    assert ("Other", "/div") in corrected.patterns.content.elements
