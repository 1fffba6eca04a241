"""Input that nobody writes a monitor for: other scripts and digits, long histories, wishes about blocks that are gone."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from captures import START, capture
from laid_out_pages import URL, Part, laid_out
from pagestrata.comparing.vidiff import compare
from pagestrata.model.records import Visit
from pagestrata.store.archive import open_archive
from pagestrata.store.catalog.names import to_microseconds
from pagestrata.store.history import visits as stored_visits
from pagestrata.store.history.pages import page_number
from pagestrata.visit.judge import JudgeOptions
from pagestrata.visit.load import load
from pagestrata.visit.plan import HISTORY_VISITS, VisitRequest, plan_visit
from pagestrata.weighing.volatility import Volatility
from visits import visit_page

JAPANESE = "町役場は月曜日に橋の修理について話し合い、技術者が三つの案を示しました。"


@pytest.mark.parametrize(
    ("old", "new", "matters"),
    [
        ("価格は５，０００円です。" + JAPANESE, "価格は４，０００円です。" + JAPANESE, True),
        ("申込締切は6月30日です。" + JAPANESE, "申込締切は6月15日です。" + JAPANESE, True),
        ("この施設は利用できます。" + JAPANESE, "この施設は利用できません。" + JAPANESE, True),
        (JAPANESE + "更新：12時05分", JAPANESE + "更新：12時15分", False),
        ("会议将于六月举行，费用为一百元。", "会议将于七月举行，费用为一百元。", True),
        ("สำนักงานเปิดเวลา 8.00 น. ถึง 16.00 น. ทุกวันจันทร์", "สำนักงานเปิดเวลา 9.00 น. ถึง 16.00 น. ทุกวันจันทร์", True),
        ("آخر موعد للتسجيل هو ٣٠ يونيو في مكتب البلدية", "آخر موعد للتسجيل هو ١٥ يونيو في مكتب البلدية", True),
        ("הכניסה לפארק מותרת לכלבים בכל ימות השבוע", "הכניסה לפארק אסורה לכלבים בכל ימות השבוע", True),
        ("\u200fהמחיר הוא 50 ש״ח\u200e", "\u200fהמחיר הוא 60 ש״ח\u200e", True),
        ("السعر ٥٠ دينار للشخص الواحد", "السعر 60 دينار للشخص الواحد", True),
        ("السعر ٥٠ دينار للشخص الواحد", "السعر 50 دينار للشخص الواحد", False),
        ("価格は５０００円です。" + JAPANESE, "価格は5000円です。" + JAPANESE, False),
    ],
)  # fmt: skip
def test_what_matters_is_told_from_noise_in_other_scripts_and_digits(
    tmp_path: Path, old: str, new: str, matters: bool
) -> None:
    with open_archive(tmp_path / "archive") as archive:
        for minutes, text in ((0, old), (10, new)):
            shown = laid_out(Part("article", "story", [text]), Part("footer", "footer", ["© 2026"]), minutes=minutes)
            outcome = visit_page(archive, shown)
        assert outcome.kept == matters, outcome.reasons
        assert str(outcome.reasons[0]).startswith("Kept: " if matters else "Skipped: ")


def test_ten_thousand_visits_of_history_are_not_read_again_at_each_visit(tmp_path: Path) -> None:
    with open_archive(tmp_path / "archive") as archive:
        visit_page(archive, capture(["The council meets in the hall", "Updated 12:00"])[0])
        with archive._catalog.writing() as connection:
            number = page_number(connection, URL, to_microseconds(START))
            for minute in range(1, 10_001):
                moment = START + timedelta(minutes=minute)
                record = Visit(url=URL, visited_at=moment, stage="unchanged", version=None, kept=False)
                stored_visits.add(connection, record, number)
        later = capture(["The council does not meet in the hall", "Updated 12:00"], hours=24 * 30)[0]
        assert (
            len(load(archive, plan_visit(archive, VisitRequest(URL), now=later.captured_at)).history) == HISTORY_VISITS
        )
        assert visit_page(archive, later).kept


def test_what_is_known_of_a_page_stays_small_over_ten_thousand_visits() -> None:
    known = Volatility()
    trees = [capture([f"A story that stays, sponsored by {name}"], picture=False)[1] for name in ("Alpha", "Beta")]
    deltas = [compare(trees[0], trees[1]), compare(trees[1], trees[0])]
    for visit in range(2_000):
        known = known.update(deltas[visit % 2], trees[visit % 2], trees[(visit + 1) % 2], kept=False)
        for _ in range(4):
            known = known.unchanged_visit()
    assert len(str(known.to_json())) < 5_000
    assert Volatility.from_json(known.to_json()) == known


def test_an_importance_for_a_block_that_is_gone_changes_nothing(tmp_path: Path) -> None:
    with open_archive(tmp_path / "archive") as archive:
        asked = JudgeOptions(importance={"9.9999": 0.0, "8.8888": 1.0})
        for minutes, price in ((0, "50"), (10, "60"), (20, "60")):
            shown = laid_out(Part("article", "story", [f"The price is € {price}.00 now"]), minutes=minutes)
            outcome = visit_page(archive, shown, judging=asked)
            assert outcome.kept == (minutes < 20)
