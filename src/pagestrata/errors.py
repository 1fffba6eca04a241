"""Everything that can go wrong, as one small tree.

    PagestrataError            an error a person can act on; exit code 2
    ├── UsageError             the request itself makes no sense (bad option, bad selector, unknown segmenter)
    │   ├── FollowedError      the block is followed already; who asked is shown its trail
    │   └── StaleChoiceError   the page changed since somebody chose on it; who asked is shown it as it is now
    ├── InputError             a file, record or tree that cannot be read or does not fit
    ├── NotFoundError          nothing stored or found under that name; exit code 1
    ├── ArchiveError           the archive cannot be opened, read or written
    │   ├── CollectedMeanwhileError  something looked up is gone from its place: another program may have moved it
    │   ├── DamagedCatalogError  nothing of the catalogue can be read; `verify --repair` makes it again from the blobs
    │   └── OlderArchiveError  made by an older program and opened only for reading; opening it for writing helps
    ├── WorkLostError          the workers that had it in hand died, one after another
    ├── BrowserNeededError     a worker without a browser got a visit that needs one; another worker continues it
    └── CaptureError           a page could not be captured; exit code 3
        ├── RefusedError       refused before any request: private address, scheme
        ├── StepFailedError    a step on the page could not be taken; has the page as it was then
        ├── BrokenTransferError  the answer ended before its end; a browser shows the half that came
        ├── BrowserError       no browser, or it died; a retry with a fresh browser may help
        └── PageTimeoutError   the page did not finish within its time limit
            └── SlowPageError  the page is there, but cutting, comparing or judging it took too long

A leaf exists only where callers react differently. Every message says what went wrong, where, and what to do next.
"""


class PagestrataError(Exception):
    """Base of all errors raised on purpose."""

    exit_code = 2


class UsageError(PagestrataError):
    """The request itself makes no sense."""


class FollowedError(UsageError):
    """The block is followed already, by the trail with this id."""

    def __init__(self, message: str, *, trail_id: str = "") -> None:
        super().__init__(message)
        self.trail_id = trail_id


class StaleChoiceError(UsageError):
    """The page shows something else than it showed to the person who chose on it."""


class InputError(PagestrataError):
    """A file, record or tree cannot be read or does not fit."""


class NotFoundError(PagestrataError):
    """Nothing is stored or found under that name."""

    exit_code = 1


class ArchiveError(PagestrataError):
    """The archive cannot be opened, read or written."""


class CollectedMeanwhileError(ArchiveError):
    """What was looked up a moment ago is no longer in its place: collected or moved meanwhile, or lost. Looking again tells."""


class DamagedCatalogError(ArchiveError):
    """The catalogue is damaged or gone; what the blobs tell of it can be brought back."""


class OlderArchiveError(ArchiveError):
    """The archive was made by an older program and is only opened for reading, so it cannot be brought up to date."""


class WorkLostError(PagestrataError):
    """Every worker that was given this piece of work died."""


class BrowserNeededError(PagestrataError):
    """The stages without a browser cannot end this visit, and this program was told to open none."""


class CaptureError(PagestrataError):
    """A page could not be captured."""

    exit_code = 3


class RefusedError(CaptureError):
    """The address is refused before any request is made."""


class StepFailedError(CaptureError):
    """A step that was to be taken on the page could not be; `snapshot` is the page as it was then, None where it has none."""

    def __init__(self, message: str, *, snapshot: object = None) -> None:
        super().__init__(message)
        self.snapshot = snapshot


class BrokenTransferError(CaptureError):
    """The answer of a server ended too early."""


class BrowserError(CaptureError):
    """No browser could be found or started, or it died in mid-capture."""


class PageTimeoutError(CaptureError):
    """The page did not finish within its time limit."""


class SlowPageError(PageTimeoutError):
    """Cutting, comparing or judging the page took too long and was ended."""
