from pagestrata.web.downloads import download, file_name


def test_a_download_is_saved_and_never_run() -> None:
    answer = download(b"<script>", 'a"b\r\nc/../d.xml')
    assert answer.headers["content-disposition"] == 'attachment; filename="a_b_c_.._d.xml"'
    assert answer.headers["content-security-policy"].startswith("sandbox")
    assert answer.headers["content-type"] == "application/octet-stream"


def test_every_name_becomes_one() -> None:
    assert file_name("...") == "file"
    assert file_name("ä" * 300) == "file"
    assert len(file_name("a" * 300)) == 120
