import re
from itertools import count

import jinja2
import pytest

from pagestrata.model.records import Watch
from pagestrata.web.security.csrf import SESSION_COOKIE
from pagestrata.web.shared_pages import MANY, SharedPages
from pagestrata.web.templating import TEMPLATES, address, environment
from web_fixtures import client_of, web_context


def test_everything_is_escaped():
    assert environment().from_string("{{ a }}").render(a="<b>&'\"") == "&lt;b&gt;&amp;&#39;&#34;"
    with pytest.raises(jinja2.UndefinedError):
        environment().from_string("{{ missing }}").render()


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: path.name)
def test_no_template_switches_escaping_off_or_needs_a_weaker_policy(path):
    source = re.sub(r"{#.*?#}", "", path.read_text(), flags=re.S)
    assert not re.search(r"\|\s*safe\b|autoescape|\bMarkup\b", source)
    assert not re.search(r"<style|\sstyle\s*=|<script(?![^>]*\bsrc=)|\son[a-z]+\s*=|javascript:|hx-on", source)
    assert "http://" not in source.replace("http://www.w3.org", "")


def test_addresses_leave_out_what_is_not_said():
    assert (
        address("/page", url="http://a.test/?b=1&c", after=None, q="") == "/page?url=http%3A%2F%2Fa.test%2F%3Fb%3D1%26c"
    )
    assert address("/") == "/"


def test_who_loads_a_page_again_sees_what_is_there_now_and_other_readers_what_was_a_moment_ago(tmp_path):
    url, ticks = "http://new.test/", count()
    pages = SharedPages(clock=lambda: next(ticks) / 1e6)  # hardly any time passes
    with web_context(tmp_path, shared_pages=pages) as context, client_of(context) as client:

        def read(reader: int, **headers: str) -> str:
            client.cookies.clear()
            return client.get("/", headers={"cookie": f"{SESSION_COOKIE}=reader-{reader}", **headers}).text

        assert not any(url in read(reader) for reader in range(MANY))
        context.archive.watches.save(Watch(id="new", url=url))
        assert url not in read(0)
        assert url in read(0, **{"cache-control": "max-age=0"})
        assert url in read(1)
