"""Over https nobody but the browser sees the transfer: what is true over http has to be true there, too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from attacks.canaries import Internet, internet, message
from attacks.secure_site import Secure, secure
from attacks.test_faults_kept import ACCIDENTS, GOOD, Town
from pagestrata.app.session import Session
from pagestrata.capturing.options import CaptureOptions

pytestmark = pytest.mark.browser
HOST = "far.invalid"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Secure:
    return secure(tmp_path_factory.mktemp("secure"), HOST)


@pytest.fixture(scope="module")
def town(certificate: Secure) -> Iterator[tuple[Town, Internet]]:
    site = Town()
    with internet(site, certificate.server) as far:
        yield site, far


@pytest.fixture(scope="module")
def session(
    town: tuple[Town, Internet], certificate: Secure, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Session]:
    folder: Path = tmp_path_factory.mktemp("secure-faults") / "archive"
    options = CaptureOptions(proxy=town[1].proxy, screenshot=False, second_look=False, settle_seconds=1.0)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("SSL_CERT_FILE", str(certificate.certificate))
        patched.setenv("PAGESTRATA_BROWSER", str(certificate.browser))
        with Session(archive=folder, options=options) as found:
            yield found


@pytest.mark.parametrize("accident", ["a short length", "chunks without an end", "a cut chunk", "half of a gzip"])
def test_a_first_visit_over_https_keeps_no_half_of_a_page(
    session: Session, town: tuple[Town, Internet], accident: str
) -> None:
    site, url = town[0], f"https://{HOST}/page/first-{accident.replace(' ', '-')}"
    site.answer = ACCIDENTS[accident]
    made, error = session.attempt(url)
    assert (made.fault, made.kept) == ("unreachable", False), made
    assert error is not None
    site.answer = message(GOOD)
    assert session.attempt(url)[0].kept


def test_a_page_without_an_end_is_a_page(session: Session, town: tuple[Town, Internet]) -> None:
    site, url = town[0], f"https://{HOST}/page/no-end"
    body = GOOD.partition(b"</p>")[0]
    site.answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n" + (
        b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    )
    made, error = session.attempt(url)
    assert (made.fault, made.kept, error) == (None, True, None)
