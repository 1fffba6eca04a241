"""The changes of a delta in words, grouped by block, the most important first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from pagestrata.model.blocks import Block, BlockStyle, BlockTree, Image, Link
from pagestrata.model.deltas import Change, Delta, Picture
from pagestrata.model.edits import TextEdit, same_beginning, text_edits
from pagestrata.model.geometry import Box
from pagestrata.model.plain_numbers import counted, percent
from pagestrata.model.weights import Weights

BOLD_FROM = 600
_NAMED = {
    "black": (0, 0, 0), "dark grey": (85, 85, 85), "grey": (128, 128, 128), "light grey": (211, 211, 211),
    "white": (255, 255, 255), "red": (220, 20, 30), "dark red": (139, 0, 0), "pink": (255, 182, 193),
    "orange": (255, 140, 0), "brown": (139, 90, 43), "yellow": (255, 225, 0), "cream": (255, 248, 220),
    "green": (34, 139, 34), "dark green": (0, 80, 0), "light green": (170, 230, 170), "teal": (0, 128, 128),
    "blue": (30, 100, 220), "dark blue": (0, 0, 110), "light blue": (173, 216, 240), "purple": (120, 30, 150),
}  # fmt: skip


def restyle_words(old: BlockStyle, new: BlockStyle) -> str:
    """The changes of a style: 'text grew from 14 to 16 px, became bold, text from black to dark red'."""
    return ", ".join(_differences(old, new)) or "looks the same"


def resize_words(old: Box, new: Box) -> str:
    """The change of the size of a block: 'wider: 200 to 300 px'."""
    sides = (("wider", "narrower", old.width, new.width), ("taller", "shorter", old.height, new.height))
    parts = [
        f"{more if after > before else less}: {before:.0f} to {after:.0f} px"
        for more, less, before, after in sides
        if round(before) != round(after)
    ]
    return ", ".join(parts) or "the same size"


def _differences(old: BlockStyle, new: BlockStyle) -> Iterator[str]:
    if old.font_size != new.font_size:
        grew = "grew" if new.font_size > old.font_size else "shrank"
        yield f"text {grew} from {old.font_size:g} to {new.font_size:g} px"
    if old.font_weight != new.font_weight:
        yield _weight(old.font_weight, new.font_weight)
    if old.colour != new.colour:
        yield f"text from {colour_words(old.colour)} to {colour_words(new.colour)}"
    if old.background != new.background:
        yield f"background from {colour_words(old.background)} to {colour_words(new.background)}"


def _weight(old: int, new: int) -> str:
    if (old >= BOLD_FROM) == (new >= BOLD_FROM):
        return f"{'heavier' if new > old else 'lighter'} type ({old} to {new})"
    return "became bold" if new >= BOLD_FROM else "no longer bold"


def colour_words(colour: int) -> str:
    """'dark red #8b0000' for 0x8B0000FF; 'transparent' for an invisible colour."""
    red, green, blue, alpha = (colour >> shift & 0xFF for shift in (24, 16, 8, 0))
    if alpha == 0:
        return "transparent"

    def distance(name: str) -> float:
        r, g, b = _NAMED[name]
        mean = (red + r) / 2  # of a colour's parts, the eye weighs green most, red the more the redder it is
        return (2 + mean / 256) * (red - r) ** 2 + 4 * (green - g) ** 2 + (2 + (255 - mean) / 256) * (blue - b) ** 2

    share = f" at {percent(alpha / 255)}" if alpha < 255 else ""
    return f"{min(_NAMED, key=distance)} #{red:02x}{green:02x}{blue:02x}{share}"


UNIMPORTANT = 0.005  # share of the page below which the changes of a block may be folded …
UNIMPORTANT_BESIDE = 0.1
"""… if they are also less than this share of the most important block's: something is always shown."""
LONGEST_TITLE = 60
CONTEXT_CHARS = 40
SKIPPED = " … "

FRAME = "only a wrapper around unchanged blocks"

OPERATIONS = ("insert", "delete", "update", "move", "split", "merge")

