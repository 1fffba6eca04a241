import re

import jinja2
import pytest

from pagestrata.web.templating import TEMPLATES, address, environment


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
