import os
import shutil
import socket
import ssl
from pathlib import Path
from typing import Any

import pytest

from pagestrata.capturing.http.fetch import fetch
from pagestrata.capturing.http.vetted_transport import split_proxy
from pagestrata.errors import CaptureError, RefusedError
from servers import serving
from warcs import message


def test_a_proxy_is_split_into_address_and_credentials() -> None:
    assert split_proxy("http://me:p%40ss@proxy.example:3128") == ("http://proxy.example:3128", ("me", "p@ss"))
    assert split_proxy("http://proxy.example:3128/") == ("http://proxy.example:3128", None)


@pytest.mark.parametrize("proxy", ["proxy.example:3128", "socks5://proxy.example", "http://"])
def test_text_that_is_no_proxy_is_an_error(proxy: str) -> None:
    with pytest.raises(CaptureError, match=r"is not a proxy that can be used; write http://user:password@host:port"):
        split_proxy(proxy)


def test_requests_go_through_the_proxy_with_its_credentials() -> None:
    with serving(message(b"by proxy")) as proxy:
        proxied = f"http://me:secret@127.0.0.1:{proxy.port}"
        assert fetch("http://page.invalid/x", proxy=proxied).body == b"by proxy"
    assert proxy.asked[0].path == "http://page.invalid/x"
    assert proxy.asked[0].headers["proxy-authorization"] == "Basic bWU6c2VjcmV0"


def test_a_proxy_on_localhost_is_found_where_no_file_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bare machine has no /etc/hosts."""

    look_up = socket.getaddrinfo

    def unknown(host: Any, *given: Any, **named: Any) -> Any:
        if host == "localhost":
            raise socket.gaierror("Name or service not known")
        return look_up(host, *given, **named)

    with serving(message(b"by proxy")) as proxy:
        monkeypatch.setattr(socket, "getaddrinfo", unknown)
        assert fetch("http://93.184.215.14/x", proxy=f"http://localhost:{proxy.port}").body == b"by proxy"


def test_private_names_are_refused_behind_a_proxy_too() -> None:
    with serving(message()) as proxy, pytest.raises(RefusedError, match=r"private address"):
        fetch("http://localhost/", proxy=f"http://127.0.0.1:{proxy.port}")
    assert proxy.asked == []


def test_a_proxy_that_is_not_there_is_an_error() -> None:
    with pytest.raises(CaptureError, match=r"refused or unreachable"):
        fetch("http://page.invalid/", proxy="http://127.0.0.1:9")


def test_certificates_are_read_again_when_others_are_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A daemon runs for months: what it trusts is neither what it trusted first nor what another archive's settings said."""
    certificate = Path(__file__).parents[3] / "localhost.pem"
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    trusted = tmp_path / "trusted.pem"
    with serving(message(b"safe"), tls=context) as server:
        with pytest.raises(CaptureError, match="its certificate is not accepted"):
            fetch(server.url, allow_private=True)
        shutil.copy(certificate, trusted)
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
        assert fetch(server.url, allow_private=True).body == b"safe"
        trusted.write_text("")
        os.utime(trusted, (1, 1))
        with pytest.raises(CaptureError, match="its certificate is not accepted"):
            fetch(server.url, allow_private=True)
