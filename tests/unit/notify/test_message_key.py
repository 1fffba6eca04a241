import os
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from pagestrata.errors import UsageError
from pagestrata.notify.message_key import known_message_key, message_key


def test_a_key_is_made_once_for_its_owner_alone(tmp_path):
    place = {"PAGESTRATA_CHANNELS": str(tmp_path / "inner" / "channels.json")}
    assert known_message_key(place) == b""
    made = message_key(place)
    assert len(made) == 32
    assert message_key(place) == known_message_key(place) == made
    file = tmp_path / "inner" / "message-key"
    assert os.listdir(file.parent) == [file.name]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_those_who_ask_at_the_same_time_get_the_same_key(tmp_path):
    place = {"PAGESTRATA_CHANNELS": str(tmp_path / "channels.json")}
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(lambda _: message_key(place), range(32)))) == 1


def test_a_key_that_cannot_be_used_is_named(tmp_path):
    place = {"PAGESTRATA_CHANNELS": str(tmp_path / "channels.json")}
    for text in ("abcd", "no key"):
        (tmp_path / "message-key").write_text(text)
        with pytest.raises(UsageError, match="message-key"):
            message_key(place)
        assert known_message_key(place) == b""
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="set PAGESTRATA_CHANNELS"):
        message_key({"PAGESTRATA_CHANNELS": str(tmp_path / "file" / "channels.json")})
