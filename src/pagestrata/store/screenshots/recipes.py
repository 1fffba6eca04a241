"""Paint a screenshot, or a part of it, by its recipe: which colour or piece goes where, in order.

A recipe also says where its pieces are: the digest of each, the sheet it is on and its corner there, as one word. Recipes
are stored against the one before, which has nearly all of their words; as rows of the catalogue, with two indexes, the
pieces took a third of it. A recipe of an archive before revision 0013 has no words: its pieces are objects.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pagestrata.errors import ArchiveError
from pagestrata.model.screenshots import Pixels
from pagestrata.store.screenshots import background_pattern

SHEET_NAME_BYTES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceOnSheet:
    """A piece by the digest of its pixels, the first bytes of its sheet's digest, and its corner on the sheet."""

    digest: bytes
    sheet: bytes
    left: int
    top: int

    def word(self) -> str:
        return f"{self.digest.hex()}.{self.sheet.hex()}.{self.left}.{self.top}"

    @classmethod
    def from_word(cls, word: str) -> PieceOnSheet:
        digest, sheet, left, top = word.split(".")
        return cls(digest=bytes.fromhex(digest), sheet=bytes.fromhex(sheet), left=int(left), top=int(top))


def with_pieces(recipe: bytes, pieces: Sequence[PieceOnSheet]) -> bytes:
    """Return a recipe of `block_pictures.cut` completed by the places of its pieces, in its order."""
    head = json.loads(recipe) | {"pieces": [piece.word() for piece in pieces]}
    return json.dumps(head, separators=(",", ":")).encode()


def pieces_of(recipe: bytes, *, wanted: Container[str] | None = None) -> list[PieceOnSheet] | None:
    """Return where the pieces of a recipe are, in its order; None if they are objects, or if the picture is stored whole.

    `wanted`: the hexadecimal digests of the pieces to return; default: all.
    """
    if b'"pieces":' not in recipe:
        return None
    try:
        words = json.loads(recipe)["pieces"]
        chosen = words if wanted is None else [word for word in words if word.partition(".")[0] in wanted]
        return list(map(PieceOnSheet.from_word, chosen))
    except (ValueError, KeyError, AttributeError) as error:
        raise ArchiveError(f"the recipe of a screenshot is damaged ({error}); run `pagestrata verify`") from error


class Recipe:
    """How to paint a page, as written by `block_pictures.cut`."""

    def __init__(self, written: bytes, *, pieces: int) -> None:
        self._head: dict[str, Any] = json.loads(written)
        self.width, self.height, self.channels = self._head["size"]
        self.mode: str = self._head["mode"]
        if int((self.places[4] < 0).sum()) != pieces:
            raise ArchiveError("a screenshot lacks some of its pieces; run `pagestrata verify`")

    def paint(self, left: int, top: int, right: int, bottom: int, piece_of: Callable[[int], Pixels]) -> Pixels:
        """Return the pixels between these edges, as far as the page reaches; `piece_of` returns a piece by number."""
        left, top = min(max(0, left), self.width), min(max(0, top), self.height)
        right, bottom = max(left, min(right, self.width)), max(top, min(bottom, self.height))
        canvas = np.zeros((bottom - top, right - left, self.channels), np.uint8)
        if not canvas.size:
            return canvas
        starts_x, starts_y, widths, heights, _ = self.places
        touched = (starts_x < right) & (starts_x + widths > left) & (starts_y < bottom) & (starts_y + heights > top)
        entries, numbers = self.places[:, touched].T.tolist(), self._piece_numbers[touched].tolist()
        for (x, y, width, height, colour), number in zip(entries, numbers, strict=True):
            columns = slice(max(x, left), min(x + width, right))
            rows = slice(max(y, top), min(y + height, bottom))
            if colour >= 0:  # a row of it, many times over: in a fraction of the time that three values take
                row = np.frombuffer(colour.to_bytes(self.channels) * (columns.stop - columns.start), np.uint8)
                canvas[_moved(rows, top), _moved(columns, left)] = row.reshape(1, -1, self.channels)
            else:
                piece = piece_of(number)
                canvas[_moved(rows, top), _moved(columns, left)] = piece[_moved(rows, y), _moved(columns, x)]
        if self._ground is not None:
            self._ground.put_back(canvas, left=left, top=top)
        return canvas

    def piece_sizes(self) -> list[tuple[int, int]]:
        """Width and height of the pieces, in order."""
        widths, heights = (self.places[column][self.places[4] < 0].tolist() for column in (2, 3))
        return list(zip(widths, heights, strict=True))

    @cached_property
    def places(self) -> npt.NDArray[np.int64]:
        """Left, top, width, height and colour of each entry; the colour is -1 for a piece."""
        return np.array([np.cumsum(column) for column in self._head["places"]], np.int64).reshape(5, -1)

    @cached_property
    def _piece_numbers(self) -> npt.NDArray[np.int64]:
        return np.asarray(np.cumsum(self.places[4] < 0) - 1, np.int64)

    @cached_property
    def _ground(self) -> background_pattern.Ground | None:
        return background_pattern.read_ground(self._head["ground"]) if "ground" in self._head else None

    @property
    def ground_written(self) -> Any:
        """The background pattern as written in the recipe; None if there is none."""
        return self._head.get("ground")


@lru_cache(maxsize=2)
def read_recipe(written: bytes, *, pieces: int) -> Recipe:
    """Parse a recipe. The result is cached: a caller that looks up its pieces usually paints it next."""
    return Recipe(written, pieces=pieces)


def _moved(span: slice, origin: int) -> slice:
    return slice(span.start - origin, span.stop - origin)
