from itertools import combinations

from pagestrata.report.labels import MOST_STEPS, Labels


def test_a_label_goes_where_it_is_wanted_when_that_is_free():
    labels = Labels()
    assert labels.place(10, 20, 40, 14) == (10, 20)
    assert labels.place(10, 40, 40, 14) == (10, 40)
    assert labels.place(60, 20, 40, 14) == (60, 20)


def test_labels_for_the_same_place_do_not_cover_each_other():
    labels = Labels()
    places = [labels.place(60, 60, 40, 14) for _ in range(2 * MOST_STEPS - 1)]
    assert places[:3] == [(60, 60), (101, 60), (19, 60)]
    assert all(abs(a - c) >= 40 or abs(b - d) >= 14 for (a, b), (c, d) in combinations(places, 2))


def test_labels_stay_on_the_picture():
    labels = Labels(width=100)
    places = [labels.place(60, 60, 40, 14) for _ in range(3)]
    assert places == [(60, 60), (19, 60), (60, 74)]


def test_where_everything_is_taken_the_wanted_place_is_used():
    labels = Labels()
    for _ in range(3 * MOST_STEPS):
        last = labels.place(0, 0, 40, 14)
    assert last == (0, 0)
