"""Rivals that misbehave fail their own row, and no other."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from urllib.request import Request, urlopen

import psutil
import pytest

from benchmark_modules import use_real_benchmarks
from warcs import message, packed, record

use_real_benchmarks()

from benchmarks.peers import __main__ as side_by_side_command  # noqa: E402
from benchmarks.peers import contenders, following  # noqa: E402
from benchmarks.peers.monitors import rival, servers, side_by_side  # noqa: E402
from benchmarks.peers.monitors.archives import ArchiveBox  # noqa: E402
from benchmarks.peers.monitors.differs import XmlDiff  # noqa: E402
from benchmarks.peers.monitors.environments import Environment, python_for_all  # noqa: E402
from benchmarks.peers.monitors.monitors import CommandMonitor  # noqa: E402
from benchmarks.peers.monitors.rival import RivalFailedError, cpu_seconds, run_command  # noqa: E402
from benchmarks.peers.monitors.served_versions import History, serving_versions  # noqa: E402
from benchmarks.peers.monitors.servers import ChangeDetection  # noqa: E402
from benchmarks.peers.monitors.side_by_side import Contender, TimeLimits, run_all, run_one, tried  # noqa: E402
from benchmarks.peers.monitors.trial import TrialPage  # noqa: E402

TIMES = ("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z")
"""Three versions; the second only ticks, the third says something new."""


@pytest.fixture
def history(tmp_path: Path) -> History:
    recording = tmp_path / "page.warc.gz"
    bodies = [b"<p>one http://site.test/x", b"<p>two", b"<p>three"]
    records = [record(message(body), url="http://site.test/", date=at) for body, at in zip(bodies, TIMES, strict=True)]
    recording.write_bytes(packed(*records))
    labels = {(TIMES[0], TIMES[1]): "similar", (TIMES[1], TIMES[2]): "dissimilar"}
    return History(site="page", url="http://site.test/", recording=recording, times=TIMES, labels=labels)


@dataclass(slots=True)
class Fake:
    """A rival in this process, that a test may spoil; it compares bytes."""

    folder: Path = Path()
    url: str = ""
    seen: list[bytes] = field(default_factory=list)

    def begin(self, folder: Path, url: str) -> None:
        self.folder, self.url = folder, url

    def check(self) -> bool:
        with urlopen(self.url) as answer:
            self.seen.append(answer.read())
        return len(self.seen) > 1 and self.seen[-1] != self.seen[-2]

    def settle(self) -> None:
        pass

    def reading(self) -> str:
        return self.seen[-1].decode()

    def end(self) -> None:
        pass


class Hangs(Fake):
    def check(self) -> bool:
        time.sleep(60)
        return False


class Crashes(Fake):
    def check(self) -> bool:
        raise RivalFailedError("crashed: out of memory")


class FillsTheDisk(Fake):
    """It writes on until somebody stops it."""

    def check(self) -> bool:
        for number in range(600):
            (self.folder / str(number)).write_bytes(b"x" * 10_000)
            time.sleep(0.1)
        return False


class AsksForNothing(Fake):
    def check(self) -> bool:
        return False


class ChangedItsApi(Fake):
    def check(self) -> bool:
        answer: dict[str, int] = {}
        return bool(answer["last_checked"])


LEFT: list[subprocess.Popen[bytes]] = []


class LeavesAProcess(Fake):
    def begin(self, folder: Path, url: str) -> None:
        LEFT.append(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]))


def test_a_rival_sees_version_after_version_and_its_cost_is_known(history: History) -> None:
    row = run_one(Contender(name="fake", make=Fake), history)
    assert row.failure == ""
    assert [(check.label, check.alarmed) for check in row.checks] == [("", False), ("noise", True), ("fact", True)]
    assert [check.received_bytes for check in row.checks] == [len(b"<p>one /x"), 6, 8]
    assert row.checks[2].read_characters == len("<p>three")


@pytest.mark.parametrize(
    ("make", "failure"),
    [
        (Hangs, "did not answer within 2 s"),
        (AsksForNothing, "ended its check without asking for the page"),
        (Crashes, "crashed: out of memory"),
        (FillsTheDisk, "filled the disk"),
        (ChangedItsApi, "KeyError: 'last_checked'"),
        (lambda: CommandMonitor(environment=Environment(folder=Path("/nowhere")), program="x", jobs_option="--a",
                                database_option="--b"), "does not run"),
        (lambda: ChangeDetection(environment=Environment(folder=Path("/nowhere"))), "does not run"),
    ],
)  # fmt: skip
def test_what_misbehaves_fails_its_row_and_no_other(
    history: History, monkeypatch: pytest.MonkeyPatch, make: Callable[[], rival.Rival], failure: str
) -> None:
    monkeypatch.setattr(side_by_side, "CHECK_SECONDS", 2)
    monkeypatch.setattr(rival, "CHECK_SECONDS", 2)
    monkeypatch.setattr(rival, "MOST_DISK_BYTES", 50_000)
    said: list[str] = []
    both = [Contender(name="spoilt", make=make), Contender(name="sound", make=Fake)]
    spoilt, sound = run_all(both, [history], say=said.append)
    assert failure in spoilt.failure
    assert (sound.failure, len(sound.checks)) == ("", 3)
    assert failure in said[0]


class Slow(Fake):
    def check(self) -> bool:
        time.sleep(0.3)
        return Fake.check(self)


def test_a_rival_that_takes_too_long_for_a_history_fails_its_row_with_what_it_did(history: History) -> None:
    row = run_one(Contender(name="slow", make=Slow), history, seconds=1.8)  # it rests a second first
    assert 0 < len(row.checks) < history.count
    assert "did not answer within 1.8 s" in row.failure


def test_a_run_ends_when_its_time_is_over_and_each_row_is_noted_at_once(history: History) -> None:
    noted: list[list[str]] = []
    limits = TimeLimits(row_seconds=60, run_seconds=1.8)
    both = [Contender(name="hangs", make=Hangs), Contender(name="sound", make=Fake)]
    began = time.monotonic()
    run_all(both, [history], limits=limits, note=lambda rows: noted.append([row.failure for row in rows]))
    assert time.monotonic() - began < 10
    assert [len(failures) for failures in noted] == [1, 2]
    assert "did not answer within" in noted[1][0]
    assert "was not run" in noted[1][1]


def _cut_off_after(seconds: float) -> None:
    with pytest.raises(RivalFailedError, match=f"within {seconds:g} s"), rival.within(seconds):
        time.sleep(5)
    time.sleep(5)


def test_a_limit_inside_another_ends_with_the_earlier() -> None:
    began = time.monotonic()
    with pytest.raises(RivalFailedError, match=r"within 0\.3 s"), rival.within(0.3), rival.within(60):
        time.sleep(5)
    with pytest.raises(RivalFailedError, match=r"within 0\.5 s"), rival.within(0.5):
        _cut_off_after(0.1)
    assert time.monotonic() - began < 3


def test_what_a_rival_leaves_running_is_ended(history: History) -> None:
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    run_one(Contender(name="left", make=LeavesAProcess), history)
    LEFT.pop().wait(timeout=5)
    assert {child.pid for child in psutil.Process().children(recursive=True)} <= before


def test_a_command_that_fails_or_hangs_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RivalFailedError, match="ended with 3: no"):
        run_command([sys.executable, "-c", "import sys; print('no'); sys.exit(3)"], cwd=tmp_path)
    monkeypatch.setattr(rival, "CHECK_SECONDS", 0.2)
    with pytest.raises(RivalFailedError, match="did not end"):
        run_command([sys.executable, "-c", "import time; time.sleep(60)"], cwd=tmp_path)


def test_processor_time_of_a_command_is_counted(tmp_path: Path) -> None:
    before = cpu_seconds()
    run_command([sys.executable, "-c", "import time\nwhile time.process_time() < .3: pass"], cwd=tmp_path)
    assert cpu_seconds() - before >= 0.3


def test_the_server_knows_validators_and_what_is_not_recorded(history: History) -> None:
    with serving_versions(history) as server:
        with urlopen(server.url) as answer:
            tag = answer.headers["ETag"]
        assert server.sent_bytes > 0
        for path, headers, status in (("", {"If-None-Match": tag}, 304), ("gone", {}, 404)):
            with pytest.raises(OSError, match=str(status)):
                urlopen(Request(server.url + path, headers=headers))


def test_a_question_about_the_page_is_answered_without_it_and_counts_for_nothing(history: History) -> None:
    with serving_versions(history) as server:
        with urlopen(Request(server.url, method="HEAD")) as answer:
            assert (answer.status, answer.headers["Content-Length"], answer.read()) == (200, "9", b"")
        assert (server.sent_bytes, server.page_answers) == (0, 0)


SERVER = """#!{python}
import json, sys, threading, time, urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

