from __future__ import annotations

from pathlib import Path

import pytest

from pagestrata.app import bodies
from pagestrata.app.bodies import body_of
from pagestrata.app.session import Session
from pagestrata.errors import InputError, NotFoundError
from warcs import message, record


def test_any_file_is_a_body(tmp_path: Path) -> None:
    file = tmp_path / "feed.json"
    file.write_bytes(b"{}")
    with Session() as session:
        assert body_of(session, str(file)) == (b"{}", None)


def test_a_recorded_page_has_its_type(tmp_path: Path) -> None:
    file = tmp_path / "page.warc"
    file.write_bytes(record(message(b"<p>x</p>"), url="http://site.test/"))
    with Session() as session:
        found = body_of(session, str(file))
        assert found.data == b"<p>x</p>"
        assert "text/html" in (found.content_type or "")
        with pytest.raises(NotFoundError):
            body_of(session, f"{file}#http://other.test/")


def test_a_file_that_is_no_page_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "large.html"
    file.write_bytes(b"x" * 11)
    monkeypatch.setattr(bodies, "LARGEST_FILE", 10)
    with Session() as session, pytest.raises(InputError, match="larger"):
        body_of(session, str(file))
