"""Links that lead elsewhere, other pictures and looks."""

from dataclasses import replace

from found_changes import block, found
from pagestrata.model.blocks import Block, BlockStyle, Link


def test_a_link_to_another_document_speaks_and_a_tracking_parameter_does_not() -> None:
    def rules(address: str) -> Block:
        return block("Read the rules here", links=(Link("rules", address),))

    (finding,) = found(rules("http://a.test/rules-2025.pdf"), rules("http://a.test/rules-2026.pdf"))
    assert (finding.kind, finding.element, finding.chance > 0.5) == ("link", "link", True)
    assert not found(rules("http://a.test/rules?utm_source=a&sid=1"), rules("http://a.test/rules?utm_source=b&sid=2#x"))
    assert not found(rules("http://a.test/code_of_conduct.md"), rules("http://b.test/x/CODE_OF_CONDUCT"))


def test_pictures_and_looks() -> None:
    (swapped,) = found(block("x", images=("/a.png",)), block("x", images=("/b.png",)))
    assert (swapped.element, swapped.chance > 0.5) == ("image", True)
    assert not found(block("x", images=("/a.png?v=1",)), block("x", images=("/a.png?v=2",)))
    plain = replace(block("x"), style=BlockStyle(font_size=12.0))
    (style,) = found(plain, replace(plain, style=BlockStyle(font_size=20.0)))
    assert (style.kind, style.chance < 0.5) == ("style", True)


def test_a_drawing_inside_the_page_is_an_icon_where_the_block_has_words() -> None:
    old, new = "urn:pagestrata:svg:1a", "urn:pagestrata:svg:2b"
    assert not found(block("Read more", images=(old,)), block("Read more", images=(new,)))
    assert not found(block("Read more"), block("Read more", images=(new,)))
    (chart,) = found(block("", images=(old,)), block("", images=(new,)))
    assert chart.kind == "picture"
