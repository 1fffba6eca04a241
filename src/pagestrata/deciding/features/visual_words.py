"""Bags of visual words over screenshots: the 16 visual similarities of paper 4 §2.1 and §4.1.

{dense SIFT, HSV colour} x {codebook of 100, of 200} x {whole page, top 1000 px} x {Euclid on L2-normed bags, chi-square
on L1-normed bags}. The codebooks are k-means centres over our own corpus of rendered pages (`data/codebooks.md`), stored with
one byte per number and learned by `benchmarks/training/train_codebooks.py`.

Dense SIFT here has a flat window (as in VLFeat's fast dense SIFT): gradients fall into 8 directions, are summed over
cells of 4 x 4 px of the reduced picture, and 4 x 4 cells make a descriptor of 128 numbers, L2-normed, clipped at 0.2
and normed again. It gives up the Gaussian weighting and in return needs a few milliseconds per page. Patches without
any edge have no direction and are left out, so that white space does not drown the bag. A colour word is the mean
colour of a cell, with the hue as a point on the circle so that two reds are near each other.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np
import numpy.typing as npt

from pagestrata.deciding.features.visual_blocks import SCALE, Picture
from pagestrata.errors import InputError
from pagestrata.formats.pictures.channels import grey_values, hue_saturation_value
from pagestrata.formats.pictures.reducing import reduce_by_area

Floats = npt.NDArray[np.float32]
Counts = npt.NDArray[np.int64]

TOP_PX = 1000
CELL_PX = 4
CELLS = 4
STRIDE_CELLS = 2
DIRECTIONS = 8
FLAT_NORM = 0.02
"""Below this share of the strongest possible gradient a patch is taken for flat."""
COLOUR_CELL_PX = 8
CODEBOOKS = (100, 200)
KINDS = ("SIFT", "colour")
PARTS = ("page", "top")
MEASURES = ("Euclid", "chi-square")
_TINY = np.finfo(np.float64).eps
_ARCTANGENT = np.array([-0.04432655554792128, 0.1555786518463281, -0.3258083974640975, 0.9997878412794807], np.float32)
"""Coefficients of the seventh, fifth, third and first power, those of OpenCV, with which the codebooks were made."""
VISUAL_NAMES = tuple(f"{k} {c}, {p}, {m}" for k in KINDS for c in CODEBOOKS for p in PARTS for m in MEASURES)


FILE = "codebooks.npz"
FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Codebooks:
    """Centres of visual words by (kind, size)."""

    centres: Mapping[tuple[str, int], Floats]


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """A screenshot as bags of visual words, by (kind, size of the codebook, part of the page)."""

    bags: Mapping[tuple[str, int, str], Counts]


def signature_of(picture: Picture, codebooks: Codebooks) -> Signature:
    """The bags of one screenshot for all codebooks, whole page and top."""
    described = {"SIFT": sift_descriptors(picture), "colour": colour_descriptors(picture)}
    top_px = TOP_PX // SCALE
    bags: dict[tuple[str, int, str], Counts] = {}
    for (kind, size), centres in codebooks.centres.items():
        descriptors, ends_px = described[kind]
        words = nearest(descriptors, centres)
        bags[kind, size, "page"] = np.bincount(words, minlength=size)
        bags[kind, size, "top"] = np.bincount(words[ends_px <= top_px], minlength=size)
    return Signature(bags=bags)


def visual_features(old: Signature, new: Signature) -> dict[str, float]:
    """All 16 distances, by name; 0 means alike."""
    found: dict[str, float] = {}
    for (kind, size, part), before in old.bags.items():
        after = new.bags[kind, size, part]
        found[f"{kind} {size}, {part}, Euclid"] = _euclid(before, after)
        found[f"{kind} {size}, {part}, chi-square"] = _chi_square(before, after)
    return found


def sift_descriptors(picture: Picture) -> tuple[Floats, Counts]:
    """Dense SIFT with a flat window, and the row of pixels each patch ends at; flat patches are left out."""
    cells = _direction_cells(picture)
    windows = np.lib.stride_tricks.sliding_window_view(cells, (CELLS, CELLS), axis=(0, 1))
    windows = windows[::STRIDE_CELLS, ::STRIDE_CELLS]
    rows, columns = windows.shape[:2]
    flat = np.ascontiguousarray(windows.transpose(0, 1, 3, 4, 2)).reshape(rows * columns, -1)
    ends_px = np.repeat((np.arange(rows) * STRIDE_CELLS + CELLS) * CELL_PX, columns)
    norms = np.linalg.norm(flat, axis=1)
    busy = norms > FLAT_NORM * 255.0 * CELL_PX * CELL_PX
    flat = np.asarray(flat[busy] / norms[busy, None], np.float32)
    np.minimum(flat, 0.2, out=flat)
    flat /= np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-9)
    return flat, ends_px[busy]


def _direction_cells(picture: Picture) -> Floats:
    """Gradient strength by direction, summed over cells: [rows, columns, directions]."""
    grey = grey_values(picture.small, blue_first=False).astype(np.float32)
    short_rows, short_columns = (max(0, CELL_PX * CELLS - side) for side in grey.shape)
    if short_rows or short_columns:
        grey = np.pad(grey, ((0, short_rows), (0, short_columns)), mode="edge")
    across, down = np.zeros_like(grey), np.zeros_like(grey)  # along the edges nothing is known of the other side
    np.subtract(grey[:, 2:], grey[:, :-2], out=across[:, 1:-1])
    np.subtract(grey[2:], grey[:-2], out=down[1:-1])
    strength, angle = np.sqrt(across**2 + down**2), angles(across, down)
    position = angle * np.float32(DIRECTIONS / (2 * np.pi))
    lower = np.floor(position)
    upper_share = (position - lower) * strength
    lower_share = strength - upper_share
    lower_index = lower.astype(np.int32) % DIRECTIONS
    rows, columns = (side // CELL_PX for side in grey.shape)
    cell = (np.arange(rows * CELL_PX) // CELL_PX)[:, None] * columns + (np.arange(columns * CELL_PX) // CELL_PX)[
        None, :
    ]
    crop = np.s_[: rows * CELL_PX, : columns * CELL_PX]
    size = rows * columns * DIRECTIONS
    low = cell * DIRECTIONS + lower_index[crop]
    high = cell * DIRECTIONS + (lower_index[crop] + 1) % DIRECTIONS
    sums = np.bincount(low.ravel(), lower_share[crop].ravel(), size)
    sums += np.bincount(high.ravel(), upper_share[crop].ravel(), size)
    return sums.reshape(rows, columns, DIRECTIONS).astype(np.float32)


def angles(across: Floats, down: Floats) -> Floats:
    """Directions from 0 to a whole turn, to a fifth of a degree, by the polynomial that the codebooks were made with."""
    wide, tall = np.abs(across), np.abs(down)
    slope = np.minimum(wide, tall) / (np.maximum(wide, tall) + np.float32(_TINY))
    square = slope * slope
    found = np.full_like(slope, _ARCTANGENT[0])
    for coefficient in _ARCTANGENT[1:]:
        found *= square
        found += coefficient
    found *= slope
    found = np.where(tall > wide, np.float32(np.pi / 2) - found, found)
    found = np.where(across < 0, np.float32(np.pi) - found, found)
    return np.asarray(np.where(down < 0, np.float32(2 * np.pi) - found, found), np.float32)


def colour_descriptors(picture: Picture) -> tuple[Floats, Counts]:
    """Mean colour of every cell in HSV, the hue as a point on a circle whose radius is the saturation."""
    height, width = picture.small.shape[:2]
    rows, columns = max(1, height // COLOUR_CELL_PX), max(1, width // COLOUR_CELL_PX)
    whole = picture.small[: rows * COLOUR_CELL_PX, : columns * COLOUR_CELL_PX]
    cells = reduce_by_area(whole, columns, rows)
    hue, saturation, value = (plane.astype(np.float32) for plane in hue_saturation_value(cells))
    turn = hue * np.float32(2 * np.pi / 180)
    full = np.float32(255)
    radius = saturation * value / full**2
    planes = [np.cos(turn) * radius, np.sin(turn) * radius, saturation / full, value / full]
    return np.stack(planes, axis=-1).reshape(-1, 4).astype(np.float32), np.repeat(
        (np.arange(rows) + 1) * COLOUR_CELL_PX, columns
    )


def nearest(descriptors: Floats, centres: Floats) -> Counts:
    """The index of the nearest centre of each descriptor."""
    products = descriptors @ centres.T
    return np.asarray(np.argmin((centres**2).sum(axis=1)[None, :] - 2.0 * products, axis=1), np.int64)


def _euclid(before: Counts, after: Counts) -> float:
    first, second = (bag / max(float(np.linalg.norm(bag)), 1e-9) for bag in (before, after))
    return float(np.linalg.norm(first - second))


def _chi_square(before: Counts, after: Counts) -> float:
    first, second = (bag / max(float(bag.sum()), 1e-9) for bag in (before, after))
    total = first + second
    return float(0.5 * np.sum((first - second) ** 2 / np.where(total > 0, total, 1.0)))


def read_codebooks(data: bytes) -> Codebooks:
    """Read a codebook file; InputError when it is damaged or of another format."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            if int(arrays["format"]) != FORMAT:
                raise InputError(f"codebooks: format {int(arrays['format'])}, this version reads {FORMAT}")
            centres = {(kind, size): _centres(arrays, kind, size) for kind in KINDS for size in CODEBOOKS}
    except (KeyError, ValueError, OSError, EOFError, zipfile.BadZipFile) as error:
        raise InputError(f"codebooks: damaged ({error}); install the package again") from error
    return Codebooks(centres=centres)


def write_codebooks(codebooks: Codebooks) -> bytes:
    """The file: centres as bytes between the smallest and the largest number of each codebook."""
    arrays: dict[str, np.ndarray[tuple[int, ...], np.dtype[np.generic]]] = {"format": np.array(FORMAT)}
    for (kind, size), centres in codebooks.centres.items():
        low, high = float(centres.min()), float(centres.max())
        arrays[f"{kind} {size}"] = np.rint((centres - low) / max(high - low, 1e-9) * 255).astype(np.uint8)
        arrays[f"{kind} {size} range"] = np.array([low, high], np.float32)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    return buffer.getvalue()


def _centres(arrays: np.lib.npyio.NpzFile, kind: str, size: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    low, high = arrays[f"{kind} {size} range"].tolist()
    centres = arrays[f"{kind} {size}"].astype(np.float32) / np.float32(255) * np.float32(high - low) + np.float32(low)
    if len(centres) != size or not np.isfinite(centres).all():
        raise ValueError(f"codebook {kind} {size} is not whole")
    return centres


@cache
def default_codebooks() -> Codebooks:
    return read_codebooks(resources.files("pagestrata.deciding").joinpath("data", FILE).read_bytes())
