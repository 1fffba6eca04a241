from archived_site import URL
from pagestrata.app.watches import watch_for
from pagestrata.web.views.watch_edit import edit_view
from web_fixtures import site_archive


def test_the_page_is_shown_with_what_was_judged_and_what_is_set_elsewhere(tmp_path, monkeypatch):
    monkeypatch.setenv("PAGESTRATA_CHANNELS", str(tmp_path / "none.json"))
    with site_archive(tmp_path / "a") as archive:
        watch = watch_for(archive, URL, {"segmenter": "vips", "capture": {"proxy": "http://p:1"}})
        view = edit_view(archive, watch)
    assert view.name == "The harbour"
    assert view.latest is not None
    assert all(0 <= value <= 1 for value in view.probabilities)
    assert view.other == ["capture.proxy", "segmenter"]
    assert (view.alerts, view.has_mail_server) == ([], False)