IndexedChange = tuple[int, Change]  # a change with its index in the delta


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A part of a text: 'same', 'old' (gone), 'new' (added) or 'skip' (omitted)."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One change in words."""

    op: str
    element: str
    pieces: tuple[Piece, ...]
    target: str | None = None
    index: int = 0  # of the change in the delta
    is_whole: bool = True  # else only a part of its long texts was compared


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The changes of one block."""

    old_ref: str | None
    new_ref: str | None
    role: str
    title: str
    importance: float | None
    folded: bool
    lines: tuple[Line, ...] = field(default=())
    parts: tuple[str, ...] = ()  # further blocks of a merge (old refs) or of a split (new refs)
    arrivals: tuple[str, ...] = ()  # new refs of other blocks that elements of this one moved to

    @property
    def operation(self) -> str:
        """The operation that colours the group: that on the block, the only one, or 'update'."""
        around = next((line.op for line in self.lines if line.element == "block"), None)
        ops = {line.op for line in self.lines}
        return around or (ops.pop() if len(ops) == 1 else "update")

    def refs(self, side: str) -> list[str]:
        """All refs to mark in the 'old' or 'new' version, without the arrivals."""
        own = self.old_ref if side == "old" else self.new_ref
        more = self.parts if (self.operation == "merge") == (side == "old") else ()
        return list(dict.fromkeys(ref for ref in (own, *more) if ref is not None))

    @property
    def label(self) -> str:
        """The refs: '1.2', or '1.2 → 1.3' if the block has another ref now."""
        refs = list(dict.fromkeys(ref for ref in (self.old_ref, self.new_ref) if ref is not None))
        return " → ".join(refs)


def groups_of(
    old: BlockTree, new: BlockTree, delta: Delta, weights: Weights | None = None, *, longest_text: int | None = None
) -> list[Group]:
    """The changes by block, most important first; without weights in page order.

    `longest_text`: longer texts are compared over this many characters from their first difference on.
    """
    before, after = old.by_ref(), new.by_ref()
    partners = {found.old: found.new for found in delta.matches} or dict(delta.patch.renames)
    gathered: dict[tuple[str | None, str | None], list[IndexedChange]] = {}
    for index, change in enumerate(delta.changes):
        gathered.setdefault(_refs(change, partners, after), []).append((index, change))
    shares = weights.change_importance if weights else ()
    sums = [sum(shares[index] for index, _ in changes) if shares else None for changes in gathered.values()]
    groups = [
        _group(refs, before.get(refs[0] or "") or after.get(refs[1] or ""), changes, importance, longest_text)
        for (refs, changes), importance in zip(gathered.items(), sums, strict=True)
    ]
    return sorted(_folded(groups), key=lambda group: -(group.importance or 0.0)) if weights else groups


def _group(
    refs: tuple[str | None, str | None],
    block: Block | None,
    changes: list[IndexedChange],
    importance: float | None,
    longest_text: int | None,
) -> Group:
    return Group(
        old_ref=refs[0],
        new_ref=refs[1],
        role=block.role if block else "",
        title=_title(block) if block else "",
        importance=importance,
        folded=False,
        lines=tuple(_line(index, change, block, longest_text) for index, change in changes),
        parts=tuple(_parts(changes)),
        arrivals=tuple(_arrivals(changes)),
    )


def _folded(groups: list[Group]) -> list[Group]:
    """Fold the groups that matter little, both absolutely and compared with the others."""
    most = max((group.importance or 0.0 for group in groups), default=0.0)
    limit = min(UNIMPORTANT, UNIMPORTANT_BESIDE * most)
    return [replace(group, folded=group.importance is not None and group.importance < limit) for group in groups]


def _refs(change: Change, partners: dict[str, str], after: dict[str, Block]) -> tuple[str | None, str | None]:
    if change.element == "block":
        if change.op == "insert":
            return None, change.block
        return change.block, None if change.op == "delete" else change.to_block
    new_ref = partners.get(change.block, change.block)
    return change.block, new_ref if new_ref in after else None


def _parts(changes: list[IndexedChange]) -> Iterator[str]:
    for _, change in changes:
        blocks = change.old if change.op == "merge" else change.new
        if change.op in ("split", "merge") and isinstance(blocks, tuple):
            yield from (block.ref for block in blocks if isinstance(block, Block))


def _arrivals(changes: list[IndexedChange]) -> list[str]:
    targets = (c.to_block for _, c in changes if c.op == "move" and c.element != "block")
    return list(dict.fromkeys(ref for ref in targets if ref is not None))


def _title(block: Block) -> str:
    """The first words of a block or its children."""
    for found in block.walk():
        # Topics come last: a tree has them only once it is stored, and its titles must not change then.
        words = found.text or " ".join(link.name for link in found.links)
        images = " ".join(image.name or image.address.rpartition("/")[2] for image in found.images)
        if (title := words or images or found.topic).strip():
            return shortened(title, LONGEST_TITLE)
    return ""


def shortened(text: str, length: int) -> str:
    """One line of a text, cut at a word."""
    text = " ".join(text[: 4 * length].split())
    if len(text) <= length:
        return text
    return f"{text[:length].rpartition(' ')[0] or text[:length]}…"


def _line(index: int, change: Change, block: Block | None, longest_text: int | None) -> Line:
    is_frame = isinstance(change.old or change.new, Block) and block is not None and bool(block.children)
    return Line(
        op=change.op,
        element=change.element,
        pieces=(Piece(kind="same", text=FRAME),)
        if is_frame and _is_bare(change)
        else tuple(_pieces(change, longest_text)),
        target=change.to_block if change.op in ("move", "split", "merge") else None,
        index=index,
        is_whole=longest_text is None or not _is_longer(change, longest_text),
    )


def _is_longer(change: Change, longest_text: int) -> bool:
    return any(isinstance(side, str) and len(side) > longest_text for side in (change.old, change.new))


def _is_bare(change: Change) -> bool:
    """Whether a whole block has no content of its own: its children were there before or still are."""
    value = change.old or change.new
    return isinstance(value, Block) and not any(b.links or b.images or b.text for b in value.walk())


def _pieces(change: Change, longest_text: int | None = None) -> Iterator[Piece]:
    in_words = isinstance(change.old, str | Link | Image) and not isinstance(change.old, Picture)
    if change.op == "update" and in_words:
        yield from first_word_pieces(_in_words(change.old), _in_words(change.new), longest_text)
        return
    if change.element == "style" and change.op == "update":
        yield Piece(kind="same", text=_restyle(change))
        return
    if change.op == "move":
        yield Piece(kind="same", text="the block" if change.element == "block" else _in_words(change.old))
        return
    if isinstance(change.new, Picture):
        yield Piece(kind="same", text=f"{_in_words(change.new)}: ")
        yield Piece(kind="new", text="a different picture at the same address")
        return
    if change.old is not None:
        yield Piece(kind="old", text=_in_words(change.old))
    if change.new is not None:
        yield Piece(kind="new", text=_in_words(change.new))


def _restyle(change: Change) -> str:
    if isinstance(change.old, BlockStyle) and isinstance(change.new, BlockStyle):
        return restyle_words(change.old, change.new)
    if isinstance(change.old, Box) and isinstance(change.new, Box):
        return resize_words(change.old, change.new)
    return f"{_in_words(change.old)} → {_in_words(change.new)}"


def _in_words(value: object) -> str:
    """A value in words."""
    if isinstance(value, Link | Image):
        return f"{value.name or '(no name)'} <{value.address}>"
    if isinstance(value, Picture):
        shown = value.name or value.address.rpartition("/")[2] or "picture"
        return f"{shown} <{value.address}>" if value.address not in ("", shown) else shown
    if isinstance(value, BlockStyle):
        weight = "bold " if value.font_weight >= 600 else ""
        return f"{weight}{value.font_size:g} px, #{value.colour >> 8:06x} on #{value.background >> 8:06x}"
    if isinstance(value, Box):
        return f"{value.width:.0f} x {value.height:.0f} px"
    if isinstance(value, Block):
        return _content(value)
    if isinstance(value, tuple):
        return " + ".join(f"{block.ref}: {shortened(_content(block), LONGEST_TITLE)}" for block in value)
    return str(value)


def _content(block: Block) -> str:
    leaves = [found for found in block.walk() if not found.children]
    words = " ".join(leaf.text for leaf in leaves if leaf.text).strip()
    links, images = sum(len(leaf.links) for leaf in leaves), sum(len(leaf.images) for leaf in leaves)
    counts = [counted(n, name) for n, name in ((links, "link"), (images, "picture")) if n]
    return " ".join([shortened(words, 200), f"({', '.join(counts)})" if counts else ""]).strip() or "(empty)"


def first_word_pieces(old: str, new: str, longest: int | None) -> Iterator[Piece]:
    """Like `word_pieces`, but at most `longest` characters of a text, from its first difference on."""
    if longest is None or max(len(old), len(new)) <= longest:
        yield from word_pieces(old, new)
        return
    begin = max(0, old.rfind(" ", 0, max(0, same_beginning(old, new) - CONTEXT_CHARS)))
    if begin:
        yield Piece(kind="skip", text=SKIPPED)
    yield from word_pieces(old[begin : begin + longest], new[begin : begin + longest])
    left = max(len(old), len(new)) - begin - longest
    if left > 0:
        yield Piece(kind="skip", text=f"{SKIPPED}({left:,} more characters were not compared here)")


def word_pieces(old: str, new: str) -> Iterator[Piece]:
    """Both texts in one: unchanged context, shortened, with removed and added words."""
    place = 0
    edits = _joined(old, _in_whole_numbers(old, text_edits(old, new)))
    for number, (start, removed, inserted) in enumerate(edits):
        yield from _context(old[place:start], first=number == 0, last=False)
        if removed:
            yield Piece(kind="old", text=old[start : start + removed])
        if inserted:
            yield Piece(kind="new", text=inserted)
        place = start + removed
    yield from _context(old[place:], first=not edits, last=True)


def _joined(old: str, edits: Sequence[TextEdit]) -> list[TextEdit]:
    """Join edits separated only by white space or a sign: a sentence or a price reads better whole."""
    joined: list[TextEdit] = []
    for edit in edits:
        if joined:
            start, removed, inserted = joined[-1]
            between = old[start + removed : edit.start]
            if not between.strip() or (len(between) == 1 and not between.isalnum()):
                length = edit.start + edit.removed - start
                joined[-1] = TextEdit(start, length, f"{inserted}{between}{edit.inserted}")
                continue
        joined.append(edit)
    return joined


def _in_whole_numbers(old: str, edits: Sequence[TextEdit]) -> list[TextEdit]:
    """The edits extended to whole numbers: '1.2549' became '1.2236', not '2549' '2236'."""
    found: list[TextEdit] = []
    last = 0
    for number, (start, removed, inserted) in enumerate(edits):
        end = start + removed
        limit = edits[number + 1].start if number + 1 < len(edits) else len(old)
        begin, stop = start, end
        if any(sign.isdigit() for sign in old[start:end] + inserted):
            while begin > last and _is_in_number(old, begin - 1):
                begin -= 1
            while stop < limit and _is_in_number(old, stop):
                stop += 1
        found.append(TextEdit(begin, stop - begin, f"{old[begin:start]}{inserted}{old[end:stop]}"))
        last = stop
    return found


def _is_in_number(text: str, place: int) -> bool:
    """Whether a character is a digit, or between digits as in 1,250.00."""
    if text[place].isdigit():
        return True
    around = text[place - 1 : place], text[place + 1 : place + 2]
    return text[place] in ".,:'" and all(side.isdigit() for side in around)


def _context(text: str, *, first: bool, last: bool) -> Iterator[Piece]:
    if len(text) <= 3 * CONTEXT_CHARS:
        if text:
            yield Piece(kind="same", text=text)
        return
    if not first:
        yield Piece(kind="same", text=_whole_words(text[: CONTEXT_CHARS + 1]))
    yield Piece(kind="skip", text=SKIPPED)
    if not last:
        yield Piece(kind="same", text=_whole_words(text[: -CONTEXT_CHARS - 2 : -1])[::-1])


def _whole_words(text: str) -> str:
    """The text without its last, probably incomplete, word."""
    return text[:-1].rpartition(" ")[0] or text[:-1] if not text[-1].isspace() else text[:-1]


def summary(delta: Delta) -> str:
    """The number of changes by operation: '3 inserts, 1 move'."""
    counts = [(op, sum(change.op == op for change in delta.changes)) for op in OPERATIONS]
    return ", ".join(counted(count, op) for op, count in counts if count) or "no changes"
