"""The history of one block: its text place by place, its links by name, its pictures.

A place in a text is named by the words before and after it, as `judging.edits` finds them. Words that were present at every
visit are the block's standing words. Counts are halved at times, so that they stay small and old habits fade.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from pagestrata.model.slots import dataclass

if TYPE_CHECKING:
    from pagestrata.judging.edits import Edit
    from pagestrata.model.blocks import Block

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

TRUST_VISITS = 4
ALWAYS = 0.75
"""A slot that changed at this share of the visits always changes."""
GONE = "block"
"""The slot that changes if the block is not found again."""
REWRITTEN = "rewritten"
"""The slot that changes if most words of the block, figures excluded, are replaced."""
REWRITTEN_SHARE = 0.5
LEAST_REWRITTEN_WORDS = 3
MOST_VISITS = 64
"""Number of visits at which all counts are halved."""
MOST_SLOTS = 48
MOST_CHARACTERS = 4_000
MOST_STANDING = 300
LITTLE_LETTERS = 3
"""Longest word, in letters, that is too common to tell texts apart: and, the, of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockHistory:
    """How often a block was seen and how often its parts changed; `text` and the hashes are what the last visit saw."""

    visits: int = 0
    changes: int = 0
    slots: Mapping[str, int] = field(default_factory=dict)  # 'text', 'link NAME', 'before | after', … -> changes
    text: str = ""
    standing: tuple[str, ...] = ()
    links: Mapping[str, str] = field(default_factory=dict)
    images: str = ""
    block: str = ""  # content id, where a visit left nothing else

    @classmethod
    def first(cls, block: Block) -> BlockHistory:
        """The first sight of a block is no visit to it."""
        text = block.text[:MOST_CHARACTERS]
        return cls(
            text=text,
            standing=tuple(sorted(set(_words(text)))[:MOST_STANDING]),
            links=_links(block),
            images=_images(block),
            block=block.id,
        )

    def share(self, slot: str) -> float:
        """Return the share of visits at which a slot changed."""
        return self.slots.get(slot, 0) / self.visits if self.visits else 0.0

    def always_changes(self, slot: str, visits: int = TRUST_VISITS) -> bool:
        """Return whether a slot changed at nearly all of at least `visits` visits."""
        return self.visits >= visits and self.share(slot) >= ALWAYS

    def holds_no_standing(self, words: Iterable[str], visits: int = TRUST_VISITS) -> bool:
        """Return whether none of these words is a standing word, in a text that always changes."""
        return (
            self.always_changes("text", visits)
            and self.standing != ()
            and not {word for word in words if len(word) > LITTLE_LETTERS} & set(self.standing)
        )

    def unchanged(self) -> BlockHistory:
        return _faded(replace(self, visits=self.visits + 1))

    def missed(self) -> BlockHistory:
        """Return the record after a visit without the block."""
        slots = {**self.slots, GONE: self.slots.get(GONE, 0) + 1}
        return _faded(replace(self, visits=self.visits + 1, changes=self.changes + 1, slots=slots))

    def recorded(self, identity: str) -> BlockHistory:
        """Return the record after a visit that left only the content id of the block."""
        changed = self.block != identity
        return _faded(replace(self, visits=self.visits + 1, changes=self.changes + changed, block=identity))

    def seen(self, block: Block) -> BlockHistory:
        """Return the record after the block was seen again."""
        changed = _changed_slots(self, block)
        text = block.text[:MOST_CHARACTERS]
        slots = {**self.slots, **{slot: self.slots.get(slot, 0) + 1 for slot in changed}}
        return _faded(
            BlockHistory(
                visits=self.visits + 1,
                changes=self.changes + bool(changed),
                slots=_most(slots),
                text=text,
                standing=self.standing if text == self.text else _still_there(self.standing, text),
                links=_links(block),
                images=_images(block),
                block=block.id,
            )
        )

    def to_json(self) -> dict[str, Any]:
        plain = {name: getattr(self, name) for name in self.__slots__}
        return {name: value for name, value in {**plain, "standing": list(self.standing)}.items() if value}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> BlockHistory:
        return cls(**{**data, "standing": tuple(data.get("standing", ()))})


def _still_there(standing: Iterable[str], text: str) -> tuple[str, ...]:

    words = set(_words(text))
    return tuple(word for word in standing if word in words)


def _links(block: Block) -> dict[str, str]:
    return {link.name[:80]: link.address[:200] for link in block.links[:MOST_SLOTS]}


def _images(block: Block) -> str:
    from pagestrata.model.blocks import Block, content_id  # only now: most visits compare nothing

    return content_id(Block(ref="", images=block.images)) if block.images else ""


def _changed_slots(record: BlockHistory, block: Block) -> set[str]:
    from pagestrata.judging.edits import edits_between_texts
    from pagestrata.judging.self_changing import is_noise_edit

    text = block.text[:MOST_CHARACTERS]
    changed: set[str] = set()
    if text != record.text:
        edits = [edit for edit in edits_between_texts(record.text, text) if not is_noise_edit(edit)]
        changed = {slot_of_edit(edit) for edit in edits}
        changed |= {"text"} if edits else set()
        changed |= {REWRITTEN} if _is_rewritten(record.text, edits) else set()
    links = _links(block)
    changed |= {f"link {name}" for name, address in links.items() if record.links.get(name, address) != address}
    if _images(block) != record.images:
        changed.add("image")
    return changed


def _is_rewritten(old_text: str, edits: Iterable[Edit]) -> bool:
    """Return whether a text was replaced: a new score keeps the teams, a new advertisement keeps nothing."""
    all_words = [key for key in _words(old_text) if key[0].isalpha()]
    gone = [word for edit in edits for word in edit.old_words if word[0].isalpha()]
    return len(gone) >= LEAST_REWRITTEN_WORDS and len(gone) > REWRITTEN_SHARE * len(all_words)


def slot_of_edit(edit: Edit) -> str:
    """Return the name of the place of an edit in its text."""
    return f"{edit.before or '^'} | {edit.after or '$'}"


def _words(text: str) -> list[str]:
    from pagestrata.judging.words import key_of

    return key_of(text).split()


def _most(slots: Mapping[str, int]) -> dict[str, int]:
    if len(slots) <= MOST_SLOTS:
        return dict(slots)
    return dict(sorted(slots.items(), key=lambda item: -item[1])[:MOST_SLOTS])


def _faded(record: BlockHistory) -> BlockHistory:
    if record.visits <= MOST_VISITS:
        return record
    slots = {slot: count // 2 for slot, count in record.slots.items() if count > 1}
    return replace(record, visits=record.visits // 2, changes=record.changes // 2, slots=slots)
