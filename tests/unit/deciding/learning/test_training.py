"""Learning from labelled pairs: whole sites are left out, hopeless sets are refused."""

import numpy as np
import pytest

from pagestrata.deciding.decide import decide
from pagestrata.deciding.features.content_change import ALIKE
from pagestrata.deciding.features.pair_features import CONTENT_NAMES, FEATURE_NAMES
from pagestrata.deciding.learning.linear_model import read_decision_model
from pagestrata.deciding.learning.training import (
    Example,
    LabelledPair,
    beside,
    contradictions,
    read_pairs,
    train,
    train_examples,
)
from pagestrata.deciding.sides import Side
from pagestrata.errors import InputError, UsageError
from pagestrata.model.blocks import Block, BlockTree

STORY = "An old story about a bridge and a river and those who crossed it. "


def labelled(number: int, label: str, site: str) -> LabelledPair:
    return LabelledPair(site=site, url="u", old=str(number), new=str(number), label=label)


def load(pair: LabelledPair) -> tuple[Side, Side, None]:
    """Dissimilar pairs get new sentences, similar ones a new date."""
    tail = f"Fresh words number {pair.new} came here today. " * 3 if pair.label == "dissimilar" else "5 May 2026"
    old = BlockTree(blocks=(Block(ref="1", text=STORY + "4 May 2026"),))
    return Side(tree=old), Side(tree=BlockTree(blocks=(Block(ref="1", text=STORY + tail),))), None


PAIRS = [labelled(i, "dissimilar" if i % 2 else "similar", f"site {i % 5}") for i in range(20)]


def test_a_clear_difference_is_learned() -> None:
    trained = train(PAIRS, load)
    assert trained.content.accuracy == 1.0
    assert trained.pictures is None
    old, new, _ = load(labelled(99, "dissimilar", "unseen"))
    assert not decide(old, new, model=trained.model).similar
    old, new, _ = load(labelled(99, "similar", "unseen"))
    assert decide(old, new, model=trained.model).similar


def test_the_model_survives_its_file_and_the_report_has_figures_and_features() -> None:
    trained = train(PAIRS, load)
    assert read_decision_model(trained.model.to_json(), known_features=FEATURE_NAMES) == trained.model
    assert "accuracy 100.0 %, recall of dissimilar 100.0 %" in trained.report()
    assert "leave one site out, 20 pairs" in trained.report()
    assert trained.table[0][0] in trained.report()


def test_pairs_may_be_plain_records() -> None:
    records = [{"site": p.site, "url": "u", "old": p.old, "new": p.new, "label": p.label} for p in PAIRS]
    assert train(records, load).content.pairs == 20


def test_no_weight_goes_against_the_meaning_of_its_feature() -> None:
    random = np.random.default_rng(7)
    examples = []
    for number in range(60):
        values = {name: float(random.random()) for name in CONTENT_NAMES}
        # Labels that invite a free model to learn that many words changed speak for 'similar'.
        examples.append(Example(site=str(number % 6), dissimilar=values["words changed"] < 0.5, content=values))
    trained = train_examples(examples)
    for term in trained.model.content.terms:
        assert term.weight <= 0 if term.name in ALIKE else term.weight >= 0


@pytest.mark.parametrize(
    "pairs",
    [PAIRS[:3], [pair for pair in PAIRS if pair.label == "similar"] * 2, []],
    ids=["three pairs", "one label", "none"],
)
def test_sets_nothing_can_be_learned_from_are_refused(pairs: list[LabelledPair]) -> None:
    with pytest.raises(UsageError, match=r"at least 10 pairs with 3 of each label; these are \d+ .*; label more pairs"):
        train(pairs, load)


def test_one_site_alone_is_tested_pair_by_pair() -> None:
    single = [labelled(i, "dissimilar" if i % 2 else "similar", "only") for i in range(12)]
    assert train(single, load).content.accuracy == 1.0


def test_feedback_is_added_to_a_base() -> None:
    base = [Example(site=p.site, dissimilar=p.label == "dissimilar", content=_content(p)) for p in PAIRS]
    assert train(PAIRS[:3], load, base=base).content.pairs == 23


def _content(pair: LabelledPair) -> dict[str, float]:
    from pagestrata.deciding.features.pair_features import pair_features

    old, new, _ = load(pair)
    return dict(pair_features(old, new).content)


def test_records_that_do_not_fit_are_named() -> None:
    with pytest.raises(InputError, match=r"pair 1: .*a pair has site, url, old, new and label"):
        read_pairs([{"site": "x"}])
    record = {"site": "s", "url": "u", "old": "1", "new": "2", "label": "maybe"}
    with pytest.raises(InputError, match="pair 1: label 'maybe'; use 'similar' or 'dissimilar'"):
        read_pairs([record])


def test_contradicting_marks_are_named_and_learned_from_all_the_same() -> None:
    alike = _content(PAIRS[0])
    examples = [Example(site=str(number % 3), dissimilar=number % 2 == 0, content=alike) for number in range(12)]
    assert len(contradictions(examples)) == 36
    assert contradictions(examples[::2]) == contradictions([]) == []
    trained = train_examples(examples)
    assert trained.content.pairs == 12
    assert 0.0 < trained.model.content.probability(trained.model.content.score(alike)) < 1.0


def test_few_marks_add_no_feature_and_the_report_says_why() -> None:
    base = [Example(site=p.site, dissimilar=p.label == "dissimilar", content=_content(p)) for p in PAIRS]
    trained = train_examples(beside(base, base[:3]))
    assert trained.selection is not None
    assert trained.selection.added == ()
    assert "with fewer than 8 marks none of the other" in trained.report()


def test_a_model_learned_alone_names_the_features_it_chose() -> None:
    random = np.random.default_rng(3)
    examples = []
    for number in range(48):
        values = {name: float(random.random()) for name in CONTENT_NAMES}
        told = values["pictures changed, by worth"] > 0.5
        examples.append(Example(site=str(number % 6), dissimilar=told, content=values))
    trained = train_examples(examples)
    assert trained.selection is not None
    assert trained.selection.added[0].name == "pictures changed, by worth"
    assert "'pictures changed, by worth': loss on pages held back" in trained.report()
