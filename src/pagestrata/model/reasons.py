"""Why something was decided: a sentence for people that also says which block and which operation it is about."""

from __future__ import annotations

from typing import Any


class Reason(str):
    """A sentence. It is a string, so that it prints, sorts and goes into JSON as one; screens point by its fields.

    `kind` is what was found ('price', 'negation', 'clock', 'moved', …; 'note' for anything else). `block` is a ref of the
    new tree, of the old one for what was deleted, '' for the page as a whole. `operation` is one of Vi-Delta, or ''.
    """

    __slots__ = ("block", "kind", "operation")

    kind: str
    block: str
    operation: str

    def __new__(cls, text: str, *, kind: str = "note", block: str = "", operation: str = "") -> Reason:
        made = super().__new__(cls, text)
        made.kind, made.block, made.operation = kind, block, operation
        return made

    @property
    def text(self) -> str:
        return str.__str__(self)

    def __str__(self) -> str:
        return str.__str__(self)

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.text,), {"kind": self.kind, "block": self.block, "operation": self.operation}
