from __future__ import annotations

import pytest

from pagestrata.capturing.dom.attributes import absolute
from pagestrata.model.snapshot import Snapshot

PIXEL = (
    b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00"
    b"\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("b", "http://a.test/x/b"),
        ("/b", "http://a.test/b"),
        ("//c.test/", "http://c.test/"),
        ("#top", "http://a.test/x/y#top"),
        ("?q=1", "http://a.test/x/y?q=1"),
        (" b\n c ", "http://a.test/x/b%20c"),
        ("javascript:void(0)", "javascript:void(0)"),
        ("mailto:a@b", "mailto:a@b"),
        ("http://[bad/", "http://[bad/"),
        ("", "http://a.test/x/y"),
    ],
)
def test_addresses_become_absolute(address: str, expected: str) -> None:
    assert absolute("http://a.test/x/y", address) == expected


@pytest.mark.browser
def test_the_kept_attributes(render) -> None:
    nodes = render(
        "<p id=a CLASS='b c' data-testid=t data-other=o style='color:red' onclick='x' aria-label=l hidden lang=en>"
    ).nodes
    p = next(row for row in nodes if row.tag == "p")
    assert p.attributes == {
        "id": "a", "class": "b c", "data-testid": "t", "aria-label": "l", "hidden": "", "lang": "en",
    }  # fmt: skip


@pytest.mark.browser
def test_links_follow_the_base(render) -> None:
    found = render(
        "<base href=/deep/><a href=x>1</a><a name=n>no link</a><map><area href=#y></map>"
        "<iframe srcdoc='<a href=z>2</a>'></iframe><svg><a href=s><text>t</text></a></svg>"
    )
    assert list(found.nodes.links.values()) == [
        "http://page.test/deep/x",
        "http://page.test/deep/#y",
        "http://page.test/deep/z",
        "http://page.test/deep/s",
    ]


def pictures(found: Snapshot) -> list[tuple[str, str, str]]:
    assert found.nodes is not None
    return [(image.kind, image.address, image.name) for image in found.nodes.images.values()]


@pytest.mark.browser
def test_pictures_of_every_kind(render) -> None:
    files = {f"http://page.test/{name}": PIXEL for name in ("a.gif", "b.gif", "wide.gif", "bg.gif", "i.gif", "p.gif")}
    found = render(
        "<img src=a.gif alt=A><img srcset='b.gif 1x' src=a.gif title=B>"
        "<picture><source srcset=wide.gif media='(min-width: 1px)'><img src=a.gif></picture>"
        "<div style='height:9px;background:linear-gradient(red,blue),url(\"bg.gif\")'></div>"
        "<div style='display:none;background:url(bg.gif)'></div>"
        "<input type=image src=i.gif alt=I><video poster=p.gif></video><canvas id=c></canvas>"
        "<object data=o.swf></object>",
        files=files,
    )
    assert pictures(found) == [
        ("img", "http://page.test/a.gif", "A"),
        ("img", "http://page.test/b.gif", "B"),
        ("img", "http://page.test/wide.gif", ""),
        ("background", "http://page.test/bg.gif", ""),
        ("input", "http://page.test/i.gif", "I"),
        ("video", "http://page.test/p.gif", ""),
        ("canvas", "urn:pagestrata:canvas:c", ""),
        ("object", "http://page.test/o.swf", ""),
    ]


@pytest.mark.browser
def test_drawings_are_named_by_what_they_draw(render) -> None:
    drawing = "<svg width=9 height=9><title>Star</title><path d='M0 0'/></svg>"
    other = drawing.replace("M0 0", "M1 1")
    found = pictures(render(drawing + other + drawing + "<svg style='display:none'></svg>"))
    assert [kind for kind, _, _ in found] == ["svg"] * 3
    assert found[0] == found[2]
    assert found[0][1] != found[1][1]
    assert found[0][1].startswith("urn:pagestrata:svg:")
    assert found[0][2] == "Star"


@pytest.mark.browser
def test_long_data_addresses_get_a_name(render) -> None:
    found = render("<img src='data:image/gif;base64,R0lG'><img src='data:image/png;base64," + "A" * 500 + "'>")
    short, long = (address for _, address, _ in pictures(found))
    assert short == "data:image/gif;base64,R0lG"
    assert long.startswith("urn:pagestrata:data:")
