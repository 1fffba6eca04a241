import re

import pytest
from lxml.html import fromstring

from archived_site import URL
from mailboxes import mailbox
from pagestrata.app.watches import watch_for
from receivers import receiving
from web_fixtures import ShowingSession, post, web_client


@pytest.fixture
def client(tmp_path, monkeypatch):
    monkeypatch.setenv("PAGESTRATA_CHANNELS", str(tmp_path / "kept.json"))
    with web_client(tmp_path / "archive", session=ShowingSession(Exception("no browser here"))) as made:
        yield made


def archive_of(client):
    return client.app.state.context.archive


def place_of(client):
    return f"/watches/{archive_of(client).watches.of(URL).id}/edit"


def settings_of(client):
    return archive_of(client).watches.of(URL).settings


def filled(client, **changed):
    """The form as a browser would send it."""
    (form,) = fromstring(client.get(place_of(client)).text).cssselect("form.stack--wide")
    return {**dict(form.form_values()), "do": "save", **changed}


def test_a_form_that_is_sent_back_as_it_came_changes_nothing(client):
    every = {
        "title": "Harbour", "tags": ["a", "b c"], "interval_seconds": 5400, "window": "Mon-Fri 08:00-18:00 Europe/Berlin",
        "robots": "ignore", "page_weight": 2.5, "threshold": 0.125, "leaning": "strict", "judge": "evidence",
        "importance": {"footer": 0.0, "1.2": 0.35}, "operation_weights": {"insert:image": 0.2}, "ignore": [".ad", "#x > p"],
        "ignore_text": [r"\d+ people"], "render_every_visits": 3, "render_every_hours": 1.5, "skipped_days": 7.0,
        "keep_errors": True, "failures_reported": 5, "only_if": "the price falls", "only_if_overrules": True,
        "capture": {"wait_for": "#price", "refuse_consent": False, "viewport": [1000, 700], "page_seconds": 90.0,
                    "load_seconds": 45.0, "blocked_resource_types": ["media", "font"], "user_agent": "x", "contact": "y",
                    "height_cap_px": 5000, "max_scroll_px": 6000, "javascript": False, "second_look": False},
    }  # fmt: skip
    watch_for(archive_of(client), URL, every)
    before = settings_of(client).to_json()
    answer = post(client, place_of(client), filled(client))
    assert answer.status_code == 303, answer.text
    assert settings_of(client).to_json() == before


def test_settings_are_changed_and_what_is_emptied_goes_back_to_usual(client):
    sent = filled(client, title="", tags="boats, prices", interval_seconds="every 45 minutes", threshold="70 %")
    sent |= {"capture.wait_for": "#price", "importance.0.part": "footer", "importance.0.worth": "0"}
    sent |= {"importance.1.part": "ad", "importance.1.worth": "25", "importance.2.part": "", "importance.2.worth": "0"}
    sent.pop("capture.refuse_consent")
    assert post(client, place_of(client), sent).headers["location"].endswith("done=saved")
    found = settings_of(client)
    assert (found.title, found.tags, found.interval_seconds, found.threshold) == ("", ("boats", "prices"), 2700, 0.7)
    assert found.importance == {"footer": 0.0, "ad": 0.25}
    assert found.capture == {"wait_for": "#price", "refuse_consent": False}
    assert "Saved" in client.get(f"{place_of(client)}?done=saved").text


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("interval_seconds", "often", "not an interval"),
        ("interval_seconds", "1 second", "greater than or equal to 3"),
        ("window", "noon", "not a time window"),
        ("threshold", "700 %", "not a percentage"),
        ("ignore", "p[", "selector"),
        ("importance.0.part", "nothing", "neither a role"),
        ("capture.viewport", "big", "is not a window size"),
        ("capture.page_seconds", "soon", "is not a number"),
        ("capture.blocked_resource_types", "cookies", "image"),
        ("failures_reported", "2.5", "not a whole number"),
    ],
)
def test_what_is_wrong_is_said_and_the_form_stays_filled(client, field, value, said):
    before = settings_of(client)
    answer = post(client, place_of(client), filled(client, title="Another name", **{field: value}))
    assert answer.status_code == 400
    assert said in answer.text
    assert "Another name" in answer.text
    assert value in answer.text
    assert settings_of(client) == before


def test_parts_that_matter_less_are_rows_with_words_and_as_usual_takes_one_away(client):
    archive = archive_of(client)
    leaf = next(leaf for leaf in archive.contents.tree(archive.versions.latest(URL)).leaves() if leaf.text)
    watch_for(archive, URL, {"importance": {leaf.ref: 0.0, "footer": 0.35, "9.9.9": 1.0}})
    page = fromstring(client.get(place_of(client)).text)
    rows = [" ".join(row.text_content().split()) for row in page.cssselect("[data-weights=importance] .weights__part")]
    assert rows[0].startswith(f"“{leaf.text[:20]}")
    assert rows[1:3] == ["the footer", "a block that is no longer on the page"]
    chosen = [option.text_content() for option in page.cssselect("[data-weights=importance] option[selected]")]
    assert chosen == [
        "never matters",
        "matters 35 %",
        "always matters",
        "never matters",
    ]  # the last one of the empty row
    assert leaf.ref not in " ".join(page.cssselect("[data-weights=importance]")[0].itertext())
    sent = filled(client, **{"importance.1.worth": "", "importance.3.part": "ad", "importance.3.worth": "75"})
    assert post(client, place_of(client), sent).status_code == 303
    assert settings_of(client).importance == {leaf.ref: 0.0, "9.9.9": 1.0, "ad": 0.75}


