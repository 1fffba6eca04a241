import numpy as np
import pytest

from followed_pages import news_page
from pagestrata.follow.portraits.first_round import DEPTH_WEIGHT, SIZE_WEIGHT, WEIGHTS, FirstRound
from pagestrata.follow.portraits.item_page import ItemPage
from pagestrata.follow.portraits.portrait import portrait_of
from pagestrata.follow.portraits.portrait_columns import Stack

OLD, NEW = ItemPage(news_page().nodes), ItemPage(news_page(banner=True, wrapped=True, price="1 €").nodes)
EVERY = [portrait_of(OLD, row) for row in OLD.candidates.tolist()]


@pytest.mark.parametrize("portraits", [EVERY[:1], EVERY])
def test_the_score_is_the_weighted_sum_of_the_columns(portraits):
    stack, count = Stack(portraits), len(NEW.candidates)
    found = FirstRound(stack, NEW)
    owner = np.repeat(np.arange(len(portraits)), count)
    place = np.tile(np.arange(count), len(portraits))
    columns = found.columns_at(owner, place)
    columns["sign"] = NEW.signature[NEW.candidates[place]] == stack.numbers["signature"][owner]
    sizes = NEW.log_elements[place] - np.log(stack.numbers["element_count"][owner] + 1.0)
    expected = SIZE_WEIGHT * np.abs(sizes) + DEPTH_WEIGHT * np.abs(columns["depth_step"])
    expected += sum(weight * columns[name] for name, weight in WEIGHTS.items())
    assert np.allclose(found.score.ravel(), expected, atol=1e-9)


def test_the_block_itself_has_the_highest_score_on_its_own_page():
    found = FirstRound(Stack(EVERY), OLD)
    assert (found.score.max(axis=1) == found.score.diagonal()).all()


def test_of_a_kind_that_a_block_had_nothing_of_the_best_has_nothing_either():
    price = next(one for one in EVERY if one.tag == OLD.tag_hash[OLD.nodes.row_at_path("body[1]/div[3]/p[2]")])
    assert price.count_of("link") == 0
    count = len(NEW.candidates)
    columns = FirstRound(Stack([price]), NEW).columns_at(np.zeros(count, np.intp), np.arange(count))
    has_link = columns["link_count"] > 0
    assert columns["link_kept"].tolist() == np.where(has_link, -1.0, 1.0).tolist()
    assert has_link.any()
