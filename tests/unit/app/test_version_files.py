import gzip

import pytest

from archived_site import TEXTS, URL, page
from pagestrata.app.version_files import FORMS, SOFTWARE, version_file
from pagestrata.errors import NotFoundError
from pagestrata.formats.recordings.warc import WarcIndex
from pagestrata.formats.trees.vixml import read_vixml
from web_fixtures import site_archive

BEGINNINGS = {"png": b"\x89PNG", "vixml": b"<?xml", "videlta": b"<?xml", "warc": b"\x1f\x8b", "wacz": b"PK"}


def test_a_version_has_a_file_of_every_form(tmp_path):
    with site_archive(tmp_path) as archive:
        version = archive.versions.of(URL)[1]
        files = {form: version_file(archive, version, form) for form in FORMS}
    assert files["raw"] == page(TEXTS[1])
    assert files["text"].decode() == "\n".join(TEXTS[1])
    assert TEXTS[1][0] in files["html"].decode()
    for form, beginning in BEGINNINGS.items():
        assert files[form].startswith(beginning), form
    assert [block.text for block in read_vixml(files["vixml"]).leaves()] == TEXTS[1]


def test_a_recording_names_the_program_and_holds_the_page(tmp_path):
    with site_archive(tmp_path) as archive:
        recording = version_file(archive, archive.versions.of(URL)[2], "warc")
    file = tmp_path / "version.warc.gz"
    file.write_bytes(recording)
    index = WarcIndex.open(file)
    assert index.read(index.captures(URL)[0]).body == page(TEXTS[2])
    assert f"software: {SOFTWARE}".encode() in gzip.decompress(recording)


def test_a_first_version_has_no_changes(tmp_path):
    with site_archive(tmp_path) as archive:
        first = archive.versions.of(URL)[0]
        with pytest.raises(NotFoundError, match="first version of its page and has no changes; choose a later one"):
            version_file(archive, first, "videlta")
