"""Which nodes of the browser's answer become rows, and how frames are spliced in."""

from __future__ import annotations

from typing import Any

from pagestrata.capturing.dom.row_tree import has_elements, is_error_page, read_row_tree

Node = tuple[int, int, str, str]
"""Parent, type, name and value."""

DOCUMENT: Node = (-1, 9, "#document", "")


def answer(*documents: list[Node], frames: dict[int, int] | None = None, urls: tuple[str, ...] = ()) -> dict[str, Any]:
    """What the browser would say of these documents; `frames` are nodes of the first one with their document."""
    strings: list[str] = []

    def index(text: str) -> int:
        if text not in strings:
            strings.append(text)
        return strings.index(text)

    def said(number: int, nodes: list[Node]) -> dict[str, Any]:
        inside = frames or {} if number == 0 else {}
        return {
            "documentURL": index(urls[number] if urls else "http://site.test/"),
            "nodes": {
                "parentIndex": [parent for parent, _, _, _ in nodes],
                "nodeType": [kind for _, kind, _, _ in nodes],
                "nodeName": [index(name) for _, _, name, _ in nodes],
                "nodeValue": [index(value) for _, _, _, value in nodes],
                "contentDocumentIndex": {"index": list(inside), "value": list(inside.values())},
            },
            "layout": {"nodeIndex": list(range(len(nodes)))},
        }

    return {"documents": [said(number, nodes) for number, nodes in enumerate(documents)], "strings": strings}


def test_rows_are_elements_and_texts_that_belong_to_the_page() -> None:
    tree = read_row_tree(
        answer([
            DOCUMENT, (0, 1, "HTML", ""), (1, 3, "#text", "  "), (1, 8, "#comment", "c"), (1, 1, "P", ""),
            (4, 3, "#text", "words"), (1, 1, "SCRIPT", ""), (6, 3, "#text", "var x"),
        ])
    )  # fmt: skip
    assert tree.names == ["HTML", "P", "#text", "SCRIPT"]
    assert tree.parent.tolist() == [-1, 0, 1, 0]
    assert tree.depth.tolist() == [0, 1, 2, 1]
    assert tree.end.tolist() == [4, 3, 3, 4]
    assert tree.is_text.tolist() == [False, False, True, False]


FRAME_PAGE: list[Node] = [DOCUMENT, (0, 1, "HTML", ""), (1, 1, "IFRAME", ""), (1, 1, "P", "")]
FRAME_CONTENT: list[Node] = [DOCUMENT, (0, 1, "HTML", ""), (1, 1, "B", "")]


def test_a_frame_stands_behind_its_row() -> None:
    tree = read_row_tree(answer(FRAME_PAGE, FRAME_CONTENT, frames={2: 1}))
    assert tree.names == ["HTML", "IFRAME", "HTML", "B", "P"]
    assert tree.parent.tolist() == [-1, 0, 1, 2, 0]
    assert tree.document.tolist() == [0, 0, 1, 1, 0]
    assert tree.layout.tolist() == [1, 2, 5, 6, 3], "layouts are counted through all documents"


def test_a_frame_with_an_error_of_the_browser_is_empty() -> None:
    urls = ("http://site.test/", "chrome-error://chromewebdata/")
    said = answer(FRAME_PAGE, FRAME_CONTENT, frames={2: 1}, urls=urls)
    assert read_row_tree(said).names == ["HTML", "IFRAME", "P"]
    assert [is_error_page(document, said["strings"]) for document in said["documents"]] == [False, True]


def test_a_document_without_elements_is_no_page() -> None:
    assert has_elements(answer(FRAME_PAGE)["documents"][0])
    assert not has_elements(answer([DOCUMENT])["documents"][0])
