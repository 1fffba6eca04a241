from pathlib import Path

import pytest

from compared_pages import URL, page_on, visited_archive
from pagestrata.errors import UsageError
from pagestrata.web.context import WebContext
from pagestrata.web.pages.pick_elements import rendered
from web_fixtures import ShowingSession


def test_a_version_is_rendered_once_and_nothing_is_without_a_browser(tmp_path: Path) -> None:
    with visited_archive(tmp_path, days=1) as archive:
        (version,) = archive.versions.of(URL)
        context = WebContext(archive=archive, session=ShowingSession(page_on(0), archive))
        assert rendered(context, version) is None
        context.jobs.shutdown(wait=True)
        first = rendered(context, version)
        assert first is not None
        assert rendered(context, version) is first
        with pytest.raises(UsageError, match="cannot be visited from here"):
            rendered(WebContext(archive=archive), version)
