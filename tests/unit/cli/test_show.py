import io

from lxml import etree
from PIL import Image

from archived_site import STYLE, TEXTS, URL, page
from pagestrata.formats.deltas.videlta import read_videlta
from pagestrata.formats.recordings.warc import WarcIndex
from pagestrata.formats.trees.vixml import read_vixml
from pagestrata.weighing.blocks.main_content import main_text


def test_show_gives_back_what_was_stored(run):
    assert run("show", f"{URL}@20260102030405", "--format", "raw").out == page(TEXTS[0])
    assert run("show", f"{URL}@first", "--format", "text").text == "\n".join(TEXTS[0]) + "\n"
    assert (
        run("show", URL, "--format", "main").text
        == main_text(read_vixml(run("show", URL, "--format", "vixml").out)) + "\n"
    )
    assert TEXTS[2][1] in run("show", URL).text
    assert run("show", URL, "--resource", f"{URL}s.css?b=1&a=2").out == STYLE
    assert Image.open(io.BytesIO(run("show", f"{URL}@~1", "--format", "png").out)).size == (320, 80)


def test_show_as_xml(run):
    tree = read_vixml(run("show", f"{URL}@~1", "--format", "vixml").out)
    assert [block.text for block in tree.leaves()] == TEXTS[1]
    written = run("show", f"{URL}@~1", "--format", "videlta").out
    etree.fromstring(written)
    assert [change.op for change in read_videlta(written).changes] == ["update"]
    first = run("show", f"{URL}@first", "--format", "videlta")
    assert first.code == 1
    assert "is the first" in first.err


def test_show_as_warc_and_json(run, tmp_path):
    file = tmp_path / "one.warc.gz"
    assert run("show", f"{URL}@latest", "--format", "warc", "-o", file).out == b""
    index = WarcIndex.open(file)
    assert index.read(index.captures(URL)[0]).body == page(TEXTS[2])
    described = run("show", f"{URL}@latest", "--json").json
    assert described["resources"] == [f"{URL}s.css?b=1&a=2", "http://cdn.site.test/i.png"]


def test_show_does_not_take_files(run, tmp_path):
    file = tmp_path / "page.html"
    file.write_text("<p>x")
    answer = run("show", file)
    assert answer.code == 2
    assert "`show` takes an archived page: URL@TIME" in answer.err


def test_show_takes_a_version_by_the_name_log_gives_it(run):
    name = run("log", URL).text.split()[0]
    assert run("show", f"{URL}@{name}", "--json").json["version"] == name
    assert run("show", f"{URL}@20260102030405-999").code == 1


def test_what_is_no_time_is_told_apart_from_what_is_no_page(run):
    answer = run("show", f"{URL}@yesterday")
    assert answer.code == 2
    assert f"'yesterday' is not a time of {URL}; write 8 to 14 digits" in answer.err
    assert run("show", "http://other.test/@someone").code == 1
    wrong = run("show", f"{URL}@20261399")
    assert wrong.code == 2
    assert "'20261399' is not a timestamp: there is no such day or time" in wrong.err


def test_a_time_before_the_first_version_is_an_error_that_names_the_first(run):
    answer = run("show", f"{URL}@2020-01-01")
    assert (answer.code, answer.out) == (1, b"")
    assert "has no version as early as 2020-01-01; the first is from 2026-01-02T03:04:05Z" in answer.err
    assert f"write {URL}@first" in answer.err
    nearest = run("show", f"{URL}@2020-01-01", "--nearest", "--json")
    assert nearest.code == 0
    assert nearest.json["version"] == run("show", f"{URL}@first", "--json").json["version"]
