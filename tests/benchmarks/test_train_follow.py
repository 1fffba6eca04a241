from benchmarks.training.train_follow import renumbered


def test_counted_ids_are_no_truth_once_one_of_them_came_or_went():
    old = {"cb1": 4, "cb2": 6, "cb3": 8, "post-1374": 9, "menu0": 10, "menu1": 11}
    new = {"cb1": 4, "cb2": 6, "post-1374": 9, "menu0": 10, "menu1": 11}
    assert renumbered(old, new) == {"cb1", "cb2", "cb3"}
    assert renumbered(old, old) == set()
