"""What a visit received on its way: how many bytes, and where the page leads."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pagestrata.model.fetched import Fetched
from pagestrata.model.records import Visit

if TYPE_CHECKING:
    from pagestrata.model.snapshot import Snapshot

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).


@dataclass(slots=True, kw_only=True)
class Received:
    """Count answers as they arrive; links are read only if `wants_links` is set."""

    wants_links: bool
    size: int = field(default=0, init=False)
    page: Snapshot | None = field(default=None, init=False)  # as it was rendered, at the first look
    links: dict[str, None] = field(default_factory=dict, init=False)

    def plainly(self, answer: Fetched | None) -> Fetched | None:
        if answer is not None:
            self.size += len(answer.body)
            if self.wants_links:
                self._add_links(answer.body, answer.url, answer.header("content-type"))
        return answer

    def more_bytes(self, size: int) -> None:
        """Counts what else was asked for without a browser."""
        self.size += size

    def rendered(self, page: Snapshot) -> Snapshot:
        self.page = self.page or page
        self.size += sum(len(response.body) for response in page.responses)
        return self._with_links(page)

    def seen_again(self, page: Snapshot) -> Snapshot:
        """Count a second look. The files of the page are not recorded again: they count as many bytes as at the first look."""
        files = self.page.responses[1:] if self.page is not None else ()
        self.size += sum(len(response.body) for response in (*page.responses[:1], *files))
        return self._with_links(page)

    def _with_links(self, page: Snapshot) -> Snapshot:
        if self.wants_links and page.dom:
            self._add_links(page.dom.encode("utf-8", "replace"), page.url, "text/html; charset=utf-8")
        return page

    def _add_links(self, body: bytes, url: str, content_type: str | None) -> None:
        from pagestrata.formats.html.page_links import page_links

        self.links |= dict.fromkeys(page_links(body, url, content_type))

    def noted_in(self, outcome: Visit) -> Visit:
        """The visit with what was received; a fault leads nowhere."""
        links = tuple(self.links) if outcome.showed_page else ()
        return replace(outcome, received_bytes=self.size, links=links)
