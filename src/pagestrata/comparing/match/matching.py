"""Which block is which: the record that the steps of matching fill in."""

from __future__ import annotations

from pagestrata.comparing.outline import Outline


class Matching:
    """Partners of blocks by number, both ways, with the similarity of each pair."""

    __slots__ = ("moved", "new", "old", "partner_of_new", "partner_of_old", "similarities")

    def __init__(self, old: Outline, new: Outline) -> None:
        self.old, self.new = old, new
        self.partner_of_old: dict[int, int] = {}
        self.partner_of_new: dict[int, int] = {}
        self.similarities: dict[int, float] = {}
        self.moved: list[int] | None = None  # what `moved_blocks` found, until the pairs change

    def join(self, old: int, new: int, score: float) -> None:
        self.partner_of_old[old] = new
        self.partner_of_new[new] = old
        self.similarities[old] = score
        self.moved = None

    def is_identity(self) -> bool:
        """Whether every block has kept its place in the tree and its ref."""
        old, new = self.old, self.new
        return (
            len(self.partner_of_old) == len(old.blocks) == len(new.blocks)
            and list(self.partner_of_old) == list(self.partner_of_old.values())
            and old.parents == new.parents
            and old.numbers == new.numbers
        )

    def put_in_order(self) -> None:
        """List the pairs in the order of the old page."""
        in_order = sorted(self.partner_of_old)
        self.partner_of_old = dict(zip(in_order, map(self.partner_of_old.__getitem__, in_order), strict=True))

    def part(self, old: int) -> None:
        del self.partner_of_new[self.partner_of_old.pop(old)], self.similarities[old]
        self.moved = None
