from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagestrata import quick_compare
from pagestrata.errors import InputError, UsageError
from pagestrata.model.quick_result import QuickResult, SubtreePair


def quick(old: str, new: str, **options: object) -> QuickResult:
    return quick_compare(old.encode(), new.encode(), **options)  # type: ignore[arg-type]


def changed(result: QuickResult) -> list[SubtreePair]:
    return [pair for pair in result.subtrees if pair.changed]


def test_the_counterpart_of_every_subtree_and_its_similarity() -> None:
    old = "<body><div><p>rain in the north</p></div><p>imprint</p>"
    result = quick(old, old.replace("north", "south"))
    assert [(pair.old, pair.new) for pair in result.subtrees] == [("body/div[1]",) * 2, ("body/p[1]",) * 2]
    words = 3 / 5  # rain, in, the of rain, in, the, north, south
    assert result.subtrees[0].similarity == pytest.approx(-1 + 2 * (0.4 * words + 0.6))
    assert result.subtrees[1].similarity == 1.0
    assert result.changed
    assert result.similarity < 1.0


def test_weights_choose_what_counts() -> None:
    old, new = "<p class=a>one two</p>", "<p class=b>one two</p>"
    assert quick(old, new, weights=(1.0, 0.0, 0.0)).similarity == pytest.approx(1.0, abs=1e-5)
    assert quick(old, new, weights=(0.0, 1.0, 0.0)).similarity == -1.0
    assert quick(old, new, weights=(1.0, 0.0, 0.0)).changed  # the weights never hide a change
    by_tag = quick(old, new, emphasis={"p": (0.0, 1.0, 0.0)})
    assert by_tag.similarity == -1.0
    light = quick(old, new + "", weights=(0.0, 1.0, 0.0), attribute_weights={"class": 0})
    assert light.changed


@pytest.mark.parametrize("weights", [(0.5, 0.5, 0.5), (-1.0, 1.0, 1.0)])
def test_weights_that_make_no_sense_are_refused(weights: tuple[float, float, float]) -> None:
    with pytest.raises(UsageError, match="add up to 1"):
        quick("", "", weights=weights)
    with pytest.raises(UsageError, match="0 to 100"):
        quick("", "", attribute_weights={"href": 101})


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<ul><li>one</ul>", "<ol><li>one</ol>"),  # a tag that changed, as a subtree
        ("<div><b>one</b></div>", "<div><i>one</i></div>"),  # a tag that changed, inside one
        ("<p>one</p>", "<p>one</p><table><tr><td>1</table>"),  # a mark that appears
        ("<p>one</p><hr>", "<p>one</p>"),  # a mark that disappears
        ("<div><p>one</p></div>", "<div><p>one</p><img src=a.png></div>"),  # something without a word was added
        ("<div><p>one</p><p>one</p></div>", "<div><p>one</p></div>"),  # one of two equal items is gone
        ("<div><p>one</p><p>two</p></div>", "<div><p>two</p><p>one</p></div>"),  # another order
        ("<p>one</p><p>two</p>", "<p>two</p><p>one</p>"),
        ("<a href=/x>one</a>", "<a href=/y>one</a>"),
        ("<a href='/x?v=1'>one</a>", "<a href='/x?v=2'>one</a>"),  # a link leads where its query says
        ("<img src=a.png>", "<img src=b.png>"),
        ("<p>one", "<p style='display:none'>one"),
        ("<title>a</title>", "<title>b</title>"),
        ("<link rel=stylesheet href=a.css>", "<link rel=stylesheet href=b.css>"),
        ("<body bgcolor=red>", "<body bgcolor=blue>"),
        ("<pre>a  b</pre>", "<pre>a b</pre>"),
        ("<p><b>a</b> <i>b</i>", "<p><b>a</b><i>b</i>"),  # a space between words
        ("one", "two"),
        ("<frameset><frame src=a></frameset>", "<frameset><frame src=b></frameset>"),
        ("<p>&lt;b&gt;x&lt;/b&gt;</p>", "<p><b>x</b></p>"),
        ("<input value=1>", "<input value=2>"),
        ("<template shadowrootmode=open><p>a</template>", "<template shadowrootmode=open><p>b</template>"),
    ],
)
def test_what_shows_is_found_either_way(old: str, new: str) -> None:
    for result in (quick(old, new), quick(new, old)):
        assert result.changed
        assert result.similarity < 1.0


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("comments", "<p>a<!-- 1 --></p>", "<p>a</p>"),
        ("comments", "<p>a<!-- --> b</p>", "<p>a b</p>"),
        ("white space", "<div>\n <p>a  b </p>\n</div>", "<div><p>a b</p></div>"),
        ("attribute order", "<p id=a class=b>x", "<p class=b id=a>x"),
        ("nonces", "<p><script nonce=1>x</script>", "<p><script nonce=2>x</script>"),
        (
            "hidden form fields",
            "<form><input type=hidden name=csrf value=1>",
            "<form><input type=hidden name=csrf value=2>",
        ),
        ("metadata", "<meta name=csrf-token content=1><p>x", "<meta name=csrf-token content=2><p>x"),
        ("tokens", "<div data-csrf-token=abcdef0123456789>x", "<div data-csrf-token=abcdef0123456788>x"),
        ("cache-busting queries", "<img src='a.png?v=12'>", "<img src='a.png?v=13'>"),
        ("cache-busting queries", "<link rel=stylesheet href='a.css?1712'>", "<link rel=stylesheet href='a.css?1713'>"),
        ("renamed ids and classes", "<p class='text css-1q2w3e'>x", "<p class='text css-9i8u7y'>x"),
        ("renamed ids and classes", "<p class='Card_title__x1Y2z'>x", "<p class='Card_title__q9W8e'>x"),
        ("renamed ids and classes", "<p id=ember123>x", "<p id=ember456>x"),
        ("scripts", "<p>x<script>1</script>", "<p>x<script>2</script>"),
        ("styles", "<style>a</style><p>x", "<style>b</style><p>x"),
    ],
)
def test_what_nobody_sees_does_not_count_and_is_said(kind: str, old: str, new: str) -> None:
    result = quick(old, new)
    assert not result.changed
    assert result.similarity == 1.0
    assert kind in result.ignored


