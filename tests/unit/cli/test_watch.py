from dataclasses import replace

import pytest

from captures import START, capture, visit_of
from command_line import call
from pagestrata.model.due import SitePage
from pagestrata.store.archive import open_archive

URL = "http://site.test/"


@pytest.fixture
def run(tmp_path, capfdbinary):
    def command(*words):
        return call(capfdbinary, "watch", *words, "--archive", tmp_path / "archive")

    return command


def test_add_list_show_edit_remove(run, tmp_path):
    made = run(
        "add", "http://SITE.test", "--title", "Paper", "--tag", "news", "--threshold", "0.4", "--notify", "terminal"
    )
    assert made.code == 0
    assert {**made.json, "id": "", "rules": []} == {
        "id": "", "url": URL, "title": "Paper", "tags": ["news"], "threshold": 0.4, "importance": None, "operation_weights": None,
        "segmenter": None, "pdoc": None, "level": None, "ignore": None, "ignore_text": None,
        "leaning": None, "model": None, "judge": None, "skipped_days": None,
        "render_every_visits": None, "render_every_hours": None, "keep_errors": None,
        "failures_reported": None, "interval_seconds": None, "only_if": None, "only_if_overrules": None,
        "paused": None, "window": None, "robots": None, "page_weight": None, "capture": None, "signals": None, "rules": [],
        "scope": None, "scope_depth": None, "scope_include": None, "scope_exclude": None, "scope_pages": None,
    }  # fmt: skip
    assert len(made.json["rules"]) == 1
    assert run("list").text == f"{made.json['id']}  {URL}  news\n"
    assert run("list", "--tag", "other").code == 1
    assert run("show", URL).json == made.json | {"feeds": []}
    edited = run("edit", made.json["id"][:6], "--tag", "daily", "--default", "threshold").json
    assert (edited["tags"], edited["threshold"], edited["title"]) == (["daily"], None, "Paper")
    assert run("edit", URL, "--default", "tags").json["tags"] == []
    assert run("remove", URL, "--json").json == {"removed": made.json["id"], "url": URL}
    assert run("list", "--json").json == []
    with open_archive(tmp_path / "archive") as archive:
        assert list(archive.outbox.rules()) == []


def test_a_person_reads_what_was_set_and_not_what_was_not(run):
    said = run("add", URL, "--title", "Paper", "--importance", "sidebar=0", "--format", "text").text
    assert said.splitlines()[1:] == [f"{'url':<24}{URL}", f"{'title':<24}Paper", "importance", f"{'  sidebar':<24}0.0"]
    assert run("edit", URL, "--tag", "daily", "--format", "text").text.splitlines()[3] == f"{'tags':<24}daily"


def test_a_watch_keeps_what_matters_and_how_the_page_is_cut(run):
    made = run("add", URL, "--importance", "footer=0", "--importance", "1.20=1", "--weight", "move=0",
               "--segmenter", "partition", "--pdoc", "coarse")  # fmt: skip
    settings = {name: made.json[name] for name in ("importance", "operation_weights", "segmenter", "pdoc", "level")}
    assert settings == {
        "importance": {"footer": 0.0, "1.20": 1.0}, "operation_weights": {"move": 0.0}, "segmenter": "partition",
        "pdoc": "coarse", "level": None,
    }  # fmt: skip
    edited = run("edit", URL, "--default", "segmenter", "--default", "importance", "--level", "2").json
    assert (edited["segmenter"], edited["importance"], edited["level"], edited["pdoc"]) == (None, None, 2, "coarse")


def test_a_watch_says_what_becomes_of_faults(run):
    made = run("add", URL, "--keep-errors", "--failures-reported", "5").json
    assert (made["keep_errors"], made["failures_reported"]) == (True, 5)
    edited = run("edit", URL, "--no-keep-errors", "--default", "failures_reported").json
    assert (edited["keep_errors"], edited["failures_reported"]) == (False, None)
    assert run("edit", URL, "--failures-reported", "0").code == 2


def test_a_watch_says_when_it_is_visited(run):
    made = run(
        "add", URL, "--interval", "6h", "--window", "Mon-Fri 08:00-18:00", "--robots", "ignore", "--page-weight", "2"
    ).json
    assert (made["interval_seconds"], made["window"], made["robots"]) == (21600, "Mon-Fri 08:00-18:00", "ignore")
    assert made["page_weight"] == 2.0
    assert run("pause", URL).json["paused"] is True
    edited = run("edit", URL, "--interval", "auto", "--resume", "--default", "window").json
    assert (edited["interval_seconds"], edited["paused"], edited["window"]) == (None, False, None)
    assert run("edit", URL, "--interval", "0").code == 2


def test_a_watch_says_how_often_its_page_is_rendered(run):
    made = run("add", URL, "--render-every-visits", "3", "--render-every-hours", "0.5").json
    assert (made["render_every_visits"], made["render_every_hours"]) == (3, 0.5)
    edited = run("edit", URL, "--default", "render_every_visits").json
    assert (edited["render_every_visits"], edited["render_every_hours"]) == (None, 0.5)
    assert run("edit", URL, "--render-every-visits", "0").code == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--segmenter", "scissors"), "unknown segmenter 'scissors'"),
        (("--importance", "footer=2"), "not a name with a number from 0 to 1"),
        (("--importance", "cellar=0"), "neither a role nor the ref of a block; roles are header, menu"),
        (("--weight", "sing=1"), "unknown operation or element 'sing'"),
        (("--pdoc", "11"), "not a granularity"),
    ],
)
def test_settings_that_cannot_be_are_refused(run, words, message):
    refused = run("add", URL, *words)
    assert refused.code == 2
    assert message in refused.err
    assert run("list").code != 0


