from dataclasses import replace

from pagestrata.model.snapshot import Response
from pagestrata.store.objects.responses import read_responses, write_responses
from pagestrata.store.objects.stored_bytes import digest_of


def test_everything_but_the_body_comes_back() -> None:
    page = Response(
        url="http://site.test/ü?a=1",
        status=404,
        headers=(("Set-Cookie", "a=1"), ("set-cookie", "b=\u2028")),
        body=b"text\n",
        method="POST",
        resource_type="document",
    )
    image = Response(url="http://site.test/a.png", status=200, headers=(), body=b"")
    listed = read_responses(write_responses([page, image]))
    assert [found.digest for found in listed] == [b"", digest_of(image.body)]
    assert [found.with_body(r.body) for found, r in zip(listed, [page, image], strict=True)] == [page, image]


def test_pages_that_differ_only_in_their_body_have_the_same_list() -> None:
    page = Response(url="http://site.test/", status=200, headers=(), body=b"one")
    assert write_responses([page]) == write_responses([replace(page, body=b"two")])


def test_a_list_that_names_the_page_too_is_read() -> None:
    old = b'["http://site.test/", 200, "GET", "document", "00ff", []]'
    (listed,) = read_responses(old)
    assert listed.digest == b"\x00\xff"


def test_who_answered_and_what_was_asked_come_back() -> None:
    page = Response(
        url="http://site.test/", status=200, headers=(), body=b"one",
        server_address="2001:db8::1", request_headers=(("Accept", "*/*"),),
    )  # fmt: skip
    for found in (page, replace(page, certificates=(b"own", b"of its issuer"))):
        (listed,) = read_responses(write_responses([found]))
        assert listed.with_body(b"one") == found
