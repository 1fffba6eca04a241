"""Everything that can go wrong, as one small tree.

    PagestrataError            an error a person can act on; exit code 2
    ├── UsageError             the request itself is invalid (bad option, bad selector, unknown segmenter)
    │   ├── FollowedError      the block is already followed; the user is shown its trail
    │   └── StaleChoiceError   the page changed since the user chose on it; the user is shown the current page
    ├── InputError             a file, record or tree is unreadable or does not fit
    ├── NotFoundError          nothing is stored or found under this name; exit code 1
    ├── ArchiveError           the archive cannot be opened, read or written
    │   ├── CollectedMeanwhileError  an object is gone from its place: another program may have moved it
    │   ├── DamagedCatalogError  the catalogue is unreadable; `verify --repair` rebuilds it from the blobs
    │   └── OlderArchiveError  an older program made it, and it is opened read-only; open it for writing
    ├── WorkLostError          all workers that had this piece of work died
    ├── BrowserNeededError     a worker without a browser got a visit that needs one; another worker continues it
    └── CaptureError           a page could not be captured; exit code 3
        ├── RefusedError       refused before any request: private address, scheme
        ├── StepFailedError    a step on the page failed; has the page at that moment
        ├── BrokenTransferError  the response was cut off; a browser would show half of the page
        ├── BrowserError       there is no browser, or it died; retry with a fresh one
        └── PageTimeoutError   the page did not finish within its time limit
            └── SlowPageError  the page was captured, but cutting, comparing or judging it took too long

A leaf exists only if callers react differently. Every message says what went wrong, where, and what to do next.
"""


class PagestrataError(Exception):
    """Base of all errors raised on purpose."""

    exit_code = 2


class UsageError(PagestrataError):
    """The request itself is invalid."""


class FollowedError(UsageError):
    """The block is already followed by the trail with this id."""

    def __init__(self, message: str, *, trail_id: str = "") -> None:
        super().__init__(message)
        self.trail_id = trail_id


class StaleChoiceError(UsageError):
    """The page no longer shows what the user chose on it."""


class InputError(PagestrataError):
    """A file, record or tree cannot be read or does not fit."""


class NotFoundError(PagestrataError):
    """Nothing is stored or found under that name."""

    exit_code = 1


class ArchiveError(PagestrataError):
    """The archive cannot be opened, read or written."""


class CollectedMeanwhileError(ArchiveError):
    """An object was collected, moved or lost since it was looked up; looking it up again tells which."""


class DamagedCatalogError(ArchiveError):
    """The catalogue is damaged or missing; it can be rebuilt from the blobs."""


class OlderArchiveError(ArchiveError):
    """The archive of an older program is opened read-only, so it cannot be upgraded."""


class WorkLostError(PagestrataError):
    """All workers that had this piece of work died."""


class BrowserNeededError(PagestrataError):
    """The stages without a browser cannot finish this visit, and this program must not open one."""


class CaptureError(PagestrataError):
    """A page could not be captured."""

    exit_code = 3


class RefusedError(CaptureError):
    """The address is refused before any request is made."""


class StepFailedError(CaptureError):
    """A step on the page failed; `snapshot` is the page at that moment, or None."""

    def __init__(self, message: str, *, snapshot: object = None) -> None:
        super().__init__(message)
        self.snapshot = snapshot


class BrokenTransferError(CaptureError):
    """The response of a server was cut off."""


class BrowserError(CaptureError):
    """No browser was found or started, or it died during a capture."""


class PageTimeoutError(CaptureError):
    """The page did not finish within its time limit."""


class SlowPageError(PageTimeoutError):
    """Cutting, comparing or judging the page took too long and was ended."""
