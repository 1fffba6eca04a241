import os
import re

from archived_site import TIMES, URL
from pagestrata.app.notifications import add_rule
from pagestrata.model.records import Trail
from pagestrata.notify.answer_links import answer_link, answer_to
from pagestrata.notify.kept_addresses import message_key
from web_fixtures import BASE, NOW, web_client


def test_the_page_shows_what_is_asked_and_leads_to_the_comparison(tmp_path, monkeypatch):
    monkeypatch.setenv("PAGESTRATA_CHANNELS", str(tmp_path / "channels.json"))
    link = answer_link("", message_key(os.environ), answer_to("noise", URL, TIMES[2], now=NOW))
    with web_client(tmp_path / "archive") as client:
        shown = client.get(link)
        archive = client.app.state.context.archive
        old, new = (archive.versions.at(URL, time) for time in TIMES[1:])
        assert f'href="/compare/{old.id}/{new.id}"' in shown.text
        values = dict(pair.split("=") for pair in link.partition("?")[2].split("&"))
        sent = client.post("/answer", data={**values, "url": URL}, headers={"Origin": BASE})
        assert (sent.status_code, sent.headers["location"].endswith("done=now")) == (303, True)
        # who writes 'done' into a link that was not used is not told that it was
        other = answer_link("", message_key(os.environ), answer_to("noise", URL, TIMES[1], now=NOW))
        assert "Marked as noise" not in client.get(f"{other}&done=now").text


def test_the_alert_about_a_followed_block_is_stopped_by_its_link(tmp_path, monkeypatch):
    monkeypatch.setenv("PAGESTRATA_CHANNELS", str(tmp_path / "channels.json"))
    with web_client(tmp_path / "archive") as client:
        archive = client.app.state.context.archive
        archive.trails.save(Trail(id="t1", url=URL, origin={"select": "p", "name": "Boats"}, state={}))
        rule = add_rule(archive, "t1", channel="terminal", now=NOW)
        answer = answer_to("stop", URL, TIMES[2], now=NOW, block="t1", rule=rule.id)
        link = answer_link("", message_key(os.environ), answer)
        shown = client.get(link)
        assert "Stop notifications about this block?" in shown.text
        fields = dict(re.findall('type="hidden" name="([a-z]+)" value="([^"]*)"', shown.text))
        sent = client.post("/answer", data=fields, headers={"Origin": BASE})
        assert "The alert was removed." in client.get(sent.headers["location"]).text
        assert archive.outbox.rules() == []
