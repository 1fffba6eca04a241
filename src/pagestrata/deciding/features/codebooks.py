"""The shipped visual words: k-means centres, one byte per number, learned by `benchmarks/training/train_weigh.py`."""

from __future__ import annotations

import io
import zipfile
from functools import cache
from importlib import resources

import numpy as np

from pagestrata.deciding.features.visual_words import CODEBOOKS, KINDS, Codebooks
from pagestrata.errors import InputError

FILE = "codebooks.npz"
FORMAT = 1


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
