from archived_site import URL
from captures import capture, visit_of
from pagestrata.app.sentences import made_sentence, sentences_of
from pagestrata.comparing.vidiff import compare
from pagestrata.store.archive import open_archive
from web_fixtures import site_archive


def test_versions_without_a_stored_sentence_get_one_of_their_changes(tmp_path):
    with site_archive(tmp_path) as archive:
        versions = archive.versions.of(URL)
        said = sentences_of(archive, versions)
    first, second, third = (said[version.id] for version in versions)
    assert first == ""
    assert second == "the harbour is open → closed"
    assert third == "boats to the island leave at nine → ten"


def test_a_text_that_the_catalogue_cuts_is_read_whole(tmp_path):
    """Archived changes end after a thousand characters, in the midst of a name or a number."""
    with open_archive(tmp_path) as archive:
        before = None
        for hour, name in enumerate(("Cassandra", "Carolina 123456")):
            taken, tree = capture([f"{'word ' * 199}x {name}"], hours=hour)
            version = archive.append(taken, tree, compare(before, tree) if before else None, visit=visit_of(taken))
            before = tree
        assert made_sentence(archive, version) == "word word x Cassandra → Carolina 123456"
