import gzip
import json
import zipfile

import pytest

from pagestrata.errors import InputError
from pagestrata.formats.watch_lists import ListedPage, read_watch_list, write_watch_list

CD = {
    "watching": {
        "1": {
            "url": "https://a.test/",
            "title": "A",
            "tags": ["t1"],
            "time_between_check": {"hours": 2, "minutes": None},
            "include_filters": ["xpath://main"],
        },
        "2": {"url": "ftp://b.test/"},
    },
    "settings": {"application": {"tags": {"t1": {"title": "news"}}}},
}
URLWATCH = """
url: https://a.test/
name: A
filter:
  - css: main
  - html2text
---
navigate: https://b.test/
tags: [one, two]
filter:
  - xpath:
      path: //p
---
command: rm -rf /
"""


def read(tmp_path, content: str | bytes, name: str = "list.txt"):
    file = tmp_path / name
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_watch_list(file)


def test_plain_lists_may_have_comments_and_tags(tmp_path):
    found = read(tmp_path, "\ufeff# mine\n\nhttps://a.test/ news, daily\nhttps://b.test/\nhttps://a.test/ x\nnot one\n")
    assert found.kind == "urls"
    assert found.pages == (ListedPage(url="https://a.test/", tags=("x",)), ListedPage(url="https://b.test/"))
    assert found.left_out == ("'not one' is not an http(s) address",)


def test_sitemaps_plain_and_packed(tmp_path):
    xml = """<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        <url><loc> https://a.test/ </loc></url><url><loc>javascript:1</loc></url></urlset>"""
    assert [page.url for page in read(tmp_path, xml).pages] == ["https://a.test/"]
    found = read(tmp_path, gzip.compress(xml.encode()), "sitemap.xml.gz")
    assert (found.kind, len(found.left_out)) == ("sitemap", 1)
    index = "<sitemapindex><sitemap><loc>https://a.test/s.xml</loc></sitemap></sitemapindex>"
    with pytest.raises(InputError, match="names no page"):
        read(tmp_path, index)


def test_changedetection_io(tmp_path):
    expected = ListedPage(url="https://a.test/", title="A", tags=("news",), interval_seconds=7200, select="//main")
    found = read(tmp_path, json.dumps(CD), "url-watches.json")
    assert (found.kind, found.pages) == ("changedetection.io", (expected,))
    assert found.left_out == ("'ftp://b.test/' is not an http(s) address",)
    backup = tmp_path / "backup.zip"
    with zipfile.ZipFile(backup, "w") as package:
        package.writestr("../../etc/passwd", "x")
        package.writestr("url-watches.json", json.dumps(CD))
    assert read_watch_list(backup).pages == (expected,)


def test_filters_of_groups_and_of_all_pages_of_changedetection_io_count_for_each(tmp_path):
    group = {"title": "shops", "subtractive_selectors": [".ad"], "ignore_text": ["views"], "trigger_text": ["sold"]}
    page = {"url": "https://a.test/", "tags": ["g"], "include_filters": ["main"], "subtractive_selectors": ["nav"]}
    application = {
        "tags": {"g": group, "other": {"title": "other", "subtractive_selectors": [".never"]}},
        "global_subtractive_selectors": ["footer"], "global_ignore_text": ["today"], "notification_urls": ["tgram://x"],
    }  # fmt: skip
    found = read(
        tmp_path, json.dumps({"watching": {"1": page}, "settings": {"application": application}}), "url-watches.json"
    )
    assert found.pages == (
        ListedPage(
            url="https://a.test/", tags=("shops",), select="main", ignore=("nav", ".ad", "footer"),
            ignore_text=("views", "today"),
        ),
    )  # fmt: skip
    assert found.left_out[0].startswith("for all pages: notification_urls not taken over")
    assert found.left_out[1] == "https://a.test/: trigger_text not taken over"


def test_urlwatch_and_its_programs_are_never_run(tmp_path):
    found = read(tmp_path, URLWATCH, "urls.yaml")
    assert found.kind == "urlwatch"
    assert found.pages == (
        ListedPage(url="https://a.test/", title="A", select="main"),
        ListedPage(url="https://b.test/", tags=("one", "two"), select="//p"),
    )
    assert found.left_out == ("the job 'rm -rf /' has no http(s) address",)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"nothing here",
        b"<urlset><loc>",
        b"{",
        b'{"watching": 3}',
        b"url: !!python/object/apply:os.system ['true']",
        b"PK\x03\x04broken",
        b"\x1f\x8bbroken",
        b"<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><urlset><url><loc>&x;</loc></url></urlset>",
    ],
)
def test_what_is_no_list_is_said(tmp_path, content):
    with pytest.raises(InputError, match="list"):
        read(tmp_path, content)


def test_yaml_that_grows_without_end_stays_small(tmp_path):
    bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(12)
    )
    found = read(tmp_path, bomb + "url: https://a.test/\nname: *m\ntags: *m\nfilter: *m\n", "urls.yaml")
    assert found.pages[0].title == ""


