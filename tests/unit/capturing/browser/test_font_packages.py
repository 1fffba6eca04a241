from __future__ import annotations

import pytest

from pagestrata.capturing.browser.check import SCRIPTS
from pagestrata.capturing.browser.font_packages import font_advice
from pagestrata.capturing.browser.system_packages import System


def test_scripts_of_one_package_ask_for_it_once() -> None:
    advice = font_advice(["Chinese", "Korean", "emoji"], System(family="debian", is_root=True))
    assert (
        advice
        == "run `apt-get update && apt-get install --yes --no-install-recommends fonts-noto-cjk fonts-noto-color-emoji`"
    )


@pytest.mark.parametrize("family", ["debian", "fedora", "arch", "alpine"])
def test_every_script_that_is_tried_has_a_package(family: str) -> None:
    for script in SCRIPTS:
        assert "run `" in font_advice([script], System(family=family, is_root=True))


def test_unknown_systems_are_told_what_to_look_for() -> None:
    assert font_advice(["Arabic"], System(family="", is_root=True)).startswith("install fonts for Arabic")
