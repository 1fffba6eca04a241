"""A document of ours printed as PDF by the browser, which reaches no network; the document itself forbids scripts."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from pagestrata.capturing.browser.find import find_browser
from pagestrata.capturing.browser.process import sandbox_flags
from pagestrata.errors import BrowserError

SECONDS = 120.0
_FLAGS = (
    "--headless",
    "--disable-gpu",
    "--no-first-run",
    "--disable-extensions",
    "--disable-background-networking",
    "--proxy-server=127.0.0.1:9",  # where nothing listens
    "--no-pdf-header-footer",
)


def print_pdf(document: str, executable: str | None = None) -> bytes:
    """Return an HTML document as PDF. Raises BrowserError where there is no browser, or it does not print."""
    path = find_browser(executable)
    with tempfile.TemporaryDirectory(prefix="pagestrata-print-") as folder:
        source, target = Path(folder) / "report.html", Path(folder) / "report.pdf"
        source.write_text(document, encoding="utf-8")
        flags = [*_FLAGS, *sandbox_flags(), f"--user-data-dir={folder}/profile", f"--print-to-pdf={target}"]
        try:
            subprocess.run([path, *flags, source.as_uri()], capture_output=True, timeout=SECONDS, check=True)
            return target.read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            raise BrowserError(
                f"the browser {path} did not print the report ({error}); run `pagestrata doctor`"
            ) from error