behaviour = "{behaviour}"
data, port = Path(sys.argv[sys.argv.index("-d") + 1]), int(sys.argv[sys.argv.index("-p") + 1])
(data / "settings.json").write_text(json.dumps({{"settings": {{"application": {{"api_access_token": "key"}}}}}}))
watch = {{"last_checked": 0, "check_count": 0, "history_n": 0, "last_error": False}}
seen, running = [], []

def look():
    running.append(1)
    watch["last_checked"] = int(time.time())
    if behaviour == "crashes" and seen:
        import os
        os._exit(7)
    if behaviour == "ends early":
        watch["check_count"] += 1
    body = urllib.request.urlopen(watch["url"]).read()
    if not seen or seen[-1] != body:
        seen.append(body)
        watch["history_n"] += behaviour != "sees nothing" or len(seen) == 1
    if behaviour != "ends early":
        watch["check_count"] += 1
    (data / "w").mkdir(exist_ok=True)
    (data / "w" / "watch.json").write_text("{{}}")
    running.pop()

class Api(BaseHTTPRequestHandler):
    def say(self, found):
        body = json.dumps(found).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if "recheck" in self.path:
            threading.Thread(target=look, daemon=True).start()
            self.say("OK")
        elif self.path.endswith("/watch"):
            self.say([])
        elif "worker-health" in self.path:
            self.say({{"worker_status": {{"running_uuids": running}}}})
        elif "systeminfo" in self.path:
            self.say({{"queue_size": 0}})
        else:
            self.say({{"other": 1}} if behaviour == "changed its API" else watch)

    def do_POST(self):
        watch["url"] = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["url"]
        if behaviour != "hangs":
            threading.Thread(target=look, daemon=True).start()
        self.say({{"uuid": "w"}})

    def log_message(self, *_):
        pass

