"""Whether the files that the last rendering used are still the same: no source tells that a style sheet hides a clause now.

Every rendering leaves the digests and validators of its style sheets, scripts, pictures, frames and data in the memory of its
page. A cheap visit asks for them again; one that changed, or that cannot be asked for, makes the visit render. Files that differ
at every visit are no reason to render for ever: after `HARMLESS_AFTER` changes in a row after which a rendering kept nothing,
a file is not asked for any more, and the visit says so. The same holds for scripts and styles in the source itself.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urljoin, urlsplit

from pagestrata.errors import PagestrataError
from pagestrata.formats.urls import without_secrets
from pagestrata.model.page_state import PageMemory, PageState, UsedResource, UsedResources
from pagestrata.model.reasons import Reason
from pagestrata.model.slots import dataclass

if TYPE_CHECKING:
    from pagestrata.model.blocks import BlockTree
    from pagestrata.model.snapshot import Response
    from pagestrata.store.archive import Archive

# Imports inside functions: visits that find nothing new end without them (tests/guards/test_light_start.py).

AskAgain = Callable[[Sequence[UsedResource]], Sequence[bool]]
"""Whether the server still sends each of these files; False where it cannot be asked."""

HARMLESS_AFTER = 3
"""Changes in a row without effect after which a file is not asked for any more."""
MOST_ASKED = 50
"""Files of one page that are asked for."""
LARGE_PICTURE_PX = 10_000
"""Area of a block from which on its pictures matter; smaller ones hold icons."""
TRACKING_PIXEL_BYTES = 80
"""Pictures up to this size count visitors."""
LONGEST_ADDRESS = 2_000
MOST_NAMED = 3
"""Files that a reason names."""
NOT_STORED = "pictures that are not stored"
UNASKED_KINDS = {"font": "fonts", "media": "sounds and videos"}
IN_SOURCE = {"scripts": "scripts in the source", "styles": "styles in the source"}
"""What a comparison of sources passes over that may change what shows, by its kind there."""
_RANKS = {"stylesheet": 0, "document": 2, "script": 3, "xhr": 4, "fetch": 4}
_LARGE_PICTURE, _SMALL_PICTURE = 1, 5
_LAST_THAT_MATTERS = 3
_DIGEST_LETTERS = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceLook:
    """What asking for the files of a page found: what changed, and what was left out, in words."""

    changed: tuple[str, ...] = ()
    harmless: tuple[str, ...] = ()  # not asked for any more, as their changes had no effect
    unasked: Mapping[str, int]


def digest_of(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:_DIGEST_LETTERS]


class _Shown(NamedTuple):
    """The addresses of pictures in a block tree: those in advertisements, and those larger than icons elsewhere."""

    advertised: set[str]
    large: set[str]


def _shown_pictures(tree: BlockTree | None) -> _Shown:
    shown = _Shown(set(), set())
    for leaf in tree.leaves() if tree is not None else ():
        addresses = {image.address for image in leaf.images if image.address.startswith("http")}
        if leaf.role == "ad":
            shown.advertised.update(addresses)
        elif leaf.box.area >= LARGE_PICTURE_PX:
            shown.large.update(addresses)
    return shown


def used_by(responses: Sequence[Response], tree: BlockTree | None) -> UsedResources:
    """The files that a rendering used; its first response is the page itself."""
    shown, unasked = _shown_pictures(tree), Counter[str]()
    found: dict[str, tuple[int, int, UsedResource]] = {}
    for answer in responses[1:]:
        if answer.method != "GET" or not 200 <= answer.status < 300 or _asked_for(answer) in found:
            continue
        left_out = _left_out(answer, shown.advertised)
        if left_out is None:
            found[_asked_for(answer)] = (_rank(answer, shown.large), -len(answer.body), _resource(answer))
        elif left_out:
            unasked[left_out] += 1
    unasked[NOT_STORED] += len(shown.large - {address for answer in responses for address in _addresses(answer)})
    ranked = sorted(found.values(), key=lambda one: one[:2])
    matter = sum(rank <= _LAST_THAT_MATTERS for rank, _, _ in ranked)
    unasked["small pictures and data"] += max(0, len(ranked) - max(matter, MOST_ASKED))
    return UsedResources(
        used=tuple(one for _, _, one in ranked[:MOST_ASKED]),
        unasked=dict(+unasked),
        too_many=max(0, matter - MOST_ASKED),
    )


def _rank(answer: Response, large: set[str]) -> int:
    is_large = not large.isdisjoint(_addresses(answer))
    return _RANKS.get(answer.resource_type, _LARGE_PICTURE if is_large else _SMALL_PICTURE)


def _asked_for(answer: Response) -> str:
    """The address that the page names: it may lead to another file tomorrow."""
    return answer.redirected_from or answer.url


def _addresses(answer: Response) -> set[str]:
    return {answer.url, _asked_for(answer)}


def _left_out(answer: Response, advertised: set[str]) -> str | None:
    """What a file is that is not asked for, '' where that needs no word; None for one that is."""
    kind = answer.resource_type
    if kind in UNASKED_KINDS:
        return UNASKED_KINDS[kind]
    if kind != "image" and kind not in _RANKS:
        return ""  # icons of windows, manifests, beacons: nothing of them shows
    if kind == "image" and len(answer.body) <= TRACKING_PIXEL_BYTES:
        return ""
    if not advertised.isdisjoint(_addresses(answer)):
        return "pictures in advertisements"
    address = _asked_for(answer)
    if len(address) > LONGEST_ADDRESS or not address.startswith("http"):
        return "files with unusual addresses" if address.startswith("http") else ""
    return None


def _resource(answer: Response) -> UsedResource:
    """The validators of a redirected file are left out: the next one that the address leads to may be older than this one."""
    is_redirected = bool(answer.redirected_from)
    return UsedResource(
        url=_asked_for(answer),
        kind=answer.resource_type,
        digest=digest_of(answer.body),
        etag=None if is_redirected else answer.header("etag"),
        last_modified=None if is_redirected else answer.header("last-modified"),
    )


def read_resources(memory: PageMemory) -> UsedResources | None:
    """The files in the memory of a page; None where it holds none, or what another version of this program wrote."""
    values = memory.resources
    try:
        return UsedResources(
            used=tuple(
                UsedResource(url=url, kind=kind, digest=digest, etag=etag, last_modified=modified)
                for url, kind, digest, etag, modified in values["used"]
            ),
            harmless={str(name): int(count) for name, count in values["harmless"].items()},
            unasked={str(name): int(count) for name, count in values["unasked"].items()},
            too_many=int(values["too_many"]),
        )
    except (KeyError, ValueError, TypeError, AttributeError):
        return None


def _written(found: UsedResources) -> Mapping[str, Any]:
    return {
        "used": [[one.url, one.kind, one.digest, one.etag, one.last_modified] for one in found.used],
        "harmless": dict(found.harmless),
        "unasked": dict(found.unasked),
        "too_many": found.too_many,
    }


def with_resources(archive: Archive, state: PageState) -> PageState:
    """The page with the files of its last rendering; of archives that did not remember them, those of the last version."""
    if state.last is None or read_resources(state.memory) is not None:
        return state
    try:
        stored, tree = archive.contents.responses(state.last), archive.contents.tree(state.last)
    except PagestrataError:
        return state
    found = used_by([stored[None], *(one for url, one in stored.items() if url)] if stored else (), tree)
    return replace(state, memory=replace(state.memory, resources=_written(found)))


def after_rendering(
    memory: PageMemory, responses: Sequence[Response], tree: BlockTree | None, *, changed: Iterable[str], kept: bool
) -> PageMemory:
    """The memory of a page that was just rendered; `changed` is what the cheap stages found changed before."""
    before, now = read_resources(memory) or UsedResources(), used_by(responses, tree)
    digests = {one.url: one.digest for one in before.used}
    names = {one.url for one in now.used}
    differ = {*changed} | {one.url for one in now.used if digests.get(one.url, one.digest) != one.digest}
    counts = {name: count for name, count in before.harmless.items() if name in names or name in IN_SOURCE.values()}
    for name in differ & (names | {*IN_SOURCE.values()}):
        counts[name] = 0 if kept else counts.get(name, 0) + 1
    kept_counts = {name: count for name, count in counts.items() if count}
    return replace(memory, resources=_written(replace(now, harmless=kept_counts)))


def is_harmless(memory: PageMemory, name: str) -> bool:
    """Whether changes of this file, or of what `IN_SOURCE` names, have had no effect lately."""
    return int(memory.resources.get("harmless", {}).get(name, 0)) >= HARMLESS_AFTER


def look_at_resources(state: PageState, ask: AskAgain | None, *, body: bytes = b"") -> ResourceLook:
    """Ask for the files of the last rendering again. `body` is the new source, where there is one."""
    known = read_resources(state.memory) or UsedResources()
    harmless = tuple(one.url for one in known.used if is_harmless(state.memory, one.url))
    wanted = [one for one in known.used if one.url not in harmless]
    if known.too_many:
        return ResourceLook(changed=(f"{known.too_many} files above the limit",), unasked=known.unasked)
    if ask is None:
        same: Sequence[bool] = [False] * len(wanted)
    else:
        same = ask([replace(one, url=_new_address(one.url, body, state.url)) for one in wanted]) if wanted else ()
    changed = tuple(one.url for one, is_same in zip(wanted, same, strict=True) if not is_same)
    return ResourceLook(changed=changed, harmless=harmless, unasked=known.unasked)


def _new_address(url: str, body: bytes, page_url: str) -> str:
    """Where a source names a file now: the same place, or the one that differs only in its query."""
    parts = urlsplit(url)
    name = parts.path.rpartition("/")[2].encode()
    if not parts.query or not name or not body:
        return url
    bare = url.partition("?")[0]
    from html import unescape  # only now: few addresses have a query, and all names of characters come with it

    found = re.findall(rb"[^\"'\s(,=]*" + re.escape(name) + rb"\?[^\"'\s>,)]*", body)
    addresses = [urljoin(page_url, unescape(one.decode("utf-8", "replace"))) for one in found]
    alike = [address for address in addresses if address.partition("?")[0] == bare]
    return url if url in alike or not alike else alike[0]


def unlooked_words(look: ResourceLook) -> str:
    """What a visit did not look at, in words; '' where it looked at everything."""
    kinds = [f"{name} ({count})" for name, count in look.unasked.items()]
    if look.harmless:
        kinds.append(f"{named(look.harmless)} (changed {HARMLESS_AFTER} times without effect)")
    return ", ".join(kinds)


def rendered_reason(changed: Sequence[str]) -> Reason:
    """Why a page was rendered although its source said nothing new."""
    return Reason(f"rendered because resources of the page may have changed: {named(changed)}", kind="resources")


def named(names: Sequence[str]) -> str:
    """The first few files, by the ends of their addresses."""
    shown = [without_secrets(name).partition("?")[0][-100:] for name in names[:MOST_NAMED]]
    more = len(names) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")
