import sys

from pagestrata.web.templating import environment
from pagestrata.web.warm_up import warm_up


def test_templates_and_what_compares_are_loaded():
    warm_up()
    assert environment().cache is not None
    assert len(environment().cache) >= len(environment().list_templates())
    assert "pagestrata.store.contents" in sys.modules
    assert "rapidfuzz.distance" in sys.modules