ThreadingHTTPServer(("127.0.0.1", port), Api).serve_forever()
"""
"""A server with the API of changedetection.io, which says when a check began long before it is over."""


@pytest.mark.parametrize(
    ("behaviour", "delay_seconds", "failure"),
    [
        ("is sound", 3.0, ""),
        ("sees nothing", 0.1, "alarms at checks []"),
        ("ends early", 1.0, "ended its check without asking for the page"),
        ("crashes", 0.1, "crashed, ended with 7"),
        ("hangs", 0.1, "did not check within 2 s"),
        ("changed its API", 0.1, "its API changed: no 'check_count'"),
    ],
)
def test_a_check_of_changedetection_is_waited_for_until_it_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, behaviour: str, delay_seconds: float, failure: str
) -> None:
    monkeypatch.setattr(servers, "CHECK_SECONDS", 2.0 if behaviour == "hangs" else 30.0)
    monkeypatch.setattr(servers, "SETTLE_SECONDS", 0.1)
    program = tmp_path / "bin" / "changedetection.io"
    program.parent.mkdir()
    program.write_text(SERVER.format(python=sys.executable, behaviour=behaviour))
    program.chmod(0o755)
    fake = Contender(name="fake", make=lambda: ChangeDetection(environment=Environment(folder=tmp_path)))
    found = tried(fake, TrialPage(delay_seconds=delay_seconds), say=print)
    assert failure in found
    assert bool(failure) == bool(found)


class EndsEarly(Fake):
    """It asks for the page, and says that it is done before the page is there."""

    def check(self) -> bool:
        threading.Thread(target=Fake.check, args=(self,), daemon=True).start()
        time.sleep(0.6)
        return len(self.seen) > 1


def test_a_rival_that_fails_its_trial_is_not_measured(history: History) -> None:
    said: list[str] = []
    noted: list[int] = []
    rows = run_all(
        [Contender(name="early", make=EndsEarly)],
        [history, history],
        trial=TrialPage(delay_seconds=0.9),
        say=said.append,
        note=lambda rows: noted.append(len(rows)),
    )
    assert noted == [1, 2]
    assert [(row.site, len(row.checks)) for row in rows] == [("page", 0), ("page", 0)]
    assert rows[0].failure.startswith("trial page")
    assert rows[0].failure in said[0]


def test_archives_raise_no_alarms_in_their_trial() -> None:
    class Archives(Fake):
        def check(self) -> bool:
            Fake.check(self)
            return False

    page = TrialPage(delay_seconds=0.1)
    assert "alarms at checks []" in tried(Contender(name="monitor", make=Archives), page, say=print)
    assert tried(Contender(name="archive", make=Archives, raises_alarms=False), page, say=print) == ""


def test_a_server_that_still_loads_is_waited_for(tmp_path: Path) -> None:
    busy = "import time\nwhile time.process_time() < 1.5: pass\ntime.sleep(30)"
    with subprocess.Popen([sys.executable, "-c", busy]) as loading:
        try:
            rival.wait_for_rest()
            times = psutil.Process(loading.pid).cpu_times()
            assert times.user + times.system >= 1.4
        finally:
            loading.kill()


def test_our_server_is_asked_when_its_database_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check of three seconds is asked after a few times, not twenty times a second."""
    asked: list[str] = []
    began = time.monotonic()
    database = tmp_path / "kept" / "archive" / "catalog.sqlite"
    database.parent.mkdir(parents=True)

    def answer(address: str, method: str = "GET", given: object = None) -> dict[str, object]:
        asked.append(method)
        is_over = time.monotonic() - began > 3
        return {"href": "/job", "state": "done" if is_over else "running", "visit": {"kept": True}}

    monkeypatch.setattr(servers, "ask_server", answer)
    threading.Timer(3.1, lambda: database.write_bytes(b"a visit")).start()
    watched = servers.PagestrataServer(_programs=servers.Programs(folder=tmp_path))
    assert watched.check() is False  # the first version is no alarm
    assert time.monotonic() - began < 4
    assert len(asked) <= 5


