from benchmarks.training.tune_found import GRID, NEAR_FROM, Answer, Choice, chosen, lowest, shares


def answer(belief, *, is_right=True, is_gone=False, kept=1.0):
    return Answer("a.test", kept, belief, is_right, is_gone)


SURE = [answer(0.99) for _ in range(98)]


def test_the_lowest_threshold_that_keeps_both_promises_is_chosen():
    wrong = [answer(0.7, is_right=False) for _ in range(4)]
    gone = [answer(0.8, is_gone=True), *(answer(0.1, is_gone=True) for _ in range(9))]
    assert lowest(SURE) == GRID[0]
    assert lowest([*SURE, *wrong]) == 0.71
    assert lowest([*SURE, *wrong, *gone]) == 0.81


def test_shares_of_answers():
    given = [*SURE, answer(0.9, is_right=False), answer(0.3), answer(0.95, is_gone=True), answer(0.2, is_gone=True)]
    wrong, right, gone = shares(given, [each.belief >= 0.9 for each in given])
    assert (round(wrong, 4), right, gone) == (round(1 / 99, 4), 0.98, 0.5)


def test_near_and_far_versions_are_told_apart_where_that_finds_more():
    near = [*SURE, *(answer(0.6) for _ in range(50))]
    far = [answer(belief, is_right=belief > 0.9, kept=0.7) for belief in [0.99, 0.95, 0.92] + [0.8] * 8]
    found = chosen([*near, *far])
    assert found == Choice(NEAR_FROM[1], GRID[0], 0.81)
    assert found.is_found(near[-1])
    assert not found.is_found(far[-1])
