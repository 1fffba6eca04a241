"""The elements of a version: where each is, and what would be followed. The version is rendered again for this."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Query
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from pagestrata.app.picking import PickedElement, picked_element
from pagestrata.web.api.archived import VersionId
from pagestrata.web.api.route import LONGEST_WORDS, PROBLEMS, READING, Text, router
from pagestrata.web.api.shapes import Shape
from pagestrata.web.dependencies import Context, Editor
from pagestrata.web.pages.pick import rendered
from pagestrata.web.views.elements import LONGEST_PATH, choice_of, elements_json

elements = router("elements")

PATH = r"^[\w:.-]+\[\d{1,6}\](/[\w:.-]+\[\d{1,6}\])*$"
RECTANGLE = r"^\d{1,6}(\.\d{1,3})?(,\d{1,6}(\.\d{1,3})?){3}$"
BUSY: dict[int | str, dict[str, Any]] = {
    502: {**READING[503], "description": PROBLEMS[502]},
    202: {"description": "The version is being rendered; ask again in a second."},
}


class NumberShape(BaseModel):
    """The number in the text of an element that limits of a rule are compared with."""

    value: float
    unit: Text


class PartShape(BaseModel):
    """Another element that the request may refer to."""

    path: Text
    kind: str
    text: Text


class ElementShape(Shape):
    """An element that can be followed."""

    path: Text
    kind: str = Field(description="Kind of element: price, cell, row, link, …")
    text: Text
    seen: str = Field(description="Mark of the text. `POST trails` with this mark is refused if the text differs.")
    box: tuple[float, float, float, float] | None = Field(
        description="x, y, width, height. Null if the element is invisible."
    )
    number: NumberShape | None
    of_list: str = Field(description="'item 1 of 12' if `followed_as` makes a difference, else ''.")
    noise: list[Text] = Field(description="Texts of the element that keep changing.")
    smaller: PartShape | None = Field(description="Best part of the element without these texts.")
    parts: list[PartShape] = Field(description="The elements in the rectangle, if there are several.")

    @classmethod
    def of(cls, picked: PickedElement) -> ElementShape:
        return cls.from_record(picked, seen=picked.mark)


class ElementsShape(BaseModel):
    """All elements of a version."""

    state: Literal["ready"]
    width: int
    height: int
    has_picture: bool
    kinds: list[str]
    elements: list[tuple[int, int, int, int, int, int, int]] = Field(
        description="Row, index of the parent (-1: none), index of the kind in `kinds`, x, y, width, height."
    )
    left_off: int = Field(description="Number of elements beyond the limit.")


@elements.get("/versions/{version_id}/elements", responses=BUSY, response_model=ElementsShape)
def list_elements(ctx: Context, editor: Editor, version_id: VersionId) -> Any:
    """List every element that has a box, in document order. Answers 202 until the version is rendered."""
    snapshot = rendered(ctx, ctx.archive.versions.named(version_id))
    return JSONResponse({}, status_code=202) if snapshot is None else elements_json(snapshot)


@elements.get("/versions/{version_id}/element", responses=BUSY, response_model=ElementShape)
def show_element(
    ctx: Context,
    editor: Editor,
    version_id: VersionId,
    path: Annotated[str, Query(max_length=LONGEST_PATH, pattern=f"{PATH}|^$")] = "",
    within: Annotated[
        str, Query(max_length=60, pattern=f"{RECTANGLE}|^$", description="Rectangle: x,y,width,height.")
    ] = "",
    text: Annotated[
        str, Query(max_length=LONGEST_WORDS, description="Words of the element. The first match is returned.")
    ] = "",
) -> Any:
    """Find the element to follow by `path`, `within` or `text`, with its words, its number and the noise in it."""
    snapshot = rendered(ctx, ctx.archive.versions.named(version_id))
    if snapshot is None:
        return JSONResponse({}, status_code=202)
    return ElementShape.of(picked_element(snapshot, choice_of(snapshot, path=path, within=within, text=text)))
