import json
import subprocess
import sys

import pytest

from pagestrata.query.xquery_worker import __file__ as worker
from pagestrata.query.xquery_worker import answer

pytest.importorskip("saxonche", reason="needs the extra xquery")


def run(query: str, document: str = "<a/>") -> dict[str, object]:
    task = {"query": query, "memory_bytes": 2**31, "cpu_seconds": 30}
    given = json.dumps(task).encode() + b"\n" + document.encode()
    done = subprocess.run([sys.executable, "-I", worker], input=given, capture_output=True, check=True, timeout=60)
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_the_program_answers_in_json():
    assert run("//b/string(), <c/>", "<a><b>é</b></a>") == {"items": ["é", "<c/>"]}
    assert "XPST0003" in str(run("1 +")["error"])


def test_an_answer_too_large_is_said():
    assert run("string-join(for $i in 1 to 6000000 return 'abcdefghij')")["too_large"] is True


def test_nothing_of_pagestrata_is_imported():
    assert answer.__module__ == "pagestrata.query.xquery_worker"
    program = f"import sys, runpy; runpy.run_path({worker!r}); assert not any(m.startswith('pagestrata') for m in sys.modules)"
    subprocess.run([sys.executable, "-I", "-c", program], check=True)


@pytest.mark.skipif(sys.platform == "win32", reason="resource limits are POSIX")
def test_a_locked_up_process_opens_nothing():
    script = f"""
import runpy, socket
worker = runpy.run_path({worker!r})
worker["lock_up"](memory_bytes=2**31, cpu_seconds=10)
for attempt in (lambda: open("/etc/hostname"), socket.socket):
    try:
        attempt()
    except OSError as error:
        print("refused", error.errno)
"""
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert found.stdout.splitlines() == ["refused 24", "refused 24"]
