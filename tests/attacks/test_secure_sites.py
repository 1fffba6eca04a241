"""Incomplete transfers and private addresses over https, where only the browser sees the transfer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from attacks.canaries import Internet, canary, internet, message
from attacks.secure_site import Secure, secure
from attacks.test_faults_kept import ACCIDENTS, GOOD, Town
from pagestrata.app.session import Session
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import CaptureError, RefusedError
from pagestrata.model.records import Visit
from pagestrata.visit.plan import VisitRequest

pytestmark = pytest.mark.browser
HOST = "far.invalid"
PAGE = "<!doctype html><html><title>Words</title><body><p>The council met and decided nothing.</body></html>"


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
    made, error = session.attempt(VisitRequest(url))
    assert (made.fault, made.kept) == ("unreachable", False), made
    assert error is not None
    site.answer = message(GOOD)
    assert session.attempt(VisitRequest(url))[0].kept


def test_a_page_without_an_end_is_a_page(session: Session, town: tuple[Town, Internet]) -> None:
    site, url = town[0], f"https://{HOST}/page/no-end"
    body = GOOD.partition(b"</p>")[0]
    site.answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n" + (
        b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    )
    made, error = session.attempt(VisitRequest(url))
    assert (made.fault, made.kept, error) == (None, True, None)


def test_a_page_without_an_end_that_only_the_browser_may_read_is_asked_again_before_it_counts(
    session: Session, town: tuple[Town, Internet], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A timeout, or a certificate that only the browser accepts: nothing tells half of the page from all of it."""
    monkeypatch.delenv("SSL_CERT_FILE")
    site, url = town[0], f"https://{HOST}/page/browsers-only"
    site.answer = ACCIDENTS["chunks without an end"]
    made = [session.attempt(VisitRequest(url)) for _ in range(3)]
    assert [visit.kept for visit, _ in made] == [False, False, True]
    assert "its response ended early" in str(made[0][1])


def through(proxy: str, address: str, folder: Path) -> tuple[Visit, CaptureError | None]:
    """One visit through a proxy, with a name and a password for it."""
    given = proxy.replace("https://", "https://me:tell-nobody@")
    options = CaptureOptions(proxy=given, screenshot=False, second_look=False, settle_seconds=1.0)
    with Session(archive=folder, options=options) as session:
        return session.attempt(VisitRequest(address))


def test_a_proxy_is_spoken_to_over_https(certificate: Secure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate.certificate))
    with internet(lambda _: message(PAGE), own_tls=certificate.server) as far:
        made, _ = through(far.proxy, f"http://{HOST}/", tmp_path / "archive")
    assert made.kept
    sent = [headers for address, headers in far.asked if HOST in address]
    assert sent
    assert all(headers["proxy-authorization"].startswith("Basic ") for headers in sent)


def test_a_proxy_that_nobody_vouches_for_hears_nothing(
    certificate: Secure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither what is visited nor the password: its certificate is looked at before a word is said."""
    for name in ("SSL_CERT_FILE", "PAGESTRATA_BROWSER"):  # the session of this module may trust it
        monkeypatch.delenv(name, raising=False)
    with internet(lambda _: message(PAGE), own_tls=certificate.server) as far:
        made, error = through(far.proxy, f"http://{HOST}/", tmp_path / "archive")
    assert far.asked == []
    assert made.fault in {"certificate", "unreachable"}
    assert not made.kept
    assert "tell-nobody" not in str(error)


def test_what_listens_without_tls_gets_no_password(tmp_path: Path) -> None:
    with canary() as plain:
        made, error = through(f"https://{plain.address}:{plain.port}", f"http://{HOST}/", tmp_path / "archive")
    assert not made.kept
    assert "tell-nobody" not in str(error)
    heard = b"".join(plain.touched)
    assert HOST.encode() not in heard
    assert b"roxy-" not in heard


def test_a_secure_proxy_is_no_way_inside(certificate: Secure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate.certificate))
    with canary() as inside, internet(lambda _: message(PAGE), own_tls=certificate.server) as far:
        with pytest.raises(RefusedError):
            through(far.proxy, f"{inside.origin}/admin", tmp_path / "archive")
        page = f"<p>words</p><img src='{inside.origin}/x.png'><iframe src='{inside.origin}/y'></iframe>"
        monkeypatch.setattr(far, "_site", lambda _: message(page))
        through(far.proxy, f"http://{HOST}/", tmp_path / "archive")
    assert inside.touched == []
    assert not any(inside.address in address for address in far.addresses)
