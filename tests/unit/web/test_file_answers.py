from starlette.requests import Request

from pagestrata.web.file_answers import FOR_A_YEAR, download, etag_of, file_answer, file_name, names_etag


def requesting(etag: str | None) -> Request:
    headers = [(b"if-none-match", etag.encode())] if etag is not None else []
    return Request({"type": "http", "headers": headers})


def test_a_download_is_saved_and_never_run() -> None:
    answer = download(b"<script>", 'a"b\r\nc/../d.xml')
    assert answer.headers["content-disposition"] == 'attachment; filename="a_b_c_.._d.xml"'
    assert answer.headers["content-security-policy"].startswith("sandbox")
    assert answer.headers["content-type"] == "application/octet-stream"


def test_every_name_becomes_one() -> None:
    assert file_name("...") == "file"
    assert file_name("ä" * 300) == "file"
    assert len(file_name("a" * 300)) == 120


def test_a_file_that_the_client_has_is_not_made_again() -> None:
    made: list[str] = []

    def make() -> bytes:
        made.append("made")
        return b"picture"

    etag = etag_of("20260102030405-1", "band", "0")
    first = file_answer(requesting(None), etag, make, media_type="image/jpeg")
    again = file_answer(requesting(f"W/{etag}"), etag, make, media_type="image/jpeg")
    assert (first.status_code, first.body, first.headers["etag"]) == (200, b"picture", etag)
    assert (again.status_code, again.body, made) == (304, b"", ["made"])
    assert again.headers["cache-control"] == FOR_A_YEAR["cache-control"]


def test_an_etag_is_named_alone_among_others_weakly_or_by_a_star() -> None:
    etag = etag_of("a", b"b")
    assert etag != etag_of("ab", b"")
    for header in (etag, f'"x", {etag}', f"W/{etag}", "*"):
        assert names_etag(header, etag)
    for header in (None, "", '"x"', etag.strip('"')):
        assert not names_etag(header, etag)