def test_a_class_still_in_use_elsewhere_was_not_renamed() -> None:
    old = "<p class=css-1q2w3e>x</p><i class=css-9i8u7y>y</i>"
    assert quick(old, old.replace("css-1q2w3e", "css-9i8u7y")).changed


def test_a_zone_limits_the_comparison() -> None:
    old = "<div id=a>one</div><div id=b>two</div>"
    new = old.replace("two", "three")
    assert not quick(old, new, zone="#a").changed
    found = quick(old, new, zone="#b")
    assert found.changed
    assert [pair.old for pair in found.subtrees] == ["body/div[2]"]
    assert quick(old, "<div id=a>one</div>", zone="#b").subtrees == (
        SubtreePair("body/div[2]", None, -1.0, False, '<div id="b">two</div>'),
    )
    assert not quick(old, new, zone="#nowhere").changed
    with pytest.raises(UsageError, match="selector"):
        quick(old, new, zone="[[")


def test_moved_subtrees_are_the_same_in_another_place() -> None:
    result = quick("<p>one</p><p>two</p><p>three</p>", "<p>three</p><p>one</p><p>two</p>")
    assert [(pair.old, pair.new, pair.moved) for pair in changed(result)] == [("body/p[3]", "body/p[1]", True)]


def test_declared_encodings_are_read_and_wrong_ones_do_no_harm() -> None:
    latin, utf8 = "<p>Café".encode("latin-1"), "<p>Café".encode()
    assert not quick_compare(
        latin, utf8, old_type="text/html; charset=latin1", new_type="text/html; charset=utf-8"
    ).changed
    assert not quick_compare(utf8, b"\xef\xbb\xbf" + utf8).changed
    assert quick_compare(utf8, utf8, new_type="text/html; charset=latin1").changed
    assert not quick_compare("<p>Café".encode("utf-16"), utf8).changed


@pytest.mark.parametrize(
    "page",
    ["<div>" * 5_000, "<div>" * 5_000 + "</div>" * 5_000, "".join(f"<b id={n}>" for n in range(400)) + "<p>" * 5_000],
)
def test_endless_nesting_is_refused(page: str) -> None:
    with pytest.raises(InputError, match="without a browser"):
        quick(page, page + "x")


def test_deep_pages_within_the_limit_are_compared() -> None:
    page = "<div>" * 500 + "x"
    assert quick(page, page + "y").changed
    assert not quick(page, page).changed


def test_the_result_has_the_stable_form() -> None:
    found = quick("<p>a</p>", "<p>a</p><i>b</i>").to_json()
    assert (found["changed"], found["similarity"]) == (True, pytest.approx(1 / 3, abs=1e-6))
    assert found["subtrees"] == [
        {"old": "body/p[1]", "new": "body/p[1]", "similarity": 1.0},
        {"old": None, "new": "body/i[1]", "similarity": -1.0},
    ]


TAGS = st.sampled_from(["div", "p", "b", "ul", "li", "table", "td", "a", "span", "br", "img", "pre"])
PIECES = st.one_of(
    TAGS.map(lambda tag: f"<{tag}>"),
    TAGS.map(lambda tag: f"</{tag}>"),
    st.sampled_from(["<a href=/x>", "<p class='a b'>", "word", " ", "\n", "&amp;", "é", "<!-- c -->"]),
    st.text(max_size=5),
)
PAGES = st.lists(PIECES, max_size=25).map("".join)


@settings(max_examples=150, deadline=None)
@given(PAGES)
def test_a_page_is_the_same_as_itself(page: str) -> None:
    result = quick_compare(page.encode("utf-8", "replace"), page.encode("utf-8", "replace"))
    assert not result.changed
    assert result.similarity == 1.0
    assert not result.ignored


@settings(max_examples=150, deadline=None)
@given(PAGES, PAGES)
def test_whether_it_changed_does_not_depend_on_the_direction(old: str, new: str) -> None:
    before, after = old.encode("utf-8", "replace"), new.encode("utf-8", "replace")
    there, back = quick_compare(before, after), quick_compare(after, before)
    assert there.changed == back.changed
    assert there.ignored == back.ignored
    assert -1.0 <= there.similarity <= 1.0
    assert there.changed == any(pair.changed for pair in there.subtrees)
