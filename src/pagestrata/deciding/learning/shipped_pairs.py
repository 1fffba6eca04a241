"""The shipped labelled pairs as numbers, to learn from together with a person's own few marks.

Only the features, the label and a number for the site are kept, none of the pages themselves. Written by
`python -m benchmarks.quality.decision --train` together with the model, so that both always have the same features.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from functools import cache
from importlib import resources

import numpy as np

from pagestrata.deciding.features.pair_features import CONTENT_NAMES, PICTURE_NAMES
from pagestrata.deciding.learning.training import Example
from pagestrata.errors import InputError

FILE = "pairs.npz"
FORMAT = 1


def write_base_pairs(examples: Sequence[Example]) -> bytes:
    """The file: one row per pair, one column per feature; pairs without screenshots have no numbers for those."""
    sites = {site: number for number, site in enumerate(dict.fromkeys(example.site for example in examples))}
    nothing = dict.fromkeys(PICTURE_NAMES, np.nan)
    rows = [
        [*(example.content[name] for name in CONTENT_NAMES), *((example.pictures or nothing)[n] for n in PICTURE_NAMES)]
        for example in examples
    ]
    buffer = io.BytesIO()
    np.savez_compressed(
        buffer,
        format=np.array(FORMAT),
        names=np.array([*CONTENT_NAMES, *PICTURE_NAMES]),
        table=np.array(rows, np.float32),
        dissimilar=np.array([example.dissimilar for example in examples]),
        site=np.array([sites[example.site] for example in examples], np.int32),
    )
    return buffer.getvalue()


def read_base_pairs(data: bytes) -> tuple[Example, ...]:
    """Read such a file. InputError when it is damaged or was made for other features."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            if int(arrays["format"]) != FORMAT:
                raise InputError(f"shipped pairs: format {int(arrays['format'])}, this version reads {FORMAT}")
            names, table = arrays["names"].tolist(), arrays["table"].astype(np.float64)
            labels, sites = arrays["dissimilar"].astype(bool), arrays["site"]
    except (KeyError, ValueError, OSError, EOFError, zipfile.BadZipFile) as error:
        raise InputError(f"shipped pairs: damaged ({error}); install the package again") from error
    if tuple(names) != (*CONTENT_NAMES, *PICTURE_NAMES) or table.shape != (len(labels), len(names)):
        raise InputError("shipped pairs: made for other features than this version has; install the package again")
    split = len(CONTENT_NAMES)
    return tuple(
        Example(
            site=f"shipped {site}",
            dissimilar=bool(label),
            content=dict(zip(CONTENT_NAMES, row[:split], strict=True)),
            pictures=None if np.isnan(row[split:]).any() else dict(zip(PICTURE_NAMES, row[split:], strict=True)),
        )
        for row, label, site in zip(table.tolist(), labels, sites, strict=True)
    )


@cache
def default_base_pairs() -> tuple[Example, ...]:
    """The shipped pairs."""
    return read_base_pairs(resources.files("pagestrata.deciding").joinpath("data", FILE).read_bytes())