def test_kinds_of_changes_are_rows_with_words(client):
    sent = filled(client, **{"operation_weights.0.part": "insert:image", "operation_weights.0.worth": "10"})
    assert post(client, place_of(client), sent).status_code == 303
    assert settings_of(client).operation_weights == {"insert:image": 0.1}
    assert "new pictures" in client.get(place_of(client)).text


def test_of_two_editors_the_second_sees_in_words_which_parts_were_muted(client):
    mine = filled(client, title="Mine")
    watch_for(archive_of(client), URL, {"importance": {"footer": 0.0}})
    assert "Stored by someone else: <bdi>the footer never matters</bdi>" in post(client, place_of(client), mine).text


def test_of_two_editors_the_second_sees_both_values_and_decides(client):
    mine = filled(client, title="Mine", interval_seconds="1 day")
    watch_for(archive_of(client), URL, {"title": "Theirs"})
    answer = post(client, place_of(client), mine)
    assert answer.status_code == 409
    assert 'value="Mine"' in answer.text
    assert "Stored by someone else: <bdi>Theirs</bdi>" in answer.text
    assert settings_of(client).title == "Theirs"
    seen = re.search(r'name="seen" value="([^"]+)"', answer.text)[1]
    assert post(client, place_of(client), {**mine, "seen": seen}).status_code == 303
    assert settings_of(client).title == "Mine"


def test_an_alert_is_stored_with_the_form_and_shown_in_words(client):
    with mailbox() as box:
        answer = post(client, "/settings/mail", {"server": box.server, "to": "anna@example.org"})
        assert answer.headers["location"].endswith("done=mail")
        assert box.mails[0]["To"] == "anna@example.org"
        alert = {
            "alert_kind": "mail",
            "alert_to": "bert@example.org",
            "alert_when": "says sold out",
            "alert_quiet": "22:00–07:00",
        }
        assert post(client, place_of(client), filled(client, **alert)).status_code == 303
        (rule,) = archive_of(client).outbox.rules()
        assert (rule.channel, rule.conditions) == ("mail:bert@example.org", {"words": ["sold out"]})
        assert rule.timing == {"quiet": "22:00-07:00"}
        page = client.get(place_of(client)).text
        assert "bert@example.org" in page
        assert "says sold out" in page
        assert "The test message was sent" in post(client, place_of(client), filled(client, do=f"test:{rule.id}")).text
        assert box.mails[-1]["To"] == "bert@example.org"
        answer = post(client, place_of(client), filled(client, do=f"forget:{rule.id}", title="Unsaved"))
        assert "Unsaved" in answer.text
        assert archive_of(client).outbox.rules() == []


def test_a_test_goes_out_before_anything_is_stored(client):
    with receiving() as receiver:
        alert = {"alert_kind": "webhook", "alert_to": f"http://127.0.0.1:{receiver.port}/hook"}
        answer = post(client, place_of(client), filled(client, do="try", title="Unsaved", **alert))
        assert "The test message was sent" in answer.text
        assert "Unsaved" in answer.text
        assert len(receiver.messages) == 1
        receiver.status = 500
        assert "error 500" in post(client, place_of(client), filled(client, do="try", **alert)).text
    assert archive_of(client).outbox.rules() == []


@pytest.mark.parametrize(
    ("alert", "said"),
    [
        ({"alert_to": "anna@example.org"}, "mail server"),
        ({"alert_to": "anna"}, "not a mail address"),
        ({"alert_kind": "webhook", "alert_to": "hook"}, "not the address of a webhook"),
        ({"alert_kind": "service", "alert_to": "file:/etc/passwd"}, "be added on the command line"),
        ({"alert_kind": "webhook", "alert_to": "https://e.org/h", "alert_when": "cheap"}, "write for example"),
        ({"alert_kind": "webhook", "alert_to": "https://e.org/h", "alert_when": "below 5"}, "needs a followed block"),
        ({"alert_kind": "webhook", "alert_to": "https://e.org/h", "alert_quiet": "always"}, "not a range"),
        ({"alert_kind": "webhook", "alert_to": "https://e.org/h", "alert_about": "gone"}, "no longer exists"),
    ],
)
def test_an_alert_that_cannot_work_leaves_the_form_filled_and_stores_nothing(client, alert, said):
    answer = post(client, place_of(client), filled(client, title="Another", **{"alert_kind": "mail", **alert}))
    assert answer.status_code == 400
    assert said in answer.text.replace("&#39;", "'")
    assert alert["alert_to"] in answer.text
    assert settings_of(client).title == "The harbour"
    assert archive_of(client).outbox.rules() == []


def test_it_is_paused_resumed_visited_and_removed(client):
    place = place_of(client)
    assert post(client, place, {"do": "pause"}).status_code == 303
    assert settings_of(client).paused
    assert post(client, place, {"do": "resume"}).status_code == 303
    assert not settings_of(client).paused
    assert post(client, place, {"do": "visit"}).headers["location"].endswith("done=visit")
    assert post(client, place, {"do": "dance"}).status_code == 400
    assert post(client, place, {"do": "remove"}).headers["location"] == "/?done=remove"
    assert archive_of(client).watches.of(URL) is None
    assert client.get(place).status_code == 404


def test_what_a_page_or_person_wrote_is_no_markup_in_the_form(client):
    watch_for(archive_of(client), URL, {"title": "<script>x</script>", "ignore_text": ["</textarea><b>"]})
    page = client.get(place_of(client)).text
    assert "<script>x" not in page
    assert "</textarea><b>" not in page
