"""Learn the visual words that `weigh` ships: k-means over descriptors of rendered pages.

    python -m benchmarks.training.train_codebooks

Descriptors come from the annotated pages and from the first version of every sequence, the same number from each
page, so that long pages do not rule the vocabulary. Labels are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.pages import ROOT, Renderer, segmentation_pages, sequence_index
from pagestrata.deciding.features.visual_blocks import Picture, open_picture
from pagestrata.deciding.features.visual_words import (
    CODEBOOKS,
    FILE,
    Codebooks,
    colour_descriptors,
    sift_descriptors,
    write_codebooks,
)

PER_PAGE = 400
SEED = 20_26
TARGET = ROOT / "src" / "pagestrata" / "deciding" / "data" / FILE


def screenshots() -> Iterator[bytes]:
    with Renderer() as renderer:
        for page in segmentation_pages():
            yield renderer.page(page).screenshot_png or b""
        for site, entry in sequence_index().items():
            yield renderer.version(site, entry["url"], entry["versions"][0]["time"]).screenshot_png or b""


def learn(pictures: Iterator[Picture]) -> Codebooks:
    """k-means centres of both kinds and sizes."""
    from sklearn.cluster import MiniBatchKMeans

    random = np.random.default_rng(SEED)
    samples: dict[str, list[np.ndarray]] = {"SIFT": [], "colour": []}
    for picture in pictures:
        for kind, describe in (("SIFT", sift_descriptors), ("colour", colour_descriptors)):
            found, _ = describe(picture)
            chosen = random.permutation(len(found))[:PER_PAGE]
            samples[kind].append(found[chosen])
    centres = {}
    for kind, parts in samples.items():
        table = np.concatenate(parts)
        for size in CODEBOOKS:
            means = MiniBatchKMeans(size, random_state=SEED, n_init=3, batch_size=4096).fit(table)
            centres[kind, size] = means.cluster_centers_.astype(np.float32)
    return Codebooks(centres=centres)


def main() -> None:
    opened = (open_picture(png) for png in screenshots())
    codebooks = learn(picture for picture in opened if isinstance(picture, Picture))
    data = write_codebooks(codebooks)
    TARGET.write_bytes(data)
    print(f"{TARGET.relative_to(ROOT)}: {len(data):,} bytes")


if __name__ == "__main__":
    main()
