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
