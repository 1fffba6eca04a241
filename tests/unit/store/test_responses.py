from pagestrata.model.snapshot import Response
from pagestrata.store.objects import digest_of
from pagestrata.store.responses import read_responses, write_responses


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
    assert [found.digest for found in listed] == [digest_of(page.body), digest_of(image.body)]
    assert [found.with_body(r.body) for found, r in zip(listed, [page, image], strict=True)] == [page, image]