def test_a_bomb_in_gzip_is_refused(tmp_path):
    with pytest.raises(InputError, match="larger than"):
        read(tmp_path, gzip.compress(bytes(70 * 1024 * 1024), 1), "x.gz")


def test_opml_gives_feeds_with_their_folders_as_tags(tmp_path):
    file = tmp_path / "feeds.opml"
    file.write_text(
        '<?xml version="1.0"?><opml version="2.0"><body><outline text="News"><outline text="Daily" '
        'xmlUrl="https://a.test/feed"/><outline text="Page" htmlUrl="https://b.test/"/></outline>'
        '<outline text="Broken" xmlUrl="ftp://c.test/"/></body></opml>'
    )
    found = read_watch_list(file)
    assert found.kind == "opml"
    assert [(page.url, page.title, page.tags) for page in found.pages] == [
        ("https://a.test/feed", "Daily", ("News",)), ("https://b.test/", "Page", ("News",)),
    ]  # fmt: skip
    assert found.left_out == ("'Broken' has no http(s) address",)


def test_what_a_monitor_knows_and_nobody_here_does_is_said_page_by_page(tmp_path):
    file = tmp_path / "url-watches.json"
    watch = {
        "url": "https://a.test/", "paused": True, "headers": {"A": "b"}, "trigger_text": ["sold"],
        "subtractive_selectors": ["nav"], "ignore_text": ["1.5 left", "/\\d+/"], "include_filters": ["p", "h1"],
    }  # fmt: skip
    file.write_text(json.dumps({"watching": {"x": watch, "y": {"url": "https://b.test/"}}}))
    found = read_watch_list(file)
    first = found.pages[0]
    assert (first.paused, first.ignore, first.ignore_text, first.select) == (
        True,
        ("nav",),
        ("1\\.5\\ left", "\\d+"),
        "p",
    )
    assert found.left_out == ("https://a.test/: headers, trigger_text, all but the first filter not taken over",)
    jobs = tmp_path / "urls.yaml"
    jobs.write_text("url: https://a.test/\nname: A\nmax_tries: 3\nssl_no_verify: true\n")
    assert read_watch_list(jobs).left_out == ("https://a.test/: max_tries, ssl_no_verify not taken over",)


def test_our_own_list_comes_back_without_what_belongs_to_one_archive(tmp_path):
    settings = {
        "title": "A ü",
        "tags": ["x"],
        "threshold": 0.4,
        "paused": True,
        "capture": {"wait_for": "p"},
        "pdoc": "fine",
    }
    written = write_watch_list(
        [("https://a.test/", settings | {"model": "m1", "source": "opml"}), ("https://b.test/", {})]
    )
    found = read(tmp_path, written)
    assert (found.kind, found.left_out) == ("pagestrata", ())
    assert [(page.url, page.settings) for page in found.pages] == [
        ("https://a.test/", settings),
        ("https://b.test/", {}),
    ]


def test_what_is_wrong_in_our_own_list_is_said_page_by_page(tmp_path):
    entry = {
        "url": "https://a.test/",
        "threshold": "much",
        "paused": 1,
        "interval_seconds": True,
        "rights": "all",
        "title": "A",
    }
    found = read(
        tmp_path, json.dumps({"kind": "pagestrata watches", "watches": [entry, {"url": "file:///etc/passwd"}]})
    )
    assert found.pages == (ListedPage(url="https://a.test/", settings={"title": "A"}),)
    assert found.left_out == (
        "https://a.test/: interval_seconds, paused, rights, threshold not taken over",
        "'file:///etc/passwd' is not an http(s) address",
    )


def test_a_comment_behind_an_address_is_no_tag(tmp_path):
    found = read(tmp_path, "https://a.test/#part news, town # ask Anna, twice\nhttps://b.test/ # only a comment\n")
    assert [(page.url, page.tags) for page in found.pages] == [
        ("https://a.test/#part", ("news", "town")), ("https://b.test/", ()),
    ]  # fmt: skip


def test_every_filter_and_option_of_a_job_is_taken_over_or_named(tmp_path):
    job = (
        "url: https://a.test/\nenabled: false\nnote: ask Anna\nfilter:\n- element-by-id: main\n"
        "- keep_lines_containing: sold\n- re.sub: '[0-9]+ views'\n"
    )
    found = read(tmp_path, job, "urls.yaml")
    (page,) = found.pages
    assert (page.select, page.ignore_text, page.paused) == ('[id="main"]', ("!sold", "[0-9]+ views"), True)
    (said,) = found.left_out
    assert said.startswith("https://a.test/: note")


def test_what_a_watch_does_otherwise_than_usual_is_named(tmp_path):
    watch = {"url": "https://a.test/", "method": "POST", "filter_text_removed": False, "processor": "text_json_diff"}
    found = read(tmp_path, json.dumps({"watching": {"x": watch}}), "url-watches.json")
    assert found.left_out == ("https://a.test/: filter_text_removed, method not taken over",)
