import pytest

from pagestrata.replay.archive_addresses import ReplayAddress
from pagestrata.replay.stylesheets import rewrite_css, rewrite_style_element

PLACE = ReplayAddress(base="https://site.test/css/main.css", timestamp="20260102030405")
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
        ("a{b:\\75rl(x.png)}", f'a{{b:url("{ROOT}css/x.png")}}'),
        ("a{b:u\\72 l('x.png')}", f'a{{b:url("{ROOT}css/x.png")}}'),
        ("@\\69mport 'x.css';", f'@\\69mport "{ROOT}css/x.css";'),
        ("@import/**/'x.css'", f'@import/**/"{ROOT}css/x.css"'),
        ("@import screen 'x.css'", "@import screen 'x.css'"),
        ("a{b:url( x.png )}\r\nc{d:url(y.png)}", f'a{{b:url("{ROOT}css/x.png")}}\nc{{d:url("{ROOT}css/y.png")}}'),
        ("\n\n a\n{b:\n url(x.png)}", f'\n\n a\n{{b:\n url("{ROOT}css/x.png")}}'),
        ("a{b:src('x.png' format(\"a\"))}", f'a{{b:url("{ROOT}css/x.png"format("a"))}}'),
        ("a{b:src(var(--x))}", "a{b:unsupported(var(--x))}"),
        ("a{b:url(x y.png);c:d}", "a{b:url( ( );c:d}"),
        ("a{b:url(x\\)y.png)}", f'a{{b:url("{ROOT}css/x)y.png")}}'),
        ("a{b:-webkit-image-set('x.png' 1x)}", f'a{{b:-webkit-image-set("{ROOT}css/x.png" 1x)}}'),
        ("@namespace svg url(http://www.w3.org/2000/svg);a{b:url(x.png)}",
         f'@namespace svg url(http://www.w3.org/2000/svg);a{{b:url("{ROOT}css/x.png")}}'),
        ("a{scroll-behavior:smooth;transition-behavior : b}", "a{scroll-behavior:smooth;transition-behavior : b}"),
        ("a{*zoom:1;color:red\\9;filter:progid:X(src='x.png')}", "a{*zoom:1;color:red\\9;filter:progid:X(src='x.png')}"),
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
        "a{BEHAVIOR /**/ :url(x.htc)}",
        "a{be\\68 avior:url(x.htc)}",
        "a{width:EXPRESSION(alert(1))}",
        "a{width:e\\78pression(alert(1))}",
        "a{b:\\75 rl(javascript:alert(1))}",
    ],
)
def test_what_acts_is_taken_out(written):
    rewritten = rewrite_css(written, PLACE).lower()
    for active in ("javascript:", "text/html", "expression(", "pression(", "-moz-binding", "behavior", "avior"):
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


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("a{b:url('x.png", f'a{{b:url("{ROOT}css/x.png"'),
        ("a{b:url(x.png", f'a{{b:url("{ROOT}css/x.png")'),
        ("@import 'x.css\\", f'@import "{ROOT}css/x.css"'),
        ("a{b:url(", 'a{b:url("")'),
        ("}} a{b:url(x.png)", f'}}}} a{{b:url("{ROOT}css/x.png")'),
    ],
)
def test_what_is_not_closed_is_rewritten_too(written, expected):
    assert rewrite_css(written, PLACE) == expected


@pytest.mark.parametrize(
    "piece",
    [
        "(", "a{", "[", "url(", "url('", "url(\\", "@import '", "image-set(", "/*", "\\", "'", "a:behavior ", "behavior/**/",
        "@import ", "\n", "9", "-->", "\\d800 ", "url(a b", "u+0?",
    ],
)  # fmt: skip
def test_a_hostile_sheet_is_read_once(piece):
    """Nested, repeated or broken as it may be: no error, and twice the sheet is about twice the work."""
    short, long = (_reading_steps(piece * count) for count in (2_000, 4_000))
    assert long <= 2.2 * short + 1_000


def _reading_steps(source):
    """How many lines of Python and calls it takes to rewrite a sheet: a clock would tell of other programs too."""
    import sys

    steps = 0

    def count(frame, event, argument):
        nonlocal steps
        steps += 1
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        rewrite_css(source, PLACE)
    finally:
        sys.settrace(before)
    return steps


def test_code_points_that_are_no_characters_can_be_written():
    rewritten = rewrite_css("a{b:url(\\d800 x.png)}", PLACE)
    assert "%EF%BF%BD" in rewritten
    rewritten.encode()
