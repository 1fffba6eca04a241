"""What changed, on which pages and when; and when a page first and last contained a phrase."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

from pagestrata.app.language_model.endpoint import configured_asker
from pagestrata.app.language_model.summary import MOST_SUMMED_UP, summarise
from pagestrata.app.questions.find_changes import ask_archive, find_changes
from pagestrata.model.change_question import ChangeKind, ChangeQuestion
from pagestrata.query.first_and_last_said import first_and_last
from pagestrata.query.read_question import LONGEST_QUESTION
from pagestrata.web.api.route import AFTER, LONGEST_URL, LONGEST_WORDS, Limit, PageUrl, Since, Until, router
from pagestrata.web.api.shapes import (
    AskedShape,
    FoundChangeShape,
    Page,
    SaidInShape,
    SaidShape,
    SummaryQuestion,
    SummaryShape,
)
from pagestrata.web.dependencies import Context, Editor, Viewer

changes = router("questions")

AfterVersion = Annotated[str | None, Query(pattern=r"^[0-9]{14}-[0-9]{1,18}$", description=AFTER)]
BlockRef = Annotated[
    str | None,
    Query(
        pattern=r"^[0-9A-Za-z]{1,20}(\.[0-9A-Za-z]{1,20}){0,60}$",
        description="Ref of a block in the newest version of the page.",
    ),
]
Phrase = Annotated[str, Query(min_length=1, max_length=LONGEST_WORDS, pattern=r"[^\W_]", description="Exact phrase.")]


@changes.get("/changes")
def list_changes(
    ctx: Context,
    viewer: Viewer,
    url: PageUrl = None,
    tag: Annotated[
        str | None, Query(min_length=1, max_length=200, description="Only watched pages with this tag.")
    ] = None,
    block: BlockRef = None,
    kind: Annotated[ChangeKind | None, Query(description="Only changes of this kind.")] = None,
    q: Annotated[
        str | None,
        Query(min_length=1, max_length=LONGEST_WORDS, pattern=r"[^\W_]", description="Phrase in the changed text."),
    ] = None,
    since: Since = None,
    until: Until = None,
    probability: Annotated[
        float | None, Query(ge=0, le=1, description="Minimum probability that a person would keep the version.")
    ] = None,
    silenced: Annotated[
        bool, Query(description="Also list pictures and links in advertisements and in boxes that keep changing.")
    ] = False,
    first: Annotated[bool, Query(description="Also list first versions of pages.")] = False,
    after: AfterVersion = None,
    limit: Limit = 20,
) -> Page[FoundChangeShape]:
    """List versions that changed something, newest first, each with a sentence about the change and the previous version."""
    question = ChangeQuestion(
        url=url,
        tag=tag,
        block=block,
        kind=kind,
        words=q,
        since=since,
        until=until,
        least_probability=probability,
        with_silenced=silenced,
        with_first=first,
    )
    found = find_changes(ctx.archive, question, after=after, limit=limit)
    return Page(items=[FoundChangeShape.of(item) for item in found.items], next=found.next_after)


@changes.get("/ask")
def ask(
    ctx: Context,
    viewer: Viewer,
    q: Annotated[
        str,
        Query(
            min_length=1,
            max_length=LONGEST_QUESTION,
            description="Question, for example: price changes since October on tag boats.",
        ),
    ],
    after: AfterVersion = None,
    limit: Limit = 20,
) -> AskedShape:
    """Answer a question in plain words about what changed. Uses no language model."""
    answer = ask_archive(ctx.archive, q, now=ctx.clock(), after=after, limit=limit)
    items = [FoundChangeShape.of(change) for change in answer.found.items]
    return AskedShape(question=q, understood=answer.understood, items=items, next=answer.found.next_after)


@changes.post("/summaries")
def summarise_changes(ctx: Context, editor: Editor, body: SummaryQuestion) -> SummaryShape:
    """Summarise changes with the language model of this server. Only changes of pages with the tag `llm` are sent.

    Without a model, or where it fails, `problem` says so. `changes` holds every change with its own sentence in any case.
    """
    found = ask_archive(ctx.archive, body.question, now=ctx.clock(), limit=MOST_SUMMED_UP).found.items
    return SummaryShape.of(summarise(ctx.archive, found, configured_asker(ctx.clock())))


@changes.get("/said")
def when_said(
    ctx: Context,
    viewer: Viewer,
    url: Annotated[str, Query(min_length=1, max_length=LONGEST_URL, description="Address of the page.")],
    q: Phrase,
    block: BlockRef = None,
) -> SaidShape:
    """Find when a page, or one of its blocks, first and last contained a phrase. Ignores case, accents and white space."""
    page = ctx.archive.versions.at(url, "latest").url  # says what there is instead
    found = first_and_last(ctx.archive, page, q, block=block)
    first, last = SaidInShape.of(found.first), SaidInShape.of(found.last)
    return SaidShape.from_record(found, url=page, block=block, said=q, first=first, last=last)
