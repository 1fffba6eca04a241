from web_fixtures import post, web_client


def test_changes_are_written_down_and_reading_is_not(tmp_path):
    with web_client(tmp_path) as client:
        accounts = client.app.state.context.archive.accounts
        client.get("/")
        post(client, "/pages/pause")  # refused: nothing was chosen
        assert accounts.log(limit=9) == []
        post(client, "/pages/pause", {"id": "x"})
        (entry,) = accounts.log(limit=9)
    assert (entry.who, entry.action, entry.subject) == ("this machine", "POST", "/pages/pause")
