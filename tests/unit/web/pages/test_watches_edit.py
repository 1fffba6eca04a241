import pytest
from lxml.html import fromstring

from mailboxes import mailbox
from pagestrata.app.notifications import add_rule
from pagestrata.app.watches import watch_for
from web_fixtures import NOW, ShowingSession, post, web_client


@pytest.fixture
def client(tmp_path, monkeypatch):
    monkeypatch.setenv("PAGESTRATA_CHANNELS", str(tmp_path / "kept.json"))
    with web_client(tmp_path / "archive", session=ShowingSession(Exception("no browser here"))) as made:
        archive = made.app.state.context.archive
        for number in range(30):
            watch_for(archive, f"http://shop.test/{number}", {"tags": ["old", f"own{number}"]})
        yield made


def watches_of(client):
    return [watch for watch in client.app.state.context.archive.watches.all() if "shop.test" in watch.url]


def chosen(client):
    return [watch.id for watch in watches_of(client)]


def test_the_form_comes_first_and_changes_nothing(client):
    answer = post(client, "/pages/edit", {"id": chosen(client)})
    assert answer.status_code == 200
    assert "Edit 30 pages" in answer.text
    assert "as often as needed" in answer.text
    assert {watch.settings.interval_seconds for watch in watches_of(client)} == {None}


def test_interval_tags_and_alerts_of_thirty_pages_change_at_once(client, monkeypatch):
    archive = client.app.state.context.archive
    with mailbox() as box:
        monkeypatch.setenv("PAGESTRATA_MAIL", box.server)
        before = add_rule(archive, chosen(client)[0], channel="mail:old@example.org", now=NOW)
        sent = {"id": chosen(client), "do": "save", "interval_seconds": "6 hours", "tags_added": "new", "tags_removed": "old",
                "alert_kind": "mail", "alert_to": "anna@example.org", "alerts_before": "end"}  # fmt: skip
        assert post(client, "/pages/edit", sent).headers["location"] == "/?done=edited"
        assert post(client, "/pages/edit", {**sent, "alerts_before": ""}).status_code == 303
    assert {watch.settings.interval_seconds for watch in watches_of(client)} == {6 * 3600}
    assert all(watch.settings.tags == (f"own{watch.url.rpartition('/')[2]}", "new") for watch in watches_of(client))
    rules = archive.outbox.rules()
    assert before.id not in {rule.id for rule in rules}
    assert sorted(rule.subject for rule in rules) == sorted(chosen(client))
    assert {rule.channel for rule in rules} == {"mail:anna@example.org"}


def test_what_is_left_empty_stays_and_usual_takes_a_setting_away(client):
    ids = chosen(client)
    archive = client.app.state.context.archive
    watch_for(archive, "http://shop.test/0", {"title": "Kept", "interval_seconds": 60, "window": "08:00-18:00"})
    assert post(client, "/pages/edit", {"id": ids, "do": "save", "interval_seconds": "usual"}).status_code == 303
    found = archive.watches.of("http://shop.test/0").settings
    assert (found.title, found.interval_seconds, found.window) == ("Kept", None, "08:00-18:00")
    assert found.tags == ("old", "own0")


def test_who_saves_after_somebody_else_is_told_which_pages_and_saves_again(client):
    ids = chosen(client)
    archive = client.app.state.context.archive

    def seen_in(answer):
        return [each.get("value") for each in fromstring(answer.text).cssselect("input[name=seen]")]

    sent = {
        "id": ids,
        "do": "save",
        "interval_seconds": "6 hours",
        "seen": seen_in(post(client, "/pages/edit", {"id": ids})),
    }
    watch_for(archive, "http://shop.test/7", {"title": "The other one's", "interval_seconds": 60})
    late = post(client, "/pages/edit", sent)
    assert late.status_code == 409
    assert "Someone else changed 1 of these pages" in late.text
    assert "The other one" in late.text
    assert 'value="6 hours"' in late.text
    assert {watch.settings.interval_seconds for watch in watches_of(client)} == {None, 60}
    assert post(client, "/pages/edit", {**sent, "seen": seen_in(late)}).status_code == 303
    assert {watch.settings.interval_seconds for watch in watches_of(client)} == {6 * 3600}


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("interval_seconds", "often", "not an interval"),
        ("window", "noon", "not a time window"),
        ("ignore", "p[", "selector"),
        ("alert_to", "anna", "not a mail address"),
    ],
)
def test_nothing_is_changed_where_a_part_is_wrong(client, field, value, said):
    sent = {"id": chosen(client), "do": "save", "tags_added": "new", "alert_kind": "mail", field: value}
    answer = post(client, "/pages/edit", sent)
    assert answer.status_code == 400
    assert said in answer.text
    assert f'value="{value}"' in answer.text
    assert not any("new" in watch.settings.tags for watch in watches_of(client))


def test_somebody_must_be_chosen(client):
    assert post(client, "/pages/edit", {}).status_code == 400
