import pytest

from pagestrata.errors import UsageError
from pagestrata.web.security.logins import EVERYBODY_HERE, Person, Role
from pagestrata.web.web_rules import add_web_rule, as_channel
from web_fixtures import ShowingSession, web_context

EDITOR = Person(name="ada", role=Role.EDITOR, way="session")


def test_rules_are_for_public_addresses_unless_the_server_allows_others(tmp_path):
    with web_context(tmp_path) as context:
        made = add_web_rule(context, EDITOR, "tag:a", "json://hooks.example.org/", conditions={"threshold": 0.5})
        assert context.archive.outbox.rule(made.id).public_only
        with pytest.raises(UsageError):
            add_web_rule(context, EVERYBODY_HERE, "tag:a", "json://127.0.0.1/")


def test_a_server_that_allows_private_addresses_takes_channels_on_them(tmp_path):
    with web_context(tmp_path, session=ShowingSession(ValueError())) as context:
        made = add_web_rule(context, EDITOR, "tag:a", "json://127.0.0.1/")
        assert not context.archive.outbox.rule(made.id).public_only


def test_a_plain_mail_address_is_a_channel():
    assert as_channel("anna@example.org") == "mail:anna@example.org"
    assert as_channel("https://me@host/path") == "https://me@host/path"
    assert as_channel("tag:a") == "tag:a"
