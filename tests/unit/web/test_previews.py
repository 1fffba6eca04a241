from concurrent.futures import ThreadPoolExecutor

import pytest

from captures import capture
from pagestrata.errors import CaptureError, NotFoundError
from pagestrata.store.archive import open_archive
from pagestrata.web.previews import Previews
from web_fixtures import ShowingSession

URL = "http://site.test/"


def looked_at(tmp_path, shown):
    over = []
    with open_archive(tmp_path) as archive, ThreadPoolExecutor(1) as executor:
        previews = Previews(executor, changed=over.append)
        begun = previews.begin(ShowingSession(shown, archive), "http://127.0.0.1/")
    assert over == [previews.of(begun.id)]
    return previews, over[0]


def test_a_page_is_opened_in_the_background(tmp_path):
    previews, looking = looked_at(tmp_path, capture(["some words"], url=URL)[0])
    assert looking.is_over
    assert not looking.error
    assert looking.preview.tree.page_size == (320.0, 40.0)
    previews.forget(looking.id)
    with pytest.raises(NotFoundError, match="open the page again"):
        previews.of(looking.id)


def test_a_page_that_cannot_be_opened_says_so(tmp_path, caplog):
    assert looked_at(tmp_path / "a", CaptureError("no such host"))[1].error == "no such host"
    assert "see the server's log" in looked_at(tmp_path / "b", RuntimeError("secret"))[1].error
    assert "secret" in caplog.text
