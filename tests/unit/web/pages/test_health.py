from web_fixtures import web_client


def test_it_says_that_it_lives_and_nothing_else(tmp_path):
    with web_client(tmp_path) as client:
        assert client.get("/health").json() == {"alive": True}
