from benchmarks.training.tune_found import GRID, Answer, Choice, chosen, shares
from pagestrata.follow.states import THRESHOLDS, PositionWeights


def answer(belief, *, is_right=True, is_gone=False, kept=1.0, by_rule=False):
    return Answer("a.test", kept, belief, is_right, is_gone, by_rule)


SURE = [answer(0.99) for _ in range(90)]
FAR_SURE = [answer(0.99, kept=0.5) for _ in range(90)]


def test_shares_of_answers():
    given = [*SURE, answer(0.9, is_right=False), answer(0.3), answer(0.95, is_gone=True), answer(0.2, is_gone=True)]
    wrong, right, gone = shares(given, [each.belief >= 0.9 for each in given])
    assert (round(wrong, 4), round(right, 4), gone) == (round(1 / 91, 4), round(90 / 92, 4), 0.5)


def test_a_wrong_answer_costs_as_much_as_five_right_ones():
    wrong = answer(0.75, is_right=False, kept=0.5)
    right = [answer(0.73, kept=0.5) for _ in range(6)]
    assert chosen([*FAR_SURE, wrong, *right]).far <= 0.73
    assert chosen([*FAR_SURE, wrong, *right[:4]]).far > 0.75


def test_near_and_far_versions_have_their_own_thresholds():
    near = [*SURE, *(answer(0.72) for _ in range(50))]
    far = [answer(0.8, is_right=False, kept=0.7) for _ in range(8)]
    found = chosen([*near, *FAR_SURE, *far])
    assert found.near <= 0.72
    assert found.far > 0.8
    assert found.is_found(near[-1])
    assert not found.is_found(far[-1])


def test_a_far_version_never_asks_for_less_than_a_near_one():
    near = [*SURE, *(answer(0.9, is_right=False) for _ in range(9))]
    found = chosen([*near, *FAR_SURE, *(answer(0.72, kept=0.5) for _ in range(4))])
    assert found.far >= found.near > 0.9


def test_of_thresholds_that_are_worth_the_same_the_middle_is_taken():
    found = chosen([*SURE, answer(0.8, is_gone=True), answer(0.8, is_gone=True, kept=0.5), *FAR_SURE])
    assert 0.85 <= found.near <= found.far <= 0.97


def test_what_a_rule_found_is_found_at_any_threshold():
    wrong = [answer(0.3, is_right=False, by_rule=True) for _ in range(50)]
    assert chosen([*SURE, *FAR_SURE, *wrong]) == chosen([*SURE, *FAR_SURE])
    assert Choice(GRID[-1], GRID[-1]).is_found(wrong[0])


def test_a_choice_as_thresholds_of_the_follower():
    position = PositionWeights(base=-1.0)
    limits = Choice(0.8, 0.9).limits(position)
    assert limits.state_of(0.85) == "found"
    assert limits.on_page(0.1).state_of(0.85) == "uncertain"
    assert limits.position == position
    assert limits.lost_below == THRESHOLDS.lost_below
