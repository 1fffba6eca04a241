from archived_site import URL
from pagestrata.app.sentences import sentences_of
from web_fixtures import site_archive


def test_versions_without_a_stored_sentence_get_one_of_their_changes(tmp_path):
    with site_archive(tmp_path) as archive:
        versions = archive.versions.of(URL)
        said = sentences_of(archive, versions)
    first, second, third = (said[version.id] for version in versions)
    assert first == ""
    assert second == "the harbour is open → closed"
    assert third == "island leave at nine → ten"
