from benchmarks.training.tune_found import GRID, Answer, chosen, shares


def answer(belief, *, is_right=True, is_gone=False):
    return Answer("a.test", True, belief, is_right, is_gone)


SURE = [answer(0.99) for _ in range(98)]


def test_the_lowest_threshold_that_keeps_both_promises_is_chosen():
    wrong = [answer(0.7, is_right=False) for _ in range(4)]
    gone = [answer(0.8, is_gone=True), *(answer(0.1, is_gone=True) for _ in range(9))]
    assert chosen(SURE, "near") == GRID[0]
    assert chosen([*SURE, *wrong], "near") == 0.71
    assert chosen([*SURE, *wrong, *gone], "near") == 0.81


def test_shares_of_answers():
    given = [*SURE, answer(0.9, is_right=False), answer(0.3), answer(0.95, is_gone=True), answer(0.2, is_gone=True)]
    wrong, right, gone = shares(given, 0.9)
    assert (round(wrong, 4), right, gone) == (round(1 / 99, 4), 0.98, 0.5)
