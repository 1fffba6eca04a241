"""The linear SVM: calibrated, not fooled by wrong labels, and open to a person's own marks."""

import numpy as np

from pagestrata.deciding.learning.svm import fit, out_of_fold_scores, platt

NAMES = ("words changed", "words added")


def examples(count: int = 80) -> tuple[np.ndarray, np.ndarray]:
    """The first feature says it all; the second says nothing."""
    random = np.random.default_rng(3)
    table = random.random((count, 2))
    return table, table[:, 0] > 0.5


def accuracy(table: np.ndarray, labels: np.ndarray, truth: np.ndarray, counts: np.ndarray | None = None) -> float:
    model, _ = fit(table, labels, NAMES, keep=2, counts=counts)
    said = np.array([model.score(dict(zip(NAMES, row, strict=True))) > 0 for row in table.tolist()])
    return float((said == truth).mean())


def test_wrong_labels_far_from_the_border_do_not_move_it() -> None:
    table, truth = examples()
    labels = truth.copy()
    labels[np.argsort(-table[:, 0])[:4]] = False  # the four largest changes are called similar
    assert accuracy(table, truth, truth) > 0.95
    assert accuracy(table, labels, truth) > 0.95


def test_examples_that_count_more_than_once_are_never_left_out() -> None:
    table, truth = examples()
    marks = np.array([[0.9, 0.5]] * 6)
    labels = np.append(truth, [False] * 6)
    whole = np.vstack([table, marks])

    def score(counts: np.ndarray) -> float:
        model, _ = fit(whole, labels, NAMES, keep=2, counts=counts)
        return model.score(dict(zip(NAMES, (0.9, 0.5), strict=True)))

    assert score(np.append(np.ones(80), [8.0] * 6)) < score(np.ones(86)) - 0.2


def test_the_best_features_are_kept() -> None:
    table, truth = examples()
    model, chosen = fit(table, truth, NAMES, keep=1)
    assert chosen == ("words changed",)
    assert [term.name for term in model.terms] == ["words changed"]


def test_a_table_without_any_signal_still_gives_a_model() -> None:
    model, chosen = fit(np.zeros((6, 2)), np.array([True, False] * 3), NAMES, keep=2)
    assert len(chosen) == 1
    assert model.score(dict.fromkeys(NAMES, 0.0)) == model.bias


def test_a_site_is_judged_by_the_others() -> None:
    table, truth = examples(40)
    sites = np.array(["a", "b"] * 20)
    scores = out_of_fold_scores(table, truth, sites, NAMES, keep=2)
    assert ((scores > 0) == truth).mean() > 0.9
    lonely = out_of_fold_scores(table[:4], np.array([True, True, False, False]), np.array(list("aabb")), NAMES, keep=2)
    assert lonely.tolist() == [-1.0, -1.0, 1.0, 1.0]  # only one label was left to learn from


def test_calibration_follows_the_scores() -> None:
    scores = np.linspace(-3, 3, 60)
    labels = scores + np.tile([-0.8, 0.8], 30) > 0
    slope, offset = platt(scores, labels)
    assert slope > 0
    assert abs(offset) < 0.5
    assert platt(-scores, labels) == (1.0, 0.0)  # scores that mean the opposite are not trusted
