"""The scope of a site that is watched as a whole: which pages belong to it.

The scope `prefix` contains everything below the address of the watch: its folder if it names a file (/docs/index.html), else
what begins with it (/docs, /docs/a, /docs?page=2). `host` is the whole host, with and without www. Depth is the number of links
from the watched page. Patterns (RE2, anywhere in the address) exclude pages or include only matching ones. The number of
pages is limited.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, Self
from urllib.parse import urlsplit, urlunsplit

import re2

from pagestrata.errors import InputError, UsageError
from pagestrata.formats.urls import canonical_url, without_session
from pagestrata.model.watch_settings import WatchSettings

ScopeKind = Literal["prefix", "host"]
DEFAULT_DEPTH = 10
DEFAULT_PAGES = 1_000
LONGEST_PATTERN = 1_000
_NO_PAGE = re.compile(
    r"\.(?:7z|apk|avi|avif|bin|bmp|bz2|css|deb|dmg|docx?|eot|epub|exe|flac|gif|gz|ico|iso|jar|jpe?g|js|json|m4[av]|mkv"
    r"|mov|mp[34]|mpe?g|msi|ogg|ogv|otf|png|pptx?|rar|rpm|svg|tar|tgz|tiff?|ttf|wav|web[mp]|wmv|woff2?|xlsx?|xz|zip)$",
    re.IGNORECASE,
)
_TRACKING = re.compile(r"(?i)^(utm_[a-z]+|fbclid|gclid|msclkid|mc_[ce]id|yclid|_ga|igshid)(=|$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """The pages of one site."""

    root: str
    kind: ScopeKind
    depth: int = DEFAULT_DEPTH
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    most_pages: int = DEFAULT_PAGES

    @classmethod
    def of_watch(cls, root: str, settings: WatchSettings) -> Self | None:
        """The scope of a watch; None if it is for one page."""
        if settings.scope is None:
            return None
        return cls(
            root=canonical_url(root),
            kind=settings.scope,
            depth=DEFAULT_DEPTH if settings.scope_depth is None else settings.scope_depth,
            include=settings.scope_include,
            exclude=settings.scope_exclude,
            most_pages=DEFAULT_PAGES if settings.scope_pages is None else settings.scope_pages,
        )

    def holds(self, address: str) -> bool:
        """Whether a page (as `page_address` writes it) belongs to the site."""
        parts, root = urlsplit(address), urlsplit(self.root)
        if parts.scheme not in {"http", "https"} or _site_of(parts.netloc) != _site_of(root.netloc):
            return False
        if self.kind == "prefix" and not _is_below(parts.path, root.path):
            return False
        if _NO_PAGE.search(parts.path) or any(_compiled(pattern).search(address) for pattern in self.exclude):
            return False
        return not self.include or any(_compiled(pattern).search(address) for pattern in self.include)


def page_address(url: str) -> str | None:
    """The address of a linked page without session, tracking and fragment; None if it is not a web page."""
    try:
        address = canonical_url(url)
    except InputError:
        return None
    parts = urlsplit(without_session(address))
    if parts.scheme not in {"http", "https"}:
        return None
    query = "&".join(field for field in parts.query.split("&") if field and not _TRACKING.match(field))
    return urlunsplit((parts.scheme, parts.netloc, parts.path or "/", query, ""))


def pages_in(scope: Scope, urls: Iterable[str]) -> list[str]:
    """The pages of the site among these addresses, each once, in their order."""
    found = dict.fromkeys(filter(None, map(page_address, urls)))
    return [address for address in found if scope.holds(address)]


def check_scope_patterns(patterns: Sequence[str]) -> None:
    """Raises UsageError for patterns that RE2 cannot compile."""
    for pattern in patterns:
        _compiled(pattern)


def _site_of(netloc: str) -> str:
    return netloc.rpartition("@")[2].lower().removeprefix("www.")


def _is_below(path: str, root: str) -> bool:
    folder, _, name = root.rpartition("/")
    if not name or "." in name:
        return path.startswith(f"{folder}/")
    return path == root or path.startswith(f"{root}/")


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> Any:
    options = re2.Options()
    options.log_errors = False
    if len(pattern) > LONGEST_PATTERN:
        raise UsageError(f"the pattern {pattern[:40]!r}… is longer than {LONGEST_PATTERN} characters; use several")
    try:
        return re2.compile(pattern, options)
    except re2.error as error:
        reason = error.args[0].decode("utf-8", "replace") if isinstance(error.args[0], bytes) else error
        raise UsageError(
            f"{pattern!r} is not a supported regular expression ({reason}); write for example '/news/'"
        ) from error
