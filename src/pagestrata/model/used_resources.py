"""What a rendering used next to the source of its page: style sheets, scripts, pictures, frames and data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedResource:
    """A file that a rendering used, with the digest and validators that show whether the server still sends it."""

    url: str
    kind: str  # as in `Response.resource_type`
    digest: str
    etag: str | None = None
    last_modified: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedResources:
    """The files of the last rendering of a page, those first that matter most.

    `harmless` counts, by address or by name, the changes in a row after which a rendering kept nothing. `unasked` counts the
    files that are not asked for, by what they are. `too_many` is how many files that matter are more than a visit asks for.
    """

    used: tuple[UsedResource, ...] = ()
    harmless: Mapping[str, int] = field(default_factory=dict)
    unasked: Mapping[str, int] = field(default_factory=dict)
    too_many: int = 0