def test_a_list_is_imported(run, tmp_path):
    (tmp_path / "list.txt").write_text("https://a.test/ news\nhttps://b.test/\n")
    assert run("import", tmp_path / "list.txt").json["files"][0]["watches"] == 2
    assert run("list", "--tag", "news").text.split()[1] == "https://a.test/"


def test_what_is_not_there_is_said(run):
    run("add", URL)
    missing = run("show", "http://other.test/")
    assert missing.code == 1
    assert "pagestrata watch list" in missing.err
    assert run("add", "not an address").code == 2


def test_the_feeds_of_a_page_are_offered(run, tmp_path):
    run("add", URL, "--tag", "news")
    assert run("feeds", URL).code == 1
    taken, tree = capture(["Words"])
    link = b"<link rel=alternate type=application/rss+xml href=/rss title=Posts></head>"
    page = replace(taken.responses[0], body=taken.responses[0].body.replace(b"</head>", link))
    with open_archive(tmp_path / "archive") as archive:
        archive.append(replace(taken, responses=(page,)), tree, None, visit=visit_of(taken))
    assert run("feeds", URL).text == "http://site.test/rss  Posts\n"
    assert run("show", URL).json["feeds"] == ["http://site.test/rss"]
    assert run("feeds", URL, "--add", "--json").json == [
        {"url": "http://site.test/rss", "title": "Posts", "watched": True}
    ]
    feed = run("show", "http://site.test/rss").json
    assert (feed["tags"], feed["signals"]) == (["news"], URL)


def test_how_a_page_is_opened_is_kept_with_it(run):
    made = run("add", URL, "--wait-for", ".price", "--viewport", "390x844", "--no-consent", "--block-type", "media")
    kept = {"wait_for": ".price", "viewport": [390, 844], "refuse_consent": False, "blocked_resource_types": ["media"]}
    assert run("add", f"{URL}twice", "--no-second-look").json["capture"] == {"second_look": False}
    assert made.json["capture"] == kept
    assert run("edit", URL, "--max-height", "900").json["capture"] == kept | {"height_cap_px": 900}
    assert run("edit", URL, "--default", "capture").json["capture"] is None


def test_no_password_is_kept_with_a_page(run):
    refused = run("add", URL, "--proxy", "http://me:secret@proxy.test:3128")
    assert refused.code == 2
    assert "give --proxy to `visit` or `run`" in refused.err
    assert "secret" not in refused.err
    assert run("add", URL, "--proxy", "http://proxy.test:3128").json["capture"] == {"proxy": "http://proxy.test:3128"}
    assert run("add", URL, "--header", "Authorization: x").code == 2


def test_pages_go_to_another_archive_and_what_is_set_there_stays(run, tmp_path, capfdbinary):
    run("add", URL, "--tag", "news", "--interval", "6h", "--wait-for", ".price")
    run("add", "http://other.test/")
    file, other = tmp_path / "watches.json", tmp_path / "elsewhere"
    assert run("export", "--tag", "news", "-o", file).code == 0
    assert call(capfdbinary, "watch", "add", URL, "--interval", "1d", "--archive", other).code == 0
    imported = call(capfdbinary, "watch", "import", file, "--json", "--archive", other)
    assert (imported.code, imported.json["files"][0]["watches"]) == (0, 1)
    (found,) = call(capfdbinary, "watch", "list", "--json", "--archive", other).json
    assert (found["tags"], found["interval_seconds"], found["capture"]) == (["news"], 86400, {"wait_for": ".price"})
    assert run("export", "--tag", "nobody").code == 1
    assert sorted(run("export", "--format", "text").text.split()) == sorted([URL, "http://other.test/"])


def test_a_site_is_watched_as_a_whole(run, tmp_path):
    made = run(
        "add", URL, "--scope", "prefix", "--depth", "2", "--include", "/news/", "--exclude", "print", "--max-pages", "9"
    )
    names = ("scope", "scope_depth", "scope_include", "scope_exclude", "scope_pages")
    assert [made.json[name] for name in names] == ["prefix", 2, ["/news/"], ["print"], 9]
    with open_archive(tmp_path / "archive") as archive:
        found = [f"{URL}news/{name}" for name in ("a", "b")]
        archive.site_pages.add(
            [SitePage(id=url, site=made.json["id"], url=url, depth=1, shape="", found_at=START) for url in found],
            most=9,
        )
    shown = run("show", URL).json
    assert (shown["site_pages"], [page["url"] for page in shown["pages"]]) == (2, found)
    run("edit", URL, "--exclude", "/b")
    assert run("show", URL).json["site_pages"] == 1
    assert run("edit", URL, "--scope", "page").json["scope"] is None
    assert "pages" not in run("show", URL).json


def test_a_pattern_of_addresses_that_cannot_be_run_is_refused(run):
    refused = run("add", URL, "--scope", "host", "--exclude", "(?=x)")
    assert refused.code == 2
    assert "not a supported regular expression" in refused.err


def test_people_read_what_was_set(run):
    said = run("add", URL, "--tag", "news", "--format", "text").text
    assert [line.split()[0] for line in said.splitlines()] == ["id", "url", "tags"]
