import subprocess
import sys

import sqlalchemy

from pagestrata.store.catalog import schema as tables
from pagestrata.store.catalog.later import schema, sql


def test_what_is_loaded_later_is_what_it_is_called() -> None:
    assert sql.select is sqlalchemy.select
    assert schema.page is tables.page


def test_nothing_is_loaded_before_something_is_used() -> None:
    loaded = "print('sqlalchemy' in sys.modules)"
    program = f"import sys; from pagestrata.store.catalog.later import sql; {loaded}; sql.text; {loaded}"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout.split() == ["False", "True"]
