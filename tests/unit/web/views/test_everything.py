from archived_site import URL
from pagestrata.model.records import Trail
from pagestrata.web.views import everything as view
from web_fixtures import site_archive


def test_a_page_is_listed_with_its_last_change_and_its_followed_blocks(tmp_path):
    with site_archive(tmp_path) as archive:
        archive.trails.save(Trail(id="t1", url=URL, origin={"name": "Boats"}, state={}))
        (listed,) = view.everything(archive).pages
        assert (listed.name, listed.page.versions, listed.blocks) == ("The harbour", 3, [("t1", "Boats")])
        assert listed.said == "island leave at nine → ten"
        assert view.everything(archive, words="nowhere").pages == []
