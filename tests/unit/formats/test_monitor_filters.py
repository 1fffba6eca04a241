import pytest

from pagestrata.formats.monitor_filters import changedetection_filters, urlwatch_filters
from pagestrata.visit.ignore import check_patterns, check_selectors


@pytest.mark.parametrize(
    ("filters", "select"),
    [
        ("css:main .price", "main .price"),
        (["xpath://main/p"], "//main/p"),
        ([{"css": "ul > li"}], "ul > li"),
        ([{"css": {"selector": "main", "exclude": ".ad"}}], "main"),
        ([{"element-by-id": "top.news"}], '[id="top.news"]'),
        (["element-by-class:story"], '[class~="story"]'),
        ([{"element-by-tag": "article"}], "article"),
        ([{"element-by-style": "color: red"}], '[style="color: red"]'),
        ([{"element-by-id": "main"}, {"element-by-class": "price"}], '[id="main"] [class~="price"]'),
        (["html2text", {"css": "p"}, "strip"], "p"),
        ("html2text,strip", None),
        ("html2text", None),
        ([{"html2text": {"method": "re"}}], None),
        (None, None),
    ],
)
def test_what_is_selected_is_taken_over(filters, select):
    found = urlwatch_filters(filters)
    assert (found.select, found.left_out) == (select, [])
    if select and not select.startswith("/"):
        check_selectors([select])


@pytest.mark.parametrize(
    ("filters", "patterns"),
    [
        ([{"re.sub": r"\d+ views"}], [r"\d+ views"]),
        ([{"re.sub": {"pattern": "Now: .*", "repl": ""}}], ["Now: .*"]),
        ([{"delete_lines_containing": "xyz (beta)"}], [r".*(?:xyz\ \(beta\)).*"]),
        ([{"delete_lines_containing": {"re": "a|b"}}], [".*(?:a|b).*"]),
        (["grepi:Session [0-9]+"], [".*(?:Session [0-9]+).*"]),
        ([{"keep_lines_containing": "sold out (all)"}], [r"!sold\ out\ \(all\)"]),
        ([{"keep_lines_containing": {"re": "a|b"}}], ["!a|b"]),
        (["grep:Price"], ["!Price"]),
    ],
)
def test_texts_that_do_not_count_become_patterns(filters, patterns):
    found = urlwatch_filters(filters)
    assert (found.ignore_text, found.left_out) == (patterns, [])
    check_patterns(patterns)


@pytest.mark.parametrize(
    ("filters", "named"),
    [
        ([{"keep_lines_containing": ""}], "filter keep_lines_containing"),
        ([{"shellpipe": "rm -rf /"}], "filter shellpipe"),
        (["sort"], "filter sort"),
        ([{"re.sub": {"pattern": "(a)", "repl": r"\1"}}], "filter re.sub"),
        ([{"css": "a"}, {"xpath": "//b"}], "filter xpath after another one"),
        ([{"css": {"selector": "p", "skip": 2}}], "skip of filter css"),
        ([{"element-by-tag": "a[b"}], "filter element-by-tag"),
        ([{"jq": ".x"}], "filter jq"),
    ],
)
def test_each_filter_without_a_counterpart_is_named(filters, named):
    (said,) = urlwatch_filters(filters).left_out
    assert said.startswith(named)


def test_what_urlwatch_excludes_is_not_looked_at():
    assert urlwatch_filters([{"css": {"selector": "main", "exclude": ".ad"}}]).ignore == [".ad"]


def test_changedetection_io():
    found = changedetection_filters(
        ["css:main", "json:$.a"], ["nav", "xpath://footer", "/html/aside"], ["1.5 left", "/\\d+ seen/i"]
    )
    assert (found.select, found.ignore) == ("main", ["nav"])
    assert found.ignore_text == ["1\\.5\\ left", "(?i:\\d+ seen)"]
    assert found.left_out == [
        "filter 'json:$.a'", "subtractive selector '//footer'", "subtractive selector '/html/aside'",
    ]  # fmt: skip
    check_patterns(found.ignore_text)


def test_yaml_of_any_shape_does_no_harm():
    endless: list[object] = []
    endless.append(endless)
    for shape in (3, [None, 3, [], {}], {"css": None}, [{"css": {"selector": ["a"]}}], endless, [{3: 4}]):
        found = urlwatch_filters(shape)
        assert (found.select, found.ignore, found.ignore_text) == (None, [], []), shape
