import pytest

from pagestrata.errors import UsageError
from pagestrata.notify.channels import AppriseChannel
from pagestrata.notify.usual_channels import USUAL, recognised, usual_address

KEY = "a1" * 15
PASTED = [
    ("slack", "https://hooks.slack.com/services/T1A2B3C4D/B1A2B3C4D/abcdefghijklmnopqrstuvwx", "slack://"),
    ("telegram", "123456789:AAEabcdefghijklmnopqrstuvwxyz12345 987654321", "tgram://"),
    ("discord", "https://discord.com/api/webhooks/123456789/abc-DEF_1", "discord://123456789/abc-DEF_1"),
    ("ntfy", "harbour-news", "ntfy://harbour-news"),
    ("ntfy", "https://ntfy.example.org/harbour", "ntfys://ntfy.example.org/harbour"),
    ("mattermost", "https://chat.example.org/hooks/abcdefghijklmnopqrstuvwxyz", "mmosts://chat.example.org/"),
    ("googlechat", "https://chat.googleapis.com/v1/spaces/AAA/messages?key=k-1&token=t_2", "gchat://AAA/k-1/t_2"),
    ("pushover", f"{KEY} {KEY}", f"pover://{KEY}@{KEY}"),
]


@pytest.mark.parametrize(("kind", "pasted", "begin"), PASTED)
def test_what_a_service_shows_becomes_an_address_that_apprise_reads(kind, pasted, begin):
    pytest.importorskip("apprise")
    address = usual_address(kind, f" {pasted} ")
    assert address.startswith(begin)
    AppriseChannel(address)  # refuses what it cannot read


@pytest.mark.parametrize("channel", USUAL, ids=lambda channel: channel.kind)
def test_what_is_nothing_of_the_service_is_refused_with_what_to_paste_and_without_repeating_it(channel):
    with pytest.raises(UsageError, match="this is not what") as refused:
        usual_address(channel.kind, "https://secret.example.org/a/b/c?d=e f")
    assert channel.where in str(refused.value)
    assert "secret" not in str(refused.value)


def test_the_web_address_of_a_service_is_known_whatever_was_chosen():
    assert recognised(PASTED[0][1]).startswith("slack://")
    assert recognised("https://example.org/hook") == "https://example.org/hook"
    assert recognised("harbour-news") == "harbour-news"
    assert usual_address("slack", "slack://a/b/c") == "slack://a/b/c"
