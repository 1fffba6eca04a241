from pagestrata.model.fetched import Fetched


def test_headers_are_found_whatever_their_case_and_none_is_none() -> None:
    found = Fetched(
        requested_url="a", url="b", status=200, headers=(("ETAG", '"x"'), ("etag", "second")), body=b"secret"
    )
    assert (found.etag, found.last_modified, found.header("Content-Type")) == ('"x"', None, None)
    assert "secret" not in repr(found)
