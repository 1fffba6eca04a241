"""The page of results says what was measured, what failed, and where another program is better."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from benchmark_modules import use_real_benchmarks

use_real_benchmarks()

from benchmarks.peers import __main__ as side_by_side_command  # noqa: E402
from benchmarks.peers import histories  # noqa: E402
from benchmarks.peers.monitors.results_figures import characters, figures_of, seconds, size  # noqa: E402
from benchmarks.peers.monitors.results_file import (  # noqa: E402
    Followed,
    Results,
    Site,
    read_results,
    write_results,
)
from benchmarks.peers.monitors.results_page import results_page  # noqa: E402
from benchmarks.peers.monitors.results_plots import plots  # noqa: E402
from benchmarks.peers.monitors.rival import Check, Row  # noqa: E402

ROOT = Path(__file__).parents[2]


def checks(*alarms: bool, label: str = "noise", cpu: float = 1.0) -> list[Check]:
    made = Check(
        label=label,
        alarmed=False,
        read_characters=10,
        cpu_seconds=cpu,
        seconds=1.0,
        received_bytes=1000,
        peak_bytes=10**8,
    )
    return [replace(made, alarmed=alarmed) for alarmed in alarms]


def row(name: str, *alarms: bool, site: str = "s", cpu: float = 1.0, failure: str = "") -> Row:
    found = checks(False, *alarms, cpu=cpu)
    return Row(rival=name, site=site, checks=found, disk_bytes=3000, failure=failure, began="2026-01-02 03:04", load=2)


ROWS = (
    row("Pagestrata", True, False, cpu=2.0),
    row("Pagestrata, its server", True, False, cpu=1.0),
    row("cheaper", True, True, cpu=0.5),
    row("middling", True, True, cpu=1.5),
    row("broken", failure="crashed\n\n| hard"),
)


def results(rows: tuple[Row, ...] = ROWS) -> Results:
    sites = tuple(
        Site(name=site, versions=3, facts=0, noise=2, rest=0, page_kb=12.0)
        for site in dict.fromkeys(r.site for r in rows)
    )
    names = tuple(dict.fromkeys(row.rival for row in rows))
    return Results(
        rows=rows, sites=sites, programs=names, versions={"Pagestrata": "1"}, commands=("c",), machine="m", rule="r"
    )


def page(found: Results) -> str:
    return results_page(found, raw="raw.json", pictures=["x-alarms.svg", "x-disk.svg"])


def part(text: str, head: str) -> str:
    return text.partition(f"## {head}\n")[2].partition("\n## ")[0]


def test_the_page_begins_with_the_alarms_of_every_program() -> None:
    short = part(page(results()), "In short")
    assert "Of 2 changes that are noise, Pagestrata reported 1 and the others 2." in short
    assert "| Pagestrata (command) | – | 1 of 2 | 2.0 s | 1.0 KB |" in short
    assert "| cheaper | – | 2 of 2 | 0.50 s | 1.0 KB |" in short
    assert "| broken | **failed** |" in short


def test_the_page_says_where_another_program_is_better_than_which_of_ours() -> None:
    better = part(page(results()), "Where another program is better")
    assert (
        "- **Processor time of a check**: Pagestrata (command) 2.0 s and Pagestrata (server) 1.0 s. Less: cheaper 0.50 s."
        " Less than Pagestrata (command): middling 1.5 s.\n"
    ) in better + "\n"
    assert "Alarms on noise" not in better
    assert "not every history was watched to the end: broken." in better


def test_archives_and_followers_that_are_better_are_named() -> None:
    cheap = replace(row("pywb", False, cpu=0.1), disk_bytes=20)
    follow = (
        Followed(name="Pagestrata", pairs=4, right=2, wrong=1), Followed(name="Similo", pairs=4, right=3),
        Followed(name="Scrapling", failure="crashed"),
    )  # fmt: skip
    found = replace(results((*ROWS[:2], cheap)), archives=("pywb",), following=follow)
    better = part(page(found), "Where another program is better")
    assert (
        "- **Processor time of a version, archives**: Pagestrata (command) 2.0 s and Pagestrata (server) 1.0 s. Less: pywb"
        in better
    )
    assert "- **Disk for a version, archives**" in better
    assert "- **Elements found again**, of 4: Pagestrata 2. More: Similo 3." in better
    assert "- **Wrong elements named**, of 4: Pagestrata 1. Fewer: Similo 0." in better


def test_a_page_on_which_another_monitor_is_quieter_is_named() -> None:
    rows = tuple(row(name, *alarms, site=site) for name, site, *alarms in (
        ("Pagestrata", "s", True, False), ("Pagestrata", "t", False, False),
        ("quiet", "s", False, False), ("quiet", "t", True, True), ("loud", "s", True, True), ("loud", "t", True, True),
    ))  # fmt: skip
    better = part(page(results(rows)), "Where another program is better")
    assert "- **Alarms on noise, s alone**: Pagestrata 1 of 2. Fewer: quiet 0." in better
    assert "t alone" not in better


def test_in_no_measure_is_nobody_better() -> None:
    better = part(page(results(ROWS[:1])), "Where another program is better")
    assert "In no measure of this page." in better


def test_pages_that_not_every_monitor_watched_are_left_out() -> None:
    waits = Row(rival="cheaper", site="t", failure="was not run: the 5 minutes of the whole run were over")
    both = ("Pagestrata", "cheaper")
    rows = (
        *(row(name, True, True, site=site) for site in "su" for name in both),
        row("Pagestrata", True, True, site="t"),
        waits,
    )
    made = page(results(rows))
    assert "The run ended before every program had watched t." in part(made, "What was not finished")
    assert "| Pagestrata (command) | – | 4 of 4 |" in part(made, "In short")
    assert "| t |" not in made
    assert "## What failed" not in made


def test_the_page_says_what_failed_and_leaves_it_out_of_the_figures() -> None:
    half = (row("half", True, True), row("half", True, site="t", failure="did not answer"))
    others = tuple(replace(one, site="t") for one in ROWS)
    made = page(results((*ROWS, *others, *half)))
    assert "- broken on s, check 2: crashed | hard\n" in made
    assert "| half † | – | 2 of 2 |" in made
    assert "† [Failed](#what-failed): half on 1 of 2 histories. The figures are of the others." in made
    assert "**failed**" in part(made, "History by history")


def test_the_page_has_archives_and_following_where_they_were_measured() -> None:
    assert "## Archives" not in page(results())
    assert "## Finding an element again" not in page(results())
    found = replace(
        results((*ROWS, row("pywb", False, False))),
        archives=("pywb",),
        following=(Followed(name="Similo", pairs=4, right=3, wrong=1), Followed(name="Scrapling", failure="no data")),
    )
    made = page(found)
    assert "On 1 of the histories: s." in part(made, "Archives")
    assert "| pywb | 1.0 s | 100 MB | 1.0 KB |" in part(made, "Archives")
    assert "| pywb |" not in part(made, "In short")
    follow = part(made, "Finding an element again")
    assert "| Similo | 3 (75.0 %) | 1 (25.0 %) | 0 (0.0 %) |" in follow
    assert "| Scrapling | **failed** |" in follow
    assert "- Scrapling, finding an element again: no data" in part(made, "What failed")


def test_the_page_names_versions_commands_and_the_days() -> None:
    method = part(page(replace(results(), commands=("first", "second"))), "How it was measured")
    assert "Pagestrata 1." in method
    assert "    first\n    second" in method
    assert "The first command began the run." in method
    assert "on one machine, on 2026-01-02." in page(results()).replace("\n", " ")


def test_an_empty_run_has_a_page_too() -> None:
    assert page(Results(programs=("Pagestrata",))).startswith("# Side by side")
    for drawn in plots(Results(programs=("Pagestrata",))).values():
        ElementTree.fromstring(drawn)


def test_plots_are_svg_with_a_bar_for_each_figure() -> None:
    drawn = plots(replace(results((*ROWS, row("a <b> & c", True))), archives=()))
    assert sorted(drawn) == ["alarms", "disk", "processor"]
    for picture in drawn.values():
        ElementTree.fromstring(picture)
    assert drawn["processor"].count("<rect") == 1 + 5  # the white ground; who failed has none
    assert ">0.50 s</text>" in drawn["processor"]
    assert ">1 of 2</text>" in drawn["alarms"]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (seconds(0.0633), "0.06 s"), (seconds(0.996), "1.0 s"), (seconds(2.238), "2.2 s"), (seconds(14.7), "15 s"),
        (size(0), "none"), (size(1_234), "1.2 KB"), (size(164_700), "165 KB"), (size(3.1e6), "3.1 MB"), (size(3.718e8), "372 MB"),
        (characters(560), "560"), (characters(4206), "4,200"),
    ],
)  # fmt: skip
def test_figures_are_rounded_and_have_units(written: str, expected: str) -> None:
    assert written == expected


def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    written = replace(results(), following=(Followed(name="Similo", pairs=4, right=3, wrong=1),), archives=("pywb",))
    assert read_results(file) == Results()
    write_results(written, file)
    assert read_results(file) == written


def test_results_of_another_make_are_refused(tmp_path: Path) -> None:
    (file := tmp_path / "results.json").write_text(json.dumps({"rows": [], "colour": "blue"}))
    with pytest.raises(ValueError, match="colour"):
        read_results(file)


def test_what_is_measured_again_replaces_only_its_own_rows() -> None:
    again = row("cheaper", False, False, cpu=0.25)
    found = results().with_rows([again])
    assert [one.rival for one in found.rows] == [one.rival for one in ROWS]
    assert figures_of(found, "cheaper").cpu_seconds == 0.25
    assert figures_of(found, "middling").cpu_seconds == 1.5


def test_figures_of_two_runs_are_put_together() -> None:
    first = results((row("sound", True, site="b"), row("broken", site="b", failure="crashed")))
    second = replace(
        results(
            (row("sound", True, site="a"), row("broken", False, site="b"), row("sound", site="b", failure="crashed"))
        ),
        commands=("c", "d"),
    )
    found = first.merged(second)
    assert [site.name for site in found.sites] == ["a", "b"]
    assert sorted((one.rival, one.site, one.failure) for one in found.rows) == [
        ("broken", "b", ""), ("sound", "a", ""), ("sound", "b", ""),
    ]  # fmt: skip
    assert found.commands == ("c", "d")


def test_a_run_goes_on_with_what_is_known_of_the_same_versions() -> None:
    rows = (row("sound", True), row("sound", True, site="t"), row("broken", failure="crashed"))
    found = results(rows)
    here, other = found.sites
    assert [one.rival for one in found.of_sites([here]).rows] == ["sound"]
    assert found.of_sites([replace(here, versions=9)]).rows == ()
    assert found.of_sites([here]).sites == (here,)
    assert found.of_sites([other]).rows == rows[1:2]


def test_the_page_is_written_again_from_its_figures(tmp_path: Path) -> None:
    output = tmp_path / "explanation" / "results.md"
    side_by_side_command.write_page(results(), output)
    first = output.read_text()
    output.write_text("spoilt")
    assert side_by_side_command.main(["--page", "--output", str(output)]) == 0
    assert output.read_text() == first
    assert "../pictures/results-alarms.svg" in first
    assert (tmp_path / "pictures" / "results-disk.svg").is_file()


def test_where_the_page_is_written_is_not_on_it() -> None:
    assert side_by_side_command._without_output(["--every", "4", "--output", "x.md", "--keep"]) == [
        "--every",
        "4",
        "--keep",
    ]


def test_the_published_page_is_what_its_figures_say(tmp_path: Path) -> None:
    """After a change of the page's words: `python -m benchmarks.peers --page`."""
    published = ROOT / "docs" / "explanation" / "side-by-side.md"
    side_by_side_command.write_page(
        read_results(published.with_suffix(".json")), tmp_path / "explanation" / "side-by-side.md"
    )
    assert (tmp_path / "explanation" / "side-by-side.md").read_text() == published.read_text()
    for picture in (tmp_path / "pictures").iterdir():
        assert picture.read_text() == (ROOT / "docs" / "pictures" / picture.name).read_text()


def test_histories_are_chosen_by_a_rule_and_served_where_most_is_labelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = [f"2026-01-0{day}T00:00:00Z" for day in range(1, 7)]
    entries = [{"site": name, "url": "http://x/", "versions": [{"time": at} for at in times]} for name in "cabd"]
    pairs = [{"site": name, "old": times[2], "new": times[3], "label": "similar"} for name in "cab"]
    for folder, listed in (("sequences", entries[:2]), ("monitor/sequences", entries[2:])):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "index.json").write_text(json.dumps(listed))
    (tmp_path / "pairs.json").write_text(json.dumps(pairs[:2]))
    (tmp_path / "monitor" / "pairs.json").write_text(json.dumps(pairs[2:]))
    monkeypatch.setenv("PAGESTRATA_DATA", str(tmp_path))
    assert histories.labelled_sites() == ["a", "b", "c"]
    assert histories.every_nth(2) == ["a", "c"]
    found = histories.histories(["a", "b"], 2)
    assert [(one.site, one.times) for one in found] == [("a", tuple(times[2:4])), ("b", tuple(times[2:4]))]
    assert found[0].label(1) == "noise"
    assert found[1].recording == tmp_path / "monitor" / "sequences" / "b.warc.gz"
