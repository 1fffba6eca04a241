from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pagestrata.errors import UsageError
from pagestrata.notify.channels import name_of
from pagestrata.notify.kept_addresses import KeptAddresses, default_file, is_secret, known_message_key, message_key

ADDRESS = "mailto://me:pa55word@site.test"


def test_an_address_is_found_by_its_reference_which_shows_nothing_of_it(tmp_path: Path) -> None:
    kept = KeptAddresses(tmp_path / "deep" / "channels.json")
    reference, other = kept.keep(ADDRESS), kept.keep("json://token@other.test/")
    assert "pa55word" not in reference
    assert name_of(reference) == name_of(ADDRESS)
    assert [kept.find(reference), kept.find(other)] == [ADDRESS, "json://token@other.test/"]
    assert kept.keep(ADDRESS) == reference == kept.keep(reference)
    assert stat.S_IMODE((tmp_path / "deep" / "channels.json").stat().st_mode) == 0o600


@pytest.mark.parametrize("address", ["terminal", "file:/tmp/x", "env:PLACE"])
def test_what_holds_no_secret_is_not_kept(tmp_path: Path, address: str) -> None:
    kept = KeptAddresses(tmp_path / "channels.json")
    assert not is_secret(address)
    assert kept.keep(address) == kept.find(address) == address
    assert list(tmp_path.iterdir()) == []


def test_an_address_of_another_machine_says_what_to_do(tmp_path: Path) -> None:
    reference = KeptAddresses(tmp_path / "there.json").keep(ADDRESS)
    with pytest.raises(UsageError, match=r"the address of mailto://….* is not stored on this machine .*notify add"):
        KeptAddresses(tmp_path / "here.json").find(reference)


def test_a_file_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(UsageError, match=r"bad.json with the addresses of channels cannot be read"):
        KeptAddresses(tmp_path / "bad.json").keep(ADDRESS)
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="set PAGESTRATA_CHANNELS to a file you may write"):
        KeptAddresses(tmp_path / "file" / "channels.json").keep(ADDRESS)


def test_addresses_are_kept_where_configuration_is(tmp_path: Path) -> None:
    assert default_file({"PAGESTRATA_CHANNELS": "/x/y"}) == Path("/x/y")
    assert default_file({"XDG_CONFIG_HOME": "/c"}) == Path("/c/pagestrata/channels.json")
    assert default_file({}) == Path.home() / ".config" / "pagestrata" / "channels.json"


def test_the_mail_server_is_kept_beside_the_addresses_and_the_environment_goes_first(tmp_path):
    kept = KeptAddresses(tmp_path / "channels.json")
    assert kept.mail_server({}) is None
    reference = kept.keep("json://a/b")
    kept.keep_mail_server("smtp://one.example.org")
    assert kept.mail_server({}).host == "one.example.org"
    kept.keep_mail_server("smtp://two.example.org", must_be_public=True)
    assert (kept.mail_server({}).host, kept.mail_server({}).must_be_public) == ("two.example.org", True)
    assert kept.mail_server({"PAGESTRATA_MAIL": "smtps://three.example.org"}).host == "three.example.org"
    kept.keep_mail_server(None)
    assert kept.mail_server({}) is None
    assert kept.find(reference) == "json://a/b"


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
