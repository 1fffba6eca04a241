from pathlib import Path

from archives import keep
from compared_pages import URL, visited_archive
from pagestrata.web.views.version_sides import side_of


def test_a_version_is_read_once_for_all_that_is_shown_of_it(tmp_path: Path) -> None:
    with visited_archive(tmp_path, days=1) as archive:
        version = archive.versions.of(URL)[0]
        side = side_of(archive, version)
        assert side.tree == archive.contents.tree(version)
        assert side_of(archive, version) is side


def test_few_versions_are_kept(tmp_path: Path) -> None:
    with visited_archive(tmp_path, days=0) as archive:
        versions = [keep(archive, f"words {number}") for number in range(9)]
        first = side_of(archive, versions[0])
        for version in versions[1:]:
            side_of(archive, version)
        assert side_of(archive, versions[0]) is not first
