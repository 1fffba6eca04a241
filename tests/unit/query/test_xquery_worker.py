import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pagestrata.locked.process import Limits, ask_worker
from pagestrata.query.xquery_worker import __file__ as worker

pytest.importorskip("saxonche", reason="needs the extra xquery")

LIMITS = Limits(seconds=60, cpu_seconds=30, memory_bytes=2**31, answer_bytes=10**9)


def run(query: str, document: str = "<a/>") -> dict[str, Any]:
    return ask_worker(Path(worker), {"query": query}, document.encode(), limits=LIMITS)


def test_the_worker_answers_with_items_or_an_error() -> None:
    assert run("//b/string(), <c/>", "<a><b>é</b></a>") == {"items": ["é", "<c/>"]}
    assert "XPST0003" in str(run("1 +")["error"])


def test_an_answer_too_large_is_said() -> None:
    assert run("string-join(for $i in 1 to 6000000 return 'abcdefghij')")["too_large"] is True


@pytest.mark.skipif(sys.platform == "win32", reason="resource limits are POSIX")
def test_the_wall_around_the_process_stands_where_saxon_would_open_a_file(tmp_path: Path) -> None:
    """Without Saxon's own rule the file is out of reach, too."""
    (tmp_path / "secret.txt").write_text("secret")
    text = Path(worker).read_text().replace('/allowedProtocols", ""', '/allowedProtocols", "all"')
    assert text != Path(worker).read_text()
    (open_worker := tmp_path / "worker.py").write_text(text)
    query = f"unparsed-text('{(tmp_path / 'secret.txt').as_uri()}')"
    assert "error" in ask_worker(open_worker, {"query": query}, b"<a/>", limits=LIMITS)
    free = replace(LIMITS, opens_files=True)
    assert ask_worker(open_worker, {"query": query}, b"<a/>", limits=free) == {"items": ["secret"]}
