import gzip

import pytest

from pagestrata.errors import InputError
from pagestrata.formats.recordings.http_messages import (
    decoded_body,
    media_type,
    parse_head,
    request_headers,
    without_codings,
)
from warcs import message


def test_status_headers_and_body_are_told_apart() -> None:
    head = parse_head(message(b"body", status="404 Not Found", headers={"X-Long": "one"}))
    assert head.status == 404
    assert head.header("x-long") == "one"
    assert media_type(head.headers) == "text/html"
    assert message(b"body", status="404 Not Found", headers={"X-Long": "one"})[head.body_start :] == b"body"


def test_bare_line_feeds_folded_lines_and_odd_bytes_are_read() -> None:
    odd = b"HTTP/1.0 200\nX-Folded: one\n two\nno colon here\nX-Latin: caf\xe9\n\nbody"
    head = parse_head(odd)
    assert head.headers == (("X-Folded", "one two"), ("X-Latin", "caf\udce9"))
    assert head.header("x-latin") == "café"
    assert odd[head.body_start :] == b"body"


def test_a_head_without_end_has_no_body() -> None:
    assert parse_head(b"HTTP/1.1 204 No Content\r\nX: y\r\n").headers == (("X", "y"),)


@pytest.mark.parametrize("block", [b"", b"<html>", b"HTTP/1.1 abc", b"HTTP/1.1 2000 OK"])
def test_bytes_that_are_no_response_are_a_value_error(block: bytes) -> None:
    with pytest.raises(ValueError, match=r"no HTTP status line"):
        parse_head(block)


def test_a_huge_head_is_a_value_error() -> None:
    with pytest.raises(ValueError, match=r"an HTTP head of more than"):
        parse_head(b"HTTP/1.1 200 OK\r\nX: " + b"a" * 300_000)


def test_chunks_and_compression_are_undone() -> None:
    packed = gzip.compress(b"page")
    chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (len(packed), packed)
    head = parse_head(message(headers={"Transfer-Encoding": "chunked", "Content-Encoding": "gzip"}))
    assert decoded_body(head, chunked) == b"page"


def test_a_body_stored_decoded_under_old_headers_is_kept() -> None:
    head = parse_head(message(headers={"Transfer-Encoding": "chunked", "Content-Encoding": "gzip"}))
    assert decoded_body(head, b"<p>plain") == b"<p>plain"


def test_a_body_beyond_the_limit_is_an_input_error() -> None:
    with pytest.raises(InputError, match=r"the body has 11 bytes, more than 10"):
        decoded_body(parse_head(message()), b"x" * 11, max_bytes=10)


def test_headers_of_the_coded_body_are_dropped() -> None:
    headers = (("Content-Encoding", "gzip"), ("content-length", "3"), ("X", "y"), ("Transfer-Encoding", "chunked"))
    assert without_codings(headers) == (("X", "y"),)


def test_the_headers_of_a_request_without_secrets() -> None:
    asked = b"GET /a HTTP/1.1\r\nHost: a.test\r\nAuthorization: Basic x\r\nAccept: text/html\r\n\r\n"
    assert request_headers(asked) == (("Accept", "text/html"),)
    with pytest.raises(ValueError, match="no HTTP request line"):
        request_headers(b"HTTP/1.1 200 OK\r\n\r\n")
