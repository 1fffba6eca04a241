import pytest

from pagestrata.replay.places import Place
from pagestrata.replay.stylesheets import rewrite_css, rewrite_style_element

PLACE = Place(base="https://site.test/css/main.css", timestamp="20260102030405")
ROOT = "/web/20260102030405/https://site.test/"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("a{background:url(x.png)}", f'a{{background:url("{ROOT}css/x.png")}}'),
        ("a{background:URL( '/x y.png' )}", f'a{{background:url("{ROOT}x%20y.png")}}'),
        ('@import "base.css" screen;', f'@import "{ROOT}css/base.css" screen;'),
        ("@import url(base.css);", f'@import url("{ROOT}css/base.css");'),
        ("a{b:url(../x\\28 1\\29.png)}", f'a{{b:url("{ROOT}x(1).png")}}'),
        ('a{b:image-set("x.png" 1x, url(y.png) 2x)}',
         f'a{{b:image-set("{ROOT}css/x.png" 1x, url("{ROOT}css/y.png") 2x)}}'),
        ('a{b:image-set("x.png" type("image/png"))} c{d:"x.png"}',
         f'a{{b:image-set("{ROOT}css/x.png" type("image/png"))}} c{{d:"x.png"}}'),
        ("a::before{content:'url(x.png)'}", "a::before{content:'url(x.png)'}"),
        ("/* url(x.png) */a{}", "/**/a{}"),
        ("a{b:url(data:image/gif;base64,AA)}", 'a{b:url("data:image/gif;base64,AA")}'),
        ("a{b:url(#mask)}", 'a{b:url("#mask")}'),
        ("@media (400px<=width<700px){}", "@media (400px<=width<700px){}"),
    ],
)  # fmt: skip
def test_addresses_in_stylesheets_lead_into_the_archive(written, expected):
    assert rewrite_css(written, PLACE) == expected


@pytest.mark.parametrize(
    "written",
    [
        "a{b:url(javascript:alert(1))}",
        "a{b:url('data:text/html,x')}",
        "a{width:expression(alert(1))}",
        "a{-moz-binding:url(http://evil.test/x.xml#a)}",
        "a{behavior:url(x.htc)}",
    ],
)
def test_what_acts_is_taken_out(written):
    rewritten = rewrite_css(written, PLACE).lower()
    for active in ("javascript:", "text/html", "expression(", "-moz-binding", "behavior:"):
        assert active not in rewritten


@pytest.mark.parametrize("written", ["a{b:'</style><script>'}", "<!-- a{} -->", "</style ><img>", "<![CDATA[a{}]]>"])
def test_the_inside_of_a_style_element_stays_inside(written):
    rewritten = rewrite_style_element(written, PLACE)
    assert "</" not in rewritten
    assert "<!" not in rewritten
    assert "<i" not in rewritten


def test_styles_hidden_from_old_browsers_are_kept():
    hidden = "<!--/*--><![CDATA[<!--*/ #a{color:red} /*]]>*/-->"
    assert rewrite_style_element(hidden, PLACE).replace(" ", "") == "/**/#a{color:red}/**/"


def test_unclosed_strings_and_comments_end():
    assert rewrite_css("a{b:'x\n} c{d:url(y", PLACE).endswith(f'url("{ROOT}css/y")')
    assert rewrite_css("/* never closed", PLACE) == "/**/"


def test_removing_a_comment_does_not_join_words():
    assert "url(" not in rewrite_css("a{b:ur/**/l(javascript:1)}", PLACE)