@pytest.mark.parametrize(
    ("only", "needed"),
    [
        ((), []),
        (("Pagestrata", "Pagestrata, its server"), []),
        (("changedetection.io with Chrome", "changedetection.io, plain"), ["changedetection"]),
        (("pywb", "xmldiff", "warcio"), ["xmldiff", "archive"]),
        (contenders.NAMES, list(contenders.PACKAGES)),
    ],
)
def test_only_what_is_asked_for_is_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, only: tuple[str, ...], needed: list[str]
) -> None:
    asked_for = []

    def installed(name: str, _packages: tuple[str, ...], *, python: str) -> Environment:
        asked_for.append(name)
        raise RuntimeError(f"{name} is not to be had")

    monkeypatch.setattr(contenders, "installed", installed)
    chosen, _versions = contenders.contenders(only)
    assert asked_for == needed
    assert {one.name for one in chosen} == set(only)


def test_a_rival_that_is_not_known_is_no_empty_table(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        side_by_side_command.main(["--only", "changedetection"])
    assert "changedetection.io with Chrome" in capsys.readouterr().err


def test_archives_run_on_the_first_history_and_every_so_many_th_after_it(history: History) -> None:
    monitor, archive = Contender(name="monitor", make=Fake), Contender(name="archive", make=Fake, every=2)
    rows = run_all([monitor, archive], [replace(history, site=str(number)) for number in range(3)], say=print)
    assert [(row.rival, row.site) for row in rows] == [
        ("monitor", "0"), ("archive", "0"), ("monitor", "1"), ("monitor", "2"), ("archive", "2"),
    ]  # fmt: skip


def test_a_run_that_goes_on_neither_tries_nor_measures_what_is_done(history: History) -> None:
    said: list[str] = []
    both = [Contender(name="old", make=Fake), Contender(name="new", make=Fake)]
    page = TrialPage(delay_seconds=0.1)
    rows = run_all(both, [history], trial=page, done={("old", history.site)}, say=said.append)
    assert [row.rival for row in rows] == ["new"]
    assert [line.split()[:2] for line in said] == [["trial", "new"], ["page", "new"]]


@pytest.mark.parametrize(
    ("said", "alarms", "failure"),
    [
        ("01. CHANGED: page\\n+a new law on TERROR: what it says", True, ""),
        ("+what has CHANGED: nothing", False, ""),
        ("CHANGED: page", True, ""),
        ("01. ERROR: page\\nConnection refused", False, "cannot read the page"),
        ("ERROR: page", False, "cannot read the page"),
    ],
)
def test_words_of_the_page_are_no_words_of_the_monitor(
    history: History, tmp_path: Path, said: str, alarms: bool, failure: str
) -> None:
    program = tmp_path / "bin" / "watcher"
    program.parent.mkdir()
    fetch = (
        "import re, urllib.request\n"
        "urllib.request.urlopen(re.search('url: \"(.*)\"', open('jobs.yaml').read())[1]).read()"
    )
    program.write_text(f"#!{sys.executable}\n{fetch}\nprint('{said}')\n")
    program.chmod(0o755)
    watcher = partial(
        CommandMonitor,
        environment=Environment(folder=tmp_path),
        program="watcher",
        jobs_option="--a",
        database_option="--b",
    )
    row = run_one(Contender(name="watcher", make=watcher), history)
    assert failure in row.failure
    assert [check.alarmed for check in row.checks] == ([] if failure else [False, alarms, alarms])


def test_xmldiff_gets_xml_of_pages_with_prefixes(history: History, tmp_path: Path) -> None:
    """An SVG picture in HTML has `xlink:href`, and Word has tags such as `o:p`; neither declares its prefix."""
    recording = tmp_path / "svg.warc.gz"
    body = b'<p>one<o:p>two</o:p><svg><use xlink:href="#a"></use></svg>'
    recording.write_bytes(packed(*(record(message(body), url=history.url, date=at) for at in TIMES)))
    program = tmp_path / "bin" / "xmldiff"
    program.parent.mkdir()
    read = "import sys\nfrom xml.etree import ElementTree\nfor file in sys.argv[1:]: ElementTree.parse(file)\n"
    program.write_text(f"#!{sys.executable}\n{read}")
    (python := tmp_path / "bin" / "python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    for file in (program, python):
        file.chmod(0o755)
    row = run_one(
        Contender(name="xmldiff", make=lambda: XmlDiff(environment=Environment(folder=tmp_path))),
        replace(history, recording=recording),
    )
    assert (row.failure, len(row.checks)) == ("", 3)


ARCHIVEBOX = """#!{python}
import os, sys, urllib.request
from pathlib import Path

assert os.environ["SAVE_ARCHIVE_DOT_ORG"] == "False"
if sys.argv[1] == "init":
    Path("index").write_text("")
else:
    number = sys.argv[2].partition("#")[2]
    assert number not in Path("index").read_text().split(), "archived before"
    with open("index", "a") as index:
        index.write(number + " ")
    urllib.request.urlopen(sys.argv[2]).read()
sys.exit({ends_with})
"""
"""A program with the commands of ArchiveBox, which archives an address once."""


@pytest.mark.parametrize(("ends_with", "failure"), [(0, ""), (3, "ended with 3")])
def test_archivebox_archives_every_version(
    history: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends_with: int, failure: str
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)  # as another account than root, which it refuses
    program = tmp_path / "bin" / "archivebox"
    program.parent.mkdir()
    program.write_text(ARCHIVEBOX.format(python=sys.executable, ends_with=ends_with))
    program.chmod(0o755)
    make = partial(ArchiveBox, environment=Environment(folder=tmp_path), browser="chromium")
    row = run_one(Contender(name="ArchiveBox", make=make, raises_alarms=False), history)
    assert failure in row.failure
    assert len(row.checks) == (0 if failure else history.count)


def test_another_account_gets_an_interpreter_that_it_can_reach() -> None:
    found = Path(python_for_all())
    folders = found.resolve().parents
    is_private = any(not folder.stat().st_mode & 0o001 for folder in folders)
    assert not is_private or not Path("/usr/bin/python3").exists()


@pytest.mark.parametrize(
    ("program", "failure"),
    [
        ("import time; time.sleep(60)", "did not end within 1 s"),
        ("import sys; sys.exit('no such module')", "ended with 1: no such module"),
        ("print('it works')", "said no figures: 'it works'"),
        ('print(\'{"name": "Scrapling", "found": 3}\')', "said no figures"),
        ('print(\'{"name": "Scrapling", "pairs": 4, "right": 3, "wrong": 1}\')', ""),
    ],
)
def test_a_follower_that_misbehaves_fails_its_row(tmp_path: Path, program: str, failure: str) -> None:
    (file := tmp_path / "follower.py").write_text(program)
    (row,) = following.followed(seconds=1 if "sleep" in program else 30, names=("Scrapling",), program=(str(file),))
    assert failure in row.failure
    assert bool(row.failure) == bool(failure)
    assert row.right == (0 if failure else 3)
