"""Notification rules, and the messages on their way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import Any, Literal

from pagestrata.model.slots import dataclass

SubjectKind = Literal["watch", "trail"]
RuleKind = Literal["watch", "trail", "tag"]
DeliveryStatus = Literal["waiting", "sending", "sent", "given up"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeRule:
    """A notification rule for a watch, a trail or a tag. `channel` may contain a password and is never shown."""

    id: str
    kind: RuleKind
    subject: str  # id of the watch or trail, or the tag
    channel: str = field(repr=False)
    created_at: datetime  # earlier changes are not reported
    conditions: Mapping[str, Any] = field(default_factory=dict)
    timing: Mapping[str, Any] = field(default_factory=dict)
    template: Mapping[str, Any] = field(default_factory=dict)
    public_only: bool = False  # added over the network: its channel must be on the public Internet


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """One message on its way to one place. `key` names the rule, the subject and the version: one message for each."""

    key: str
    rule: str
    place: str  # the channel without its secrets
    title: str
    body: str
    is_html: bool = False
    in_digest: bool = False  # may be joined with others for the same place
    picture_png: bytes | None = field(default=None, repr=False)
    created_at: datetime
    release_at: datetime  # when it may first go out
    due_at: datetime  # time of the next attempt; while it is being sent, the time at which another program may try
    attempts: int = 0
    status: DeliveryStatus = "waiting"
    problem: str | None = None
    is_repeat: bool = False  # an earlier try ended without an answer: it may have arrived
