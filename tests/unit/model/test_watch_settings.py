import pytest

from pagestrata.errors import UsageError
from pagestrata.model.watch_settings import NO_SETTINGS, WatchSettings


def test_settings_come_back_from_json_as_they_were() -> None:
    given = {"title": "A", "tags": ["x", "y"], "threshold": 0.2, "importance": {"menu": 0.0}, "interval_seconds": 60}
    assert WatchSettings.from_json(given).to_json() == given
    assert WatchSettings.from_json(given).tags == ("x", "y")
    assert NO_SETTINGS.to_json() == {}


def test_zero_is_a_value_and_nothing_is_none() -> None:
    assert WatchSettings(threshold=0.0, level=0).to_json() == {"threshold": 0.0, "level": 0}
    assert WatchSettings.from_json({"threshold": None}) == NO_SETTINGS


def test_a_name_that_there_is_not_is_refused() -> None:
    with pytest.raises(
        UsageError,
        match="unknown watch setting 'treshold'; use one of capture, failures_reported, ignore, ",
    ):
        WatchSettings.from_json({"treshold": 1})


def test_other_values_replace_and_none_takes_away() -> None:
    settings = WatchSettings(title="A", threshold=0.2)
    assert settings.changed({"title": None, "level": 3}) == WatchSettings(threshold=0.2, level=3)
