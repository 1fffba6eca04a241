import json

from archived_site import TEXTS, URL, page
from pagestrata.formats.recordings.wacz import open_wacz
from pagestrata.formats.recordings.warc import WarcIndex


def test_a_warc_file_with_its_index(run, tmp_path):
    file = tmp_path / "new" / "out.warc.gz"
    answer = run("export", "-o", file, "--cdxj")
    assert answer.code == 0
    assert answer.json == {
        "file": str(file), "format": "warc", "versions": 3, "records": 15, "bytes": file.stat().st_size,
    }  # fmt: skip
    index = WarcIndex.open(file)
    assert [index.read(entry).body for entry in index.captures(URL)] == [page(texts) for texts in TEXTS]
    lines = (tmp_path / "new" / "out.cdxj").read_text().splitlines()
    assert len(lines) == 15
    assert lines == sorted(lines)
    assert json.loads(lines[0].split(" ", 2)[2])["filename"] == "out.warc.gz"
    assert sorted(item.name for item in file.parent.iterdir()) == ["out.cdxj", "out.warc.gz"]


def test_a_wacz_package_of_some_versions(run, tmp_path):
    file = tmp_path / "out.wacz"
    answer = run("export", URL, "--since", "2026-01-03", "--until", "2026-01-03", "-o", file)
    assert (answer.json["format"], answer.json["versions"]) == ("wacz", 1)
    index = open_wacz(file)
    assert [index.read(entry).body for entry in index.captures(URL)] == [page(TEXTS[1])]
    assert run("export", "--wacz", "-o", tmp_path / "other.zip").json["format"] == "wacz"


def test_mistakes_leave_nothing_behind(run, tmp_path):
    file = tmp_path / "out.warc.gz"
    assert run("export", "http://other.test/", "-o", file).code == 1
    assert run("export", "--since", "2030", "-o", file).code == 1
    assert run("export", "--wacz", "--cdxj", "-o", file).code == 2
    assert run("export").code == 2
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_text("x")
    refused = run("export", "-o", tmp_path / "file" / "out.warc.gz")
    assert refused.code == 2
    assert "choose another path with -o" in refused.err


def test_a_file_that_is_there_is_replaced_only_when_asked(run, tmp_path):
    file = tmp_path / "out.warc.gz"
    file.write_bytes(b"precious")
    refused = run("export", "-o", file)
    assert (refused.code, file.read_bytes()) == (2, b"precious")
    assert "already exists; overwrite it with --force" in refused.err
    shown = run("export", "-o", file, "--force", "--format", "text")
    assert shown.code == 0
    assert "versions                3\n" in shown.text
    assert file.read_bytes() != b"precious"
