"""What others decide by, as one number per pair (higher: more different); `decision_table` finds each its threshold."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pagestrata.deciding.features.visual_blocks import Picture, open_picture
from pagestrata.measures import jaccard
from pagestrata.model.blocks import BlockTree
from pagestrata.model.weights import Weights

BASELINES = (
    "byte hash", "visible-text hash", "text ratio", "simhash of text", "whole-page pHash", "whole-page SSIM",
    "EDGI priority", "link Jaccard", "E alone",
)  # fmt: skip
SIDE_PX = 256


def baseline_scores(
    bodies: Sequence[bytes], trees: Sequence[BlockTree], shots: Sequence[bytes | None], weights: Weights
) -> dict[str, float]:
    """All baselines for one pair (old, new)."""
    from rapidfuzz.distance import Indel

    texts = [" ".join(leaf.text for leaf in tree.leaves() if leaf.text) for tree in trees]
    words = [text.split() for text in texts]
    links = [{link.address for leaf in tree.leaves() for link in leaf.links} for tree in trees]
    ratio = 1.0 - Indel.normalized_similarity(*words)
    link_ratio = 1.0 - jaccard(*links)
    pictures = [open_picture(shot or b"") for shot in shots]
    return {
        "byte hash": float(bodies[0] != bodies[1]),
        "visible-text hash": float(texts[0] != texts[1]),
        "text ratio": ratio,
        "simhash of text": float((simhash(words[0]) ^ simhash(words[1])).bit_count()),
        "whole-page pHash": _perceptual(pictures),
        "whole-page SSIM": _structural(pictures),
        "EDGI priority": edgi_priority(words, ratio, link_ratio),
        "link Jaccard": link_ratio,
        "E alone": weights.total,
    }


def simhash(words: Sequence[str]) -> int:
    """64 bits of the words' hashes by majority."""
    votes = np.zeros(64, np.int64)
    for word in words:
        digest = hashlib.blake2b(word.encode(), digest_size=8).digest()
        votes += np.unpackbits(np.frombuffer(digest, np.uint8)).astype(np.int64) * 2 - 1
    return int("".join("1" if vote > 0 else "0" for vote in votes), 2)


def edgi_priority(words: Sequence[Sequence[str]], text_ratio: float, link_ratio: float) -> float:
    """.65 text ratio + .3 link ratio + up to .35 for one long change (notes §5); key terms are not known here."""
    from rapidfuzz.distance import Indel

    longest = max(
        (max(e.src_end - e.src_start, e.dest_end - e.dest_start) for e in Indel.opcodes(*words) if e.tag != "equal"),
        default=0,
    )
    return min(1.0, 0.65 * text_ratio + 0.3 * link_ratio + min(0.35, 0.35 * longest / 100))


def _grey(picture: object, size: tuple[int, int]) -> npt.NDArray[np.float32] | None:
    import cv2

    if not isinstance(picture, Picture):
        return None
    grey = cv2.cvtColor(picture.small, cv2.COLOR_RGB2GRAY)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.float32)


def _perceptual(pictures: Sequence[object]) -> float:
    """Differing bits of the 64-bit DCT hash."""
    import cv2

    hashes = []
    for picture in pictures:
        grey = _grey(picture, (32, 32))
        if grey is None:
            return 0.0
        low = cv2.dct(grey)[:8, :8]
        hashes.append(low > np.median(low))
    return float((hashes[0] != hashes[1]).sum())


def _structural(pictures: Sequence[object]) -> float:
    """1 - mean SSIM of the two pages at one size."""
    import cv2

    first, second = (_grey(picture, (SIDE_PX, SIDE_PX)) for picture in pictures)
    if first is None or second is None:
        return 0.0

    def blur(image: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        return np.asarray(cv2.GaussianBlur(image, (11, 11), 1.5), np.float32)

    mean1, mean2 = blur(first), blur(second)
    var1, var2 = blur(first * first) - mean1**2, blur(second * second) - mean2**2
    shared = blur(first * second) - mean1 * mean2
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    ssim = ((2 * mean1 * mean2 + c1) * (2 * shared + c2)) / ((mean1**2 + mean2**2 + c1) * (var1 + var2 + c2))
    return float(1.0 - ssim.mean())
