"""The shipped pairs: read back as written, refused when damaged, and outweighed by a person's own marks."""

from dataclasses import replace

import numpy as np
import pytest

from pagestrata.deciding.features.pair_features import CONTENT_NAMES, PICTURE_NAMES
from pagestrata.deciding.learning.shipped_pairs import default_base_pairs, read_base_pairs, write_base_pairs
from pagestrata.deciding.learning.training import Example, beside, train_examples
from pagestrata.errors import InputError


def example(value: float, *, pictures: bool = True) -> Example:
    seen = dict.fromkeys(PICTURE_NAMES, value) if pictures else None
    return Example(site="a", dissimilar=value > 0.5, content=dict.fromkeys(CONTENT_NAMES, value), pictures=seen)


def test_pairs_are_read_back_without_the_names_of_their_sites() -> None:
    written = [example(0.25), example(0.75, pictures=False), replace(example(0.5), site="b")]
    found = read_base_pairs(write_base_pairs(written))
    assert [replace(one, site="") for one in found] == [replace(one, site="") for one in written]
    assert [one.site for one in found] == ["shipped 0", "shipped 0", "shipped 1"]


def test_what_is_damaged_or_of_another_kind_is_refused() -> None:
    data = write_base_pairs([example(0.25)])
    with pytest.raises(InputError, match=r"shipped pairs: damaged .*; install the package again"):
        read_base_pairs(data[: len(data) // 2])
    with pytest.raises(InputError, match="shipped pairs: damaged"):
        read_base_pairs(b"")


@pytest.mark.parametrize(
    ("changed", "says"), [({"format": np.array(9)}, "format 9"), ({"names": np.array(["x"])}, "other features")]
)
def test_files_of_other_versions_are_refused(changed: dict[str, np.ndarray], says: str) -> None:
    import io

    with np.load(io.BytesIO(write_base_pairs([example(0.25)]))) as arrays:
        parts = {**arrays, **changed}
    buffer = io.BytesIO()
    np.savez(buffer, **parts)
    with pytest.raises(InputError, match=says):
        read_base_pairs(buffer.getvalue())


def test_five_marks_beside_the_shipped_pairs_shift_the_model() -> None:
    base = default_base_pairs()
    assert len(base) > 100
    shipped = train_examples(base).model.content
    noisy = max((one for one in base if one.dissimilar and shipped.score(one.content) < 1.0), key=_words)
    own = [replace(noisy, site="mine", dissimilar=False) for _ in range(5)]
    taught = train_examples(beside(base, own)).model.content
    before, after = (model.probability(model.score(noisy.content)) for model in (shipped, taught))
    assert before > 0.5
    assert after < before - 0.1


def _words(example: Example) -> float:
    return example.content["words changed, by worth"]
