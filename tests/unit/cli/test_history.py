from pagestrata.cli.history import history_text, saying_text


def test_a_block_that_is_not_there_is_a_line_too():
    version = {"version": "1", "time": "2026", "block": None, "changed": True, "operations": {}, "text": None}
    assert history_text({"versions": [version]}) == "1  2026  -  not there\n"
    changed = {**version, "block": "1.2", "operations": {"update text": 2, "insert link": 1}}
    assert history_text({"versions": [changed]}) == "1  2026  1.2  2 × update text, 1 × insert link\n"


def test_visits_are_listed_behind_the_versions():
    visit = {
        "time": "2026", "stage": "unchanged", "kept": False, "status": None, "reasons": [], "error": None, "seconds": {},
        "saved_seconds": None, "check": None, "skipped": None, "fault": None,
    }  # fmt: skip
    assert history_text({"versions": [], "visits": [visit]}) == "visit 2026  -  unchanged, not kept\n"
    cheap = {**visit, "stage": "quick", "saved_seconds": 1.26}
    assert history_text({"versions": [], "visits": [cheap]}) == "visit 2026  -  quick, not kept, saved 1.3 s\n"
    looked_at = history_text({"versions": [], "visits": [{**visit, "skipped": "20260101000000-s2"}]})
    assert looked_at == "visit 2026  -  unchanged, not kept  [look at it: 20260101000000-s2]\n"
    fault = {**visit, "stage": "render", "fault": "server error"}
    shown = history_text({"versions": [], "visits": [fault, {**fault, "fault": "timeout", "error": "late"}]})
    assert (
        shown
        == "visit 2026  -  render, fault (server error), not kept\nvisit 2026  -  render, failed (timeout): late\n"
    )
    checked = {**visit, "stage": "render", "check": "agreed"}
    shown = history_text({"versions": [], "visits": [checked]})
    assert shown == "visit 2026  -  render, not kept, cheap stages agreed\n"


def test_a_saying_with_interruptions():
    said = {"time": "2026", "block": "1", "text": "x"}
    answer = {"block": "1", "said": "x", "first": said, "last": said, "versions": 2, "of_versions": 5}
    text = saying_text({**answer, "interrupted": True, "still": True, "unsaid_since": None})
    assert text.endswith("2 of 5 versions, with interruptions; still says it\n")
