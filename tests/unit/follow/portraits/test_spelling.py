from pagestrata.follow.portraits.spelling import LONGEST_SPELLED, runs_of


def test_words_that_are_written_a_little_differently_share_most_runs():
    one, other = runs_of("Video"), runs_of("VIDEOS!")
    assert len(one & other) / len(one) >= 0.75
    assert not runs_of("Cart") & runs_of("Help")


def test_a_text_without_spaces_holds_the_words_in_it():
    assert runs_of("注册") <= runs_of("登录/注册")


def test_long_texts_and_none_have_no_runs():
    assert runs_of("") == runs_of("long " * LONGEST_SPELLED) == frozenset()
