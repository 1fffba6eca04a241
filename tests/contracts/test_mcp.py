"""The Model Context Protocol as the official SDK's client sees it: every tool over standard streams and over HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from archived_site import URL
from captures import capture, visit_of
from mcp_clients import Asking, calling, facts, over_http, over_stdio, served, stdio_client
from pagestrata.model.records import Visit
from pagestrata.store.archive import open_archive
from pagestrata.visit.plan import VisitRequest
from pagestrata.web.context import WebContext
from pagestrata.web.job_list import MOST_WAITING, VisitJobs
from pagestrata.web.mcp.page_text import NOTE
from pagestrata.web.mcp.tools import CHANGING, READING
from pagestrata.web.security.identify import make_token
from pagestrata.web.security.logins import Person, Role, add_user
from web_fixtures import NOW, site_archive, web_context

VERSIONS = ("20260102030405-1", "20260103030405-2", "20260104030405-3")
LONGEST_ANSWER = 60_000
Ask = Callable[[Asking[Any]], Any]

CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("ask", {"question": "what text changed since 2026-01-04 on tag travel?"}),
    ("search", {"words": "harbour", "since": "2026-01-01", "until": "2026-01-02"}),
    ("history", {"url": URL}),
    ("changes", {"tag": "travel", "words": "closed", "since": "2026-01-01"}),
    ("compare", {"new": VERSIONS[2]}),
    ("compare", {"old": f"pagestrata://versions/{VERSIONS[0]}", "new": VERSIONS[2]}),
    ("show", {"version": VERSIONS[0]}),
    ("show", {"version": VERSIONS[0], "part": "main"}),
    ("show", {"version": VERSIONS[0], "part": "blocks"}),
    ("trail", {"url": URL}),
    ("plan", {"limit": 1}),
    ("when_said", {"url": URL, "words": "AT NINE"}),
)


class VisitingSession:
    """Stands for a session whose visits end at once."""

    def visit(self, request: VisitRequest) -> Visit:
        reasons = ("Kept: 'a' became 'b'",)
        return Visit(url=request.url, visited_at=NOW, stage="render", version=VERSIONS[2], kept=True, reasons=reasons)


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebContext]:
    folder = tmp_path_factory.mktemp("mcp") / "archive"
    with web_context(folder, assistants="write", session=VisitingSession()) as made:
        add_user(made.archive, "root", "a long password", Role.ADMIN, now=NOW)
        add_user(made.archive, "reader", "a long password", Role.VIEWER, now=NOW)
        yield made


@pytest.fixture(scope="module")
def address(context: WebContext) -> Iterator[str]:
    with served(context) as found:
        yield found


def token(context: WebContext, name: str = "root", scope: str = "write") -> tuple[str, str]:
    """The id of a new token and its secret."""
    role = Role.ADMIN if name == "root" else Role.VIEWER
    made, secret = make_token(
        context.archive, Person(name=name, role=role, way="session"), label=name, scope=scope, now=NOW
    )
    return made.id, secret


@pytest.fixture(scope="module", params=["stdio", "http", "http before 2026"])
def ask(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """A client of each transport over the same small archive; that of stdio and its program serve all tests that read."""
    if request.param == "stdio":
        folder = tmp_path_factory.mktemp("stdio") / "archive"
        site_archive(folder).close()
        with stdio_client(folder) as asking_one:
            yield asking_one
        return
    made, place = request.getfixturevalue("context"), request.getfixturevalue("address")
    mode = "auto" if request.param == "http" else "legacy"
    yield lambda asking: over_http(place, asking, token=token(made, "reader", "read")[1], mode=mode)


def test_every_tool_that_reads_answers_with_its_sources(ask: Ask) -> None:
    assert {name for name, _ in CALLS} == {tool.name for tool in READING}
    asked, found, history, changes, step, whole, text, main, blocks, trails, plan, said = facts(ask(calling(*CALLS)))
    assert [item["version"] for item in asked["items"]] == [VERSIONS[2]]
    assert asked["understood"] == ["text changes", "on pages with tag travel", "from 2026-01-04 00:00"]
    assert [item["source"] for item in found["items"]] == [f"pagestrata://versions/{VERSIONS[0]}"]
    assert [item["version"] for item in history["items"]] == list(reversed(VERSIONS))
    assert [item["is_first"] for item in history["items"]] == [False, False, True]
    assert [(item["version"], item["before"]) for item in changes["items"]] == [(VERSIONS[1], VERSIONS[0])]
    assert changes["items"][0]["page_text"]["sentence"] == "the harbour is open → closed"
    assert (step["old"], step["new"]) == VERSIONS[1:]
    assert "nine → ten" in step["page_text"]["sentence"]
    assert {change["old"] for change in whole["page_text"]["changes"]} == {
        "the harbour is open every day of the week", "boats to the island leave at nine in the morning",
    }  # fmt: skip
    assert text["page_text"]["text"].startswith("the harbour is open")
    assert set(main["page_text"]["text"].splitlines()) < set(text["page_text"]["text"].splitlines())
    assert [item["ref"] for item in blocks["items"]] == ["1", "1.1", "1.2"]
    assert trails["items"] == []
    assert [item["url"] for item in plan["items"]] == [URL]
    assert said["first"]["source"].endswith(VERSIONS[0])
    assert said["last"]["source"].endswith(VERSIONS[1])
    assert said["still"] is False


def test_every_answer_says_that_pages_are_not_to_be_obeyed(ask: Ask) -> None:
    for result in ask(calling(*CALLS)):
        assert result.structured_content["note"] == NOTE
        assert json.loads(result.content[0].text) == result.structured_content


def test_a_picture_comes_as_a_picture(ask: Ask) -> None:
    (shown,) = ask(calling(("show", {"version": VERSIONS[1], "part": "picture"})))
    assert shown.content[1].mime_type == "image/png"
    assert shown.content[1].data.startswith("iVBOR")


WRONG: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("search", {"words": 3}, "words: Input should be a valid string"),
    ("search", {}, "words: Field required"),
    ("search", {"words": "a", "limit": "5"}, "limit"),
    ("search", {"words": "a", "limit": 5000}, "limit"),
    ("search", {"words": "…"}, "q"),
    ("history", {"url": URL, "since": 20260101}, "write a time like"),
    ("history", {"url": URL, "since": "yesterday"}, "is not a time"),
    ("history", {"url": "http://unknown.test/"}, "unknown.test"),
    ("changes", {"kind": "nonsense"}, "kind"),
    ("changes", {"block": "1.1"}, "needs a page"),
    ("changes", {"probability": 7}, "probability"),
    ("changes", {"after": "1; drop table"}, "after"),
    ("compare", {"new": "../../../etc/passwd"}, "new"),
    ("compare", {"new": VERSIONS[0]}, "is the first version"),
    ("compare", {"new": "20000101000000-99"}, "no version"),
    ("show", {"version": VERSIONS[0], "part": "raw"}, "part"),
    ("show", {"version": VERSIONS[0], "colour": "red"}, "colour"),
    ("trail", {"trail": "none"}, "no block is followed"),
    ("when_said", {"url": URL, "words": ["a"]}, "words"),
)


def test_what_is_wrong_is_said_in_a_sentence(ask: Ask) -> None:
    results = ask(calling(*((name, arguments) for name, arguments, _ in WRONG)))
    told = [(result.is_error, result.content[0].text) for result in results]
    assert [
        wrong for wrong, (is_error, text) in zip(WRONG, told, strict=True) if not is_error or wrong[2] not in text
    ] == []
    assert not any("Traceback" in text for _, text in told)


def test_versions_are_resources_with_addresses_that_stay(ask: Ask) -> None:
    async def asking(client: Client) -> Any:
        listed = [one.uri for one in (await client.list_resources()).resources]
        templates = [one.uri_template for one in (await client.list_resource_templates()).resource_templates]
        parts = [(await client.read_resource(f"{listed[0]}{part}")).contents[0] for part in ("", "/text", "/picture")]
        refused = []
        for address in (
            "file:///etc/passwd",
            "pagestrata://versions/../settings",
            "pagestrata://versions/20000101000000-9",
        ):
            with pytest.raises(MCPError) as error:
                await client.read_resource(address)
            refused.append(str(error.value))
        return listed, templates, parts, refused

    listed, templates, parts, refused = ask(asking)
    assert listed == [f"pagestrata://versions/{version}" for version in reversed(VERSIONS)]
    assert len(templates) == 3
    assert json.loads(parts[0].text)["captured_at"] == "2026-01-04T03:04:05Z"
    assert parts[1].text.endswith("boats to the island leave at ten in the morning")
    assert parts[2].blob.startswith("iVBOR")
    assert len(refused) == 3


def test_prompts_ask_the_three_usual_questions(ask: Ask) -> None:
    async def asking(client: Client) -> Any:
        names = [one.name for one in (await client.list_prompts()).prompts]
        filled = await client.get_prompt("when_did_it_change", {"url": URL, "words": "nine"})
        with pytest.raises(MCPError, match="needs words"):
            await client.get_prompt("when_did_it_change", {"url": URL})
        return names, filled.messages[0].content.text

    names, text = ask(asking)
    assert names == ["what_changed", "when_did_it_change", "what_it_said_then"]
    assert f"When did {URL} first and last say “nine”" in text


def test_tools_that_change_something_are_off_unless_allowed(tmp_path: Path) -> None:
    async def asking(client: Client) -> Any:
        with pytest.raises(MCPError, match="unknown tool 'watch_add'"):
            await client.call_tool("watch_add", {"url": "http://new.test/"})
        return {tool.name: tool.annotations.read_only_hint for tool in (await client.list_tools()).tools}

    site_archive(tmp_path / "archive").close()
    offered = over_stdio(tmp_path / "archive", asking)
    assert offered == {tool.name: True for tool in READING}
    with web_context(tmp_path / "archive", empty=True, assistants="read") as reading, served(reading) as place:
        assert over_http(place, asking) == offered
        assert reading.archive.watches.of("http://new.test/") is None


def test_who_started_the_program_may_let_it_change_something(tmp_path: Path) -> None:
    site_archive(tmp_path).close()
    calls = calling(
        ("watch_add", {"url": "http://new.test/", "tags": ["boats"]}), ("visit_now", {"url": "http://127.0.0.1:1/"})
    )
    added, visited = facts(over_stdio(tmp_path, calls, "--allow-changes"))
    assert added["url"] == "http://new.test/"
    assert visited["state"] == "failed"  # addresses of this machine are not opened
    with open_archive(tmp_path) as archive:
        watch = archive.watches.of("http://new.test/")
        assert watch is not None
        assert watch.settings.tags == ("boats",)


def test_an_editor_changes_something_and_the_log_says_who(context: WebContext, address: str) -> None:
    before = len(context.archive.accounts.log(limit=200))
    calls = calling(
        ("history", {"url": URL}), ("watch_add", {"url": "http://edited.test/"}), ("visit_now", {"url": URL})
    )
    _, added, visited = facts(over_http(address, calls, token=token(context)[1]))
    assert added["url"] == "http://edited.test/"
    assert (visited["state"], visited["kept"], visited["version"]) == ("done", True, VERSIONS[2])
    noted = context.archive.accounts.log(limit=200)
    new = [(entry.who, entry.action, entry.subject) for entry in noted[: len(noted) - before]]
    assert new == [("root", "POST", "/api/v1/visits"), ("root", "POST", "/api/v1/watches")]


def test_a_viewer_changes_nothing(context: WebContext, address: str) -> None:
    calls = calling(("watch_add", {"url": "http://viewed.test/"}), ("visit_now", {"url": "http://viewed.test/"}))
    for secret in (token(context, "reader", "admin")[1], token(context, "root", "read")[1]):
        results = over_http(address, calls, token=secret)
        assert [result.is_error for result in results] == [True, True]
        assert all("only an editor may do this" in result.content[0].text for result in results)
    assert context.archive.watches.of("http://viewed.test/") is None
    assert {tool.name for tool in CHANGING} == {"watch_add", "visit_now"}


def test_without_a_token_nothing_of_the_archive_is_told(context: WebContext, address: str) -> None:
    for secret in ("", "ps_unknown"):
        with pytest.raises(BaseException) as refused:  # noqa: PT011 - which error the SDK raises is its own business
            over_http(address, calling(("history", {"url": URL})), token=secret)
        assert "harbour" not in repr(refused.value)


def test_too_many_visits_at_once_are_refused(
    context: WebContext, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_WAITING == 50
    monkeypatch.setattr("pagestrata.web.job_list.MOST_WAITING", 0)
    (result,) = over_http(address, calling(("visit_now", {"url": URL})), token=token(context)[1])
    assert result.is_error
    assert "are already waiting; try again when some are done" in result.content[0].text
    assert VisitJobs.noun == "visits"


def test_a_huge_page_comes_in_small_answers_and_nothing_is_lost(tmp_path: Path) -> None:
    texts = [f"Paragraph number {number} of a page that goes on and on. " * 12 for number in range(300)]
    with open_archive(tmp_path) as archive:
        taken, tree = capture(texts, url=URL)
        version = archive.append(taken, tree, None, visit=visit_of(taken))

    async def asking(client: Client) -> tuple[str, int, int]:
        read, blocks, longest = "", 0, 0
        for part in ("text", "blocks"):
            after: int | None = None
            while after is not None or not (read if part == "text" else blocks):
                given = {"version": version.id, "part": part} | ({"after": after} if after is not None else {})
                result = await client.call_tool("show", given)
                longest = max(longest, len(result.content[0].text.encode()))
                answer = result.structured_content
                after = answer["next"]
                read += answer["page_text"]["text"] if part == "text" else ""
                blocks += len(answer.get("items", ()))
        for name, given in (("search", {"words": "paragraph", "limit": 50}), ("history", {"url": URL})):
            result = await client.call_tool(name, given)
            longest = max(longest, len(result.content[0].text.encode()))
        return read, blocks, longest

    read, blocks, longest = over_stdio(tmp_path, asking)
    assert read.split() == " ".join(texts).split()
    assert blocks == len(tree.by_ref())
    assert longest < LONGEST_ANSWER


def test_serve_without_the_switch_says_how_to_switch_it_on(tmp_path: Path) -> None:
    from web_fixtures import web_client

    with web_client(tmp_path) as client:
        answer = client.post("/mcp", json={})
    assert answer.status_code == 404
    assert "--mcp" in answer.json()["detail"]


def test_pages_in_a_browser_cannot_ask_for_a_person(tmp_path: Path) -> None:
    from web_fixtures import BASE, web_client

    with web_client(tmp_path, assistants="write") as client:
        foreign = client.post("/mcp", json={}, headers={"Origin": "http://evil.test", "Sec-Fetch-Site": "cross-site"})
        own = client.post("/mcp", json={}, headers={"Origin": BASE, "Sec-Fetch-Site": "same-origin"})
        rebound = client.post("/mcp", json={}, headers={"Host": "evil.test"})
    assert (foreign.status_code, own.status_code, rebound.status_code) == (403, 403, 421)
