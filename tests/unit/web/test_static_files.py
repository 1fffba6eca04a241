import re

import pytest

from pagestrata.web.static_files import FOLDER, static_path
from web_fixtures import web_client


def test_files_are_kept_for_ever_under_the_digest_of_all_of_them(tmp_path):
    with web_client(tmp_path) as client:
        answer = client.get(static_path("css/tokens.css"))
        assert answer.headers["Content-Type"] == "text/css; charset=utf-8"
        assert "immutable" in answer.headers["Cache-Control"]
        old = client.get("/static/0000/css/tokens.css")
        assert (old.status_code, old.headers["Cache-Control"]) == (200, "no-cache")


def test_nothing_else_is_sent(tmp_path):
    with web_client(tmp_path) as client:
        for path in ("../app.py", "%2e%2e/app.py", "nothing.css", "css", ""):
            assert client.get(f"/static/x/{path}").status_code == 404


def test_a_file_that_is_not_there_is_found_out():
    with pytest.raises(KeyError):
        static_path("css/none.css")


def test_style_sheets_and_scripts_ask_for_nothing_elsewhere():
    for path in FOLDER.rglob("*"):
        if path.suffix in {".css", ".js"} and "vendor" not in path.parts:
            assert not re.search(r"https?://(?!www\.w3\.org)", path.read_text()), path


def test_no_script_is_large():
    assert all(path.stat().st_size < 100_000 for path in FOLDER.rglob("*.js"))
