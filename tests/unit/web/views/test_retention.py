import pytest

from archived_site import URL
from pagestrata.errors import UsageError
from pagestrata.store.upkeep.retention import Rule
from pagestrata.web.views.retention import (
    AGES,
    EACH,
    FIELDS,
    LEAST,
    form_of_rule,
    retention_view,
    rule_in_words,
    rule_of_form,
    set_rule,
)
from web_fixtures import NOW, site_archive

THIN = "thin 1h:1y"


RULES = {
    "all": "all versions",
    "": "all versions",
    "thin 7d:1d": "one version a day after 7 days",
    "thin 7d:1d 30d:7d": "one version a day after 7 days; one version a week after 30 days",
    "important 0.6 after 90d": "only versions that mattered with 60 % or more after 90 days",
    "thin 30d:7d, important 0.8 after 1y": (
        "one version a week after 30 days, and only versions that mattered with 80 % or more after 1 year"
    ),
}


def test_a_rule_says_what_it_would_drop_and_drops_nothing(tmp_path):
    with site_archive(tmp_path) as archive:
        shown = retention_view(archive, f" {THIN} ", now=NOW)
        assert (shown.current, shown.proposed, shown.drops, shown.more_pages) == ("", THIN, 1, 0)
        (page,) = shown.pages
        assert (page.url, [version.id for version in page.versions]) == (URL, [archive.versions.of(URL)[1].id])
        assert len(archive.versions.of(URL)) == 3
        assert retention_view(archive, "", now=NOW).drops == 0
        assert retention_view(archive, "all", now=NOW).drops == 0
        with pytest.raises(UsageError, match="not a retention rule"):
            retention_view(archive, "some", now=NOW)


def test_a_rule_holds_only_when_no_more_goes_than_was_agreed_to(tmp_path):
    with site_archive(tmp_path) as archive:
        refused = set_rule(archive, THIN, now=NOW, agreed=0)
        assert refused is not None
        assert refused.drops == 1
        assert archive.settings.get("keep") is None
        assert set_rule(archive, THIN, now=NOW, agreed=1) is None
        assert retention_view(archive, "", now=NOW).current == THIN
        assert set_rule(archive, "all", now=NOW, agreed=0) is None
        assert archive.settings.get("keep") is None


def test_of_a_large_archive_a_part_is_looked_at_and_it_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr("pagestrata.web.views.retention.MOST_VERSIONS", 2)
    with site_archive(tmp_path) as archive:
        shown = retention_view(archive, THIN, now=NOW)
        assert (shown.drops, shown.is_whole) == (1, False)
        assert retention_view(archive, "all", now=NOW).is_whole
        doomed = archive.upkeep.superfluous(THIN, now=NOW)
        whole = archive.upkeep.dry_run(THIN, now=NOW, most=100)
    assert whole.is_whole
    assert [one.id for one in whole.versions] == [version.id for version in doomed]


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_shown_as_a_form_that_makes_it_again(rule):
    form = form_of_rule(rule)
    assert form is not None
    assert set(form) == set(FIELDS)
    assert rule_of_form(form) == (rule or "all")
    assert rule_in_words(rule) == RULES[rule]


@pytest.mark.parametrize(
    "rule", ["thin 5d:2d", "thin 1d:1h 7d:1d 30d:7d", "important 0.33 after 90d", "important 0.6", "some"]
)
def test_what_the_form_cannot_show_is_left_to_the_written_rule(rule):
    assert form_of_rule(rule) is None


def test_every_choice_makes_a_rule_that_can_be_used():
    for age, _ in AGES:
        for each, _ in EACH:
            for least, _ in LEAST:
                values = {
                    "first_age": age,
                    "first_each": each,
                    "second_age": "",
                    "second_each": each,
                    "least_age": age,
                    "least": least,
                }
                rule = rule_of_form(values)
                Rule.parse(rule)
                assert form_of_rule(rule) is not None, values


def test_an_unusual_rule_in_words():
    assert rule_in_words("thin 2d:12h") == "one version every 12 hours after 2 days"
    assert rule_in_words("thin 1d:1h") == "one version an hour after 1 day"
    assert rule_in_words("some") == "some"
