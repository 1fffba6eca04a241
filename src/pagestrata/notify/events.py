"""What happened, as far as a notification needs to know. Built by the pipeline, read by rules and messages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

TrailState = Literal["found", "uncertain", "lost"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One version of a watched page or of a followed block."""

    subject: str  # id of the watch or trail
    kind: Literal["watch", "trail"]
    name: str  # what a person calls it: page title or block topic
    url: str
    version: str
    time: datetime
    importance: float = 0.0
    operations: Mapping[str, int] = field(default_factory=dict)  # insert, delete, update, ... -> how many
    old_text: str = ""
    new_text: str = ""
    old_number: float | None = None
    new_number: float | None = None
    old_state: TrailState = "found"
    new_state: TrailState = "found"
    tags: tuple[str, ...] = ()
    picture_png: bytes | None = field(default=None, repr=False)

    @property
    def key(self) -> str:
        """The same for the same news, also after a crash and a second look at the same version."""
        return f"{self.kind}:{self.subject}:{self.version}:{self.new_state}"

    @property
    def has_changed(self) -> bool:
        return bool(self.operations) or self.old_text != self.new_text
