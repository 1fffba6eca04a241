import subprocess
import sys

import pytest

from pagestrata.model.later import Later


def test_a_module_is_loaded_when_an_attribute_is_read() -> None:
    read = "from pagestrata.model.later import Later; import sys; colours = Later('colorsys')"
    program = f"{read}; print('colorsys' in sys.modules); colours.hls_to_rgb; print('colorsys' in sys.modules)"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout.split() == ["False", "True"]


def test_a_missing_module_or_attribute_is_the_usual_error() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        _ = Later("no_such_module").anything
    with pytest.raises(AttributeError, match="anything"):
        _ = Later("json").anything
