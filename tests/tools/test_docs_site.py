"""The site is built without a warning, its links and anchors lead somewhere, and it needs no script and no other server."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

import click
import pytest
from lxml import html

from browsing import new_page
from pagestrata.cli.main import COMMANDS, cli
from tools.docs_site import api_page, build, command_page, notebook_page, with_site_links

pytest.importorskip("zensical", reason="the site is built with the packages of requirements.lock")

ROOT = Path(__file__).parents[2]
AXE = (ROOT / "tests/vendor/axe.min.js").read_text("utf-8")
LOOKED_AT = ("index.html", "tutorial/first-archive.html", "reference/commands/index.html", "reference/commands/watch.html",
             "reference/openapi.html", "reference/style-guide.html", "explanation/security.html", "explanation/architecture.html",
             "how-to/index.html", "how-to/ask-the-tables.html", "gallery/price.html", "contributing.html")  # fmt: skip
"""One page of each kind: each section, and what is made from the program, the API, the notebook and the scripts."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("site") / "site")


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, html.HtmlElement]:
    return {page.relative_to(site).as_posix(): html.parse(str(page)).getroot() for page in sorted(site.rglob("*.html"))}


def test_every_link_and_anchor_of_the_built_site_leads_somewhere(
    site: Path, pages: dict[str, html.HtmlElement]
) -> None:
    anchors = {name: {*root.xpath("//@id"), *root.xpath("//a/@name"), ""} for name, root in pages.items()}
    wrong = []
    for name, root in pages.items():
        if name == "404.html":
            continue  # its links begin at the root of a server
        for target in {*root.xpath("//a/@href"), *root.xpath("//img/@src"), *root.xpath("//link/@href")}:
            if re.match(r"[a-z]+:", target):
                continue
            path, anchor = urldefrag(urljoin(f"/{name}", target))
            place = unquote(path).lstrip("/")
            if not (site / place).exists() or (place in anchors and anchor and unquote(anchor) not in anchors[place]):
                wrong.append((name, target))
    assert len(pages) > 90
    assert wrong == []


def test_every_page_of_the_docs_and_every_command_is_on_it(pages: dict[str, html.HtmlElement]) -> None:
    there = set(pages)
    docs = {page.relative_to(ROOT / "docs") for page in (ROOT / "docs").rglob("*.md")}
    wanted = {
        (page.with_name("index.html") if page.name == "README.md" else page.with_suffix(".html")).as_posix()
        for page in docs
    }
    wanted |= {f"reference/commands/{name}.html" for name in COMMANDS}
    assert wanted - there == set()


def test_nothing_is_asked_of_other_servers(pages: dict[str, html.HtmlElement]) -> None:
    for name, root in pages.items():
        asked = [
            *root.xpath("//script/@src"),
            *root.xpath("//img/@src"),
            *root.xpath("//link[@rel='stylesheet']/@href"),
        ]
        assert [target for target in asked if re.match(r"(https?:)?//", target)] == [], name


def test_it_can_be_searched(site: Path) -> None:
    found = json.loads((site / "search.json").read_text())
    assert "Merkle" in json.dumps(found)


@pytest.mark.browser
@pytest.mark.slow
def test_it_can_be_read_by_everybody_and_without_a_script(site: Path) -> None:
    problems = {}
    with new_page() as page:
        for name in LOOKED_AT:
            page.goto((site / name).as_uri())
            page.evaluate(AXE)
            answer = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
            found = [
                f"{each['id']}: {each['nodes'][0]['html'][:160]}"
                for each in answer["violations"]
                if each["impact"] in {"serious", "critical"}
            ]
            if found:
                problems[name] = found
        browser = page.context.browser
        assert browser is not None
        plain = browser.new_context(java_script_enabled=False, viewport={"width": 1366, "height": 900}).new_page()
        for name in LOOKED_AT:
            plain.goto((site / name).as_uri())
            heading = plain.locator("article h1").first
            assert heading.is_visible(), name
            assert plain.locator("nav a", has_text="How-to").first.is_visible(), name
        plain.context.close()
    assert problems == {}


def test_links_of_the_repository_become_links_of_the_site() -> None:
    text = "[a](docs/how-to/web.md#top) [b](CHANGELOG.md) [c](docs/how-to/README.md) [d](https://x.org/README.md)"
    assert with_site_links(text, Path("README.md")) == (
        "[a](how-to/web.md#top) [b](changes.md) [c](how-to/index.md) [d](https://x.org/README.md)"
    )
    assert with_site_links("[s](b.md)", Path("docs/reference/a.md")) == "[s](b.md)"
    assert with_site_links("[t](../how-to/ask.ipynb)", Path("docs/reference/a.md")) == "[t](../how-to/ask.md)"
    assert with_site_links("```\n[a](docs/b.md)\n```", Path("README.md")) == "```\n[a](docs/b.md)\n```"


def test_a_command_page_has_every_option_of_every_command_below_it() -> None:
    with click.Context(cli, info_name="pagestrata") as context:
        found = cli.get_command(context, "follow")
        assert isinstance(found, click.Group)
        text = command_page(found, "pagestrata follow", context)
        for name, below in found.commands.items():
            assert f"## pagestrata follow {name}\n" in text
            own = [each for each in below.params if isinstance(each, click.Option) and not each.hidden]
            assert all(option.opts[0] in text for option in own if "--help-all" not in option.opts)


def test_a_command_page_has_the_sections_of_the_help_and_the_rare_options() -> None:
    with click.Context(cli, info_name="pagestrata") as context:
        visit = cli.get_command(context, "visit")
        assert visit is not None
        text = command_page(visit, "pagestrata visit", context)
    rare = next(each for each in visit.params if getattr(each, "rare", False))
    assert f"`{rare.opts[0]}" in text
    assert "| What to keep | |" in text
    assert "--help-all" not in text


def test_no_markup_shows_in_the_text_of_a_page(pages: dict[str, html.HtmlElement]) -> None:
    odd = []
    for name, root in pages.items():
        for article in root.xpath("//article"):
            texts = article.xpath(
                ".//text()[not(ancestor::pre or ancestor::code or ancestor::script or ancestor::style)]"
            )
            odd += [(name, text) for text in texts if re.search(r"\\[<>|*_\[]|\*\*|\]\(|&lt;|`", text)]
    assert odd == []


def test_the_page_of_the_api_has_operations_with_what_they_take_and_answer() -> None:
    answer = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Page_PageShape_"}}}}
    operation = {
        "summary": "List | them",
        "parameters": [{"name": "q", "in": "query", "description": "words"}],
        "responses": {"200": answer},
    }
    fields = {"id": {"anyOf": [{"type": "integer"}, {"type": "null"}], "description": "Number of `a_page`."}}
    text = api_page(
        {
            "openapi": "3.1.0",
            "paths": {"/api/v1/pages": {"get": operation}},
            "components": {"schemas": {"PageShape": {"description": "A page.", "properties": fields}}},
        }
    )
    assert "## GET /api/v1/pages" in text
    assert "| `q` | query | words |" in text
    assert "List \\| them" in text
    assert "Answer: page of [Page](#page)" in text
    assert "### Page\n\nA page.\n" in text
    assert "| `id` | integer or null | Number of `a_page`. |" in text


def test_a_notebook_is_its_texts_and_its_code() -> None:
    cells = [{"cell_type": "markdown", "source": ["# T"]}, {"cell_type": "code", "source": ["x = 1\n", "x"]}]
    assert notebook_page({"cells": cells}) == "# T\n\n```python\nx = 1\nx\n```\n"
