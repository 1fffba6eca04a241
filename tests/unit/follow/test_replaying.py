from followed_pages import news_page
from pagestrata.follow.replaying import replay
from pagestrata.follow.select import select_row


def test_blind_replay_finds_without_ids_and_answers_with_the_real_one():
    first = news_page(ids=True)
    later = [news_page(ids=True, price="98.00 €"), news_page(ids=True, banner=True)]
    answers = list(replay(first, select_row(first, css="#price"), later, blind=True))
    assert [found.id for found in answers] == ["price", "price"]
    assert [found.text for found in answers] == ["98.00 €", "99.00 €"]


def test_a_lost_block_has_no_id():
    first = news_page(ids=True)
    lost = next(replay(first, select_row(first, css=".shop"), [news_page(with_price=False)], blind=True))
    assert (lost.state, lost.id) == ("lost", None)
