from pathlib import Path

from compared_pages import URL, visited_archive
from pagestrata.web.views.neighbours import neighbours_of


def test_the_pairs_before_and_after_and_all_choices(tmp_path: Path) -> None:
    with visited_archive(tmp_path) as archive:
        first, second, third, last = archive.versions.of(URL)
        around = neighbours_of(archive, second, third)
        assert (around.earlier, around.later) == ((first, second), (third, last))
        assert list(around.choices) == [last, third, second, first]
        ends = neighbours_of(archive, first, last)
        assert (ends.earlier, ends.later) == (None, None)
