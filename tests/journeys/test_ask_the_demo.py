"""A scripted assistant answers questions about the demo newspaper, each with the right version as its source."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from mcp_clients import over_stdio
from pagestrata.app.chosen_blocks import Choice
from pagestrata.app.session import Session
from pagestrata.app.trails import follow_block
from pagestrata.app.watches import watch_for
from pagestrata.demo.site import ChangingSite
from pagestrata.visit.plan import VisitRequest

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, dict[str, str]]:
    """The archive, the address, and the version that each step of the demo brought."""
    folder = tmp_path_factory.mktemp("demo") / "archive"
    kept: dict[str, str] = {}
    with ChangingSite() as site, Session(archive=folder, allow_private=True) as session:
        watch_for(session.archive, site.url, {"title": "The Aldermouth Post", "tags": ["demo"]})
        for name, change in site.scenario():
            change()
            visit = session.visit(VisitRequest(site.url))
            if visit.kept and visit.version is not None:
                kept[name] = visit.version
            if name == "first visit":
                follow_block(session, site.url, Choice(css=".price"), name="Ferry ticket")
        return folder, site.url, kept


async def answers(client: Client, url: str) -> dict[str, Any]:
    """What the tools say, as the versions that an assistant would cite."""

    async def ask(name: str, **arguments: Any) -> Any:
        result = await client.call_tool(name, arguments)
        assert not result.is_error, result.content[0].text
        return result.structured_content

    def cited(answer: Any) -> list[str]:
        return [item["source"].rpartition("/")[2] for item in answer["items"]]

    old_price, new_price = [await ask("when_said", url=url, words=words) for words in ("€ 18.50", "€ 20.90")]
    storm = await ask("when_said", url=url, words="Storm warning for the whole coast")
    (trail,) = (await ask("trail", url=url))["items"]
    entries = (await ask("trail", trail=trail["trail"]))["items"]
    newest = (await ask("history", url=url, limit=1))["items"][0]
    shown = await ask("show", version=newest["version"])
    first = (await ask("history", url=url, limit=50))["items"][-1]["version"]
    whole = await ask("compare", old=first, new=newest["version"])
    raised = [one for one in entries if one["page_text"].get("change") and one["page_text"].get("text") == "€ 20.90"]
    return {
        "when did a price change": cited(await ask("changes", tag="demo", kind="price")),
        "when did it cost 18.50 last": old_price["last"]["source"].rpartition("/")[2],
        "when did it cost 20.90 first": new_price["first"]["source"].rpartition("/")[2],
        "when was there a storm warning": storm["first"]["source"].rpartition("/")[2],
        "who removed the headline about the ferry line": cited(
            await ask("changes", url=url, kind="removed", words="Ferry line returns after eleven years")
        ),
        "which version halts the reopening": cited(await ask("changes", kind="new", words="court halts the reopening")),
        "when did the page get another look": cited(await ask("changes", kind="style")),
        "what is the news now": (newest["version"], "Mayor announces her resignation" in shown["page_text"]["text"]),
        "what changed in all": (whole["new"], "Mayor announces her resignation" in str(whole["page_text"]["changes"])),
        "since when does the followed ticket cost more": raised[-1]["source"].rpartition("/")[2],
    }


def test_ten_questions_are_answered_with_the_right_versions(demo: tuple[Path, str, dict[str, str]]) -> None:
    folder, url, kept = demo
    found = over_stdio(folder, lambda client: answers(client, url))
    assert found == {
        "when did a price change": [kept["price"]],
        "when did it cost 18.50 last": kept["swapped image"],
        "when did it cost 20.90 first": kept["price"],
        "when was there a storm warning": kept["new headline"],
        "who removed the headline about the ferry line": [kept["edited article"]],
        "which version halts the reopening": [kept["edited article"]],
        "when did the page get another look": [kept["redesign"]],
        "what is the news now": (kept["restored"], True),
        "what changed in all": (kept["restored"], True),
        "since when does the followed ticket cost more": kept["price"],
    }
    assert len(found) == 10


NATURAL = {
    "When did the ticket price go up?": ["price"],
    "How much does a ticket cost now?": ["price"],
    "Which prices changed this week?": ["price"],
    "When did the mayor announce her resignation?": ["restored"],
    "Anything important about the mayor since yesterday?": ["restored"],
    "Who removed the story about the ferry line?": ["edited article"],
    "Did the paper ever correct the typo coucil?": ["edited article"],
    "What did the administrative court halt?": ["edited article"],
    "When was the storm warning published?": ["new headline"],
    "Are there gusts of 110 km/h?": ["new headline"],
    "Did they change the picture of the ferry pier?": ["swapped image"],
    "Did they replace the picture of the old ferry pier in the last two hours?": ["swapped image"],
    "When was the redesign?": ["redesign"],
    "When did the rowers disappear from the news?": ["restored"],
    "What did the Aldermouth Post say about tickets?": ["price"],
    "price changes on the front page": ["price"],
    "price changes on 127.0.0.1 today": ["price"],
    "What changed over the weekend of the regatta in 2019?": [],
    "What did they say about bananas?": [],
    "“her resignation” since Monday": ["restored"],
}


def test_twenty_questions_of_a_journalist_find_the_versions_they_are_about(
    demo: tuple[Path, str, dict[str, str]],
) -> None:
    """In plain words, through the tool `ask`: the version that they are about is the answer, or among at most two."""
    folder, _, kept = demo

    async def asking(client: Client) -> dict[str, list[str]]:
        found = {}
        for question in NATURAL:
            result = await client.call_tool("ask", {"question": question})
            assert not result.is_error, result.content[0].text
            found[question] = [item["version"] for item in result.structured_content["items"]]
        return found

    names = {version: name for name, version in kept.items()}
    found = {question: [names[one] for one in versions] for question, versions in over_stdio(folder, asking).items()}
    wrong = {
        question: versions
        for question, versions in found.items()
        if not set(NATURAL[question]) <= set(versions)
        or len(versions) > max(len(NATURAL[question]), 2 * len(NATURAL[question]))
    }
    assert wrong == {}
    assert len(NATURAL) == 20
