from pagestrata.web.security.headers import content_security_policy
from web_fixtures import web_client


def test_without_a_replay_origin_nothing_is_framed():
    assert "frame-src 'none'" in content_security_policy("")


def test_other_host_names_are_refused_with_the_same_headers(tmp_path):
    with web_client(tmp_path) as client:
        answer = client.get("/", headers={"Host": "evil.test"})
    assert answer.status_code == 421
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert "Set-Cookie" not in answer.headers


def test_who_follows_a_link_of_another_site_is_asked_once_more_and_keeps_the_session(tmp_path):
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    with web_client(tmp_path) as client:
        first = client.get("/plan", headers=link)
        again = client.get("/plan", headers={**link, "Sec-Fetch-Site": "same-origin"})
    assert (first.status_code, again.status_code) == (200, 200)
    assert 'http-equiv="refresh"' in first.text
    assert "Set-Cookie" not in first.headers  # a new one would end the session that the browser has
    assert "<h1>" in again.text
