import csv
import io
from datetime import date, timedelta

from captures import START, capture, visit_of
from pagestrata.web.views.reports import LONGEST_DAYS, report_csv, report_of
from web_fixtures import site_archive

DAY = date(2026, 1, 2)


def test_a_report_counts_days_sites_and_roles(tmp_path):
    with site_archive(tmp_path) as archive:
        taken, _ = capture(["x"], hours=50)
        archive.record_visit(visit_of(taken, kept=False, stage="quick", changes=2))
        report = report_of(archive, since=DAY, until=date(2026, 1, 5), today=DAY)
    assert [day.day for day in report.days] == [DAY + timedelta(days=number) for number in range(4)]
    assert [(day.outcomes.kept, day.outcomes.suppressed) for day in report.days] == [(1, 0), (1, 0), (1, 1), (0, 0)]
    (site,) = report.sites
    assert (site.host, site.pages, site.outcomes.visits) == ("site.test", 1, 4)
    assert report.roles == (("article", 2),)
    assert report.totals.without_browser == 1
    assert report.saved_bytes == report.version_bytes > 0
    assert report.most_in_a_day == 2


def test_visits_that_are_found_later_are_in_the_next_report(tmp_path):
    with site_archive(tmp_path) as archive:
        span = {"since": DAY, "until": date(2026, 1, 6)}
        before = report_of(archive, today=DAY, **span).totals
        for hours in (50, 98):  # of a day that was over, and of the last one
            taken, _ = capture(["x"], hours=hours)
            archive.record_visit(visit_of(taken, kept=False, stage="quick", changes=2))
            report_of(archive, today=DAY, **span)
        after = report_of(archive, today=DAY, **span)
        whole = archive.activity.visits(since=START - timedelta(days=1), until=START + timedelta(days=9))
    assert (after.totals.visits, after.totals.suppressed) == (before.visits + 2, before.suppressed + 2)
    assert {day.day: day.outcomes for day in after.days if day.outcomes.visits} == whole.by_day
    assert [site.outcomes for site in after.sites] == list(whole.by_page.values())


def test_visits_that_are_gone_are_not_in_the_next_report(tmp_path):
    from pagestrata.store.catalog.schema import visit

    with site_archive(tmp_path) as archive:
        span = {"since": DAY, "until": date(2026, 1, 6)}
        taken, _ = capture(["x"], hours=50)
        archive.record_visit(visit_of(taken, kept=False, stage="quick", changes=2))
        before = report_of(archive, today=DAY, **span).totals
        with archive._catalog.writing(sealing=False) as connection:
            connection.execute(visit.delete().where(visit.c.stage == "quick"))
        after = report_of(archive, today=DAY, **span).totals
    assert (after.visits, after.suppressed) == (before.visits - 1, before.suppressed - 1)


def test_a_report_is_about_a_year_at_most_and_may_be_empty(tmp_path):
    with site_archive(tmp_path) as archive:
        report = report_of(archive, since=date(1990, 1, 1), until=START.date() - timedelta(days=9), today=DAY)
    assert len(report.days) == LONGEST_DAYS
    assert (report.totals.visits, report.sites, report.roles, report.most_in_a_day) == (0, (), (), 0)


def test_a_report_without_days_is_about_the_last_30(tmp_path):
    with site_archive(tmp_path) as archive:
        report = report_of(archive, since=None, until=None, today=DAY)
        far = report_of(archive, since=date(9998, 1, 1), until=date(9999, 12, 31), today=DAY)
    assert (len(report.days), report.until) == (30, DAY)
    assert far.since == far.until == date(9000, 1, 1)


def test_tables_are_files_that_no_spreadsheet_runs(tmp_path):
    with site_archive(tmp_path) as archive:
        report = report_of(archive, since=DAY, until=DAY, today=DAY)
    rows = list(csv.reader(io.StringIO(report_csv(report, "days"))))
    assert rows[0][:2] == ["day", "visits"]
    assert rows[1][:3] == ["2026-01-02", "1", "1"]
    assert list(csv.reader(io.StringIO(report_csv(report, "sites"))))[1][0] == "site.test"
    assert report_csv(report, "roles").splitlines()[0] == "role,blocks"
    assert "'=1+1" in report_csv(_with_role(report, "=1+1"), "roles")


def _with_role(report, role: str):
    from dataclasses import replace

    return replace(report, roles=((role, 1),))
