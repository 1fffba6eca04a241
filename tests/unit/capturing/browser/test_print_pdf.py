from __future__ import annotations

import pytest

from pagestrata.capturing.browser.print_pdf import print_pdf
from pagestrata.errors import BrowserError


@pytest.mark.browser
def test_a_document_is_printed() -> None:
    printed = print_pdf("<!doctype html><title>A report</title><p>What the page said")
    assert printed.startswith(b"%PDF-")


def test_a_program_that_prints_nothing_is_said() -> None:
    with pytest.raises(BrowserError, match="did not print the report"):
        print_pdf("<p>text", "/bin/false")
