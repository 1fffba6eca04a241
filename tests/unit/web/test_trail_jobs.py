from dataclasses import replace
from datetime import timedelta

import pytest

from compared_pages import URL, page_on, visited_archive
from pagestrata.app.chosen_blocks import Choice, add_trail
from pagestrata.errors import CaptureError, FollowedError, UsageError
from pagestrata.web.context import WebContext
from pagestrata.web.trail_jobs import TrailJobs
from web_fixtures import NOW, ShowingSession


@pytest.fixture
def archive(tmp_path):
    with visited_archive(tmp_path) as made:
        yield made


def context_of(archive, shown, **fields):
    return WebContext(archive=archive, session=ShowingSession(shown, archive), clock=lambda: NOW, **fields)


def ended(context, jobs, job):
    """The job when it is over."""
    context.jobs.shutdown(wait=True)
    return jobs.find(job.id)


def followed(archive):
    """A trail of the headline, which is a mistake: the price was meant."""
    headline = next(leaf.ref for leaf in archive.contents.tree(archive.versions.of(URL)[0]).leaves())
    tree = archive.contents.tree(archive.versions.of(URL)[0])
    return add_trail(
        archive, page_on(0), Choice(block=headline), url=URL, version=archive.versions.of(URL)[0].id, tree=tree
    )


def price_in(archive, version):
    return next(leaf.ref for leaf in archive.contents.tree(version).leaves() if "Ferry" in leaf.text)


def test_a_correction_is_learned_behind_the_answer(archive):
    trail, version = followed(archive), archive.versions.of(URL)[3]
    context = context_of(archive, page_on(3))
    jobs = TrailJobs(context)
    job = jobs.correct(trail.id, version, Choice(block=price_in(archive, version)))
    assert (job.kind, job.trail, job.url) == ("correct", trail.id, URL)
    assert ended(context, jobs, job).state == "done"
    assert archive.trails.entries(trail.id, with_pictures=False)[-1].text == "Ferry ticket: 24.00 €"
    assert jobs.about(URL) == []


def test_a_block_that_is_followed_already_names_its_trail(archive):
    trail, version = followed(archive), archive.versions.of(URL)[0]
    with pytest.raises(FollowedError) as refused:
        followed(archive)
    assert refused.value.trail_id == trail.id
    assert f"see `pagestrata follow show {trail.id}`, or choose another" in str(refused.value)
    context = context_of(archive, refused.value)
    jobs = TrailJobs(context)
    job = ended(context, jobs, jobs.follow(version, Choice(block="1")))
    assert (job.state, job.trail, job.is_followed) == ("failed", trail.id, True)


def test_a_correction_on_another_page_is_refused_at_once(archive):
    trail, version = followed(archive), archive.versions.of(URL)[3]
    jobs = TrailJobs(context_of(archive, page_on(3)))
    with pytest.raises(UsageError, match="is no version of"):
        jobs.correct(trail.id, replace(version, url="http://other.test/"), Choice(block="1"))


def test_what_came_to_nothing_is_shown_for_an_hour(archive):
    version = archive.versions.of(URL)[3]
    times = [NOW]
    context = context_of(archive, CaptureError("the browser is gone"))
    object.__setattr__(context, "clock", lambda: times[0])
    jobs = TrailJobs(context)
    job = ended(context, jobs, jobs.follow(version, Choice(block="1"), name="Ferry"))
    assert job.state == "failed"
    assert job.error == "the browser is gone"
    assert archive.trails.of(URL) == []
    assert [each.id for each in jobs.about(URL)] == [job.id]
    times[0] = NOW + timedelta(hours=2)
    assert jobs.about(URL) == []


def test_where_nothing_can_be_rendered_nothing_is_begun(archive):
    jobs = TrailJobs(WebContext(archive=archive))
    with pytest.raises(UsageError, match="cannot be visited from here"):
        jobs.follow(archive.versions.of(URL)[0], Choice(block="1"))
    assert jobs.recent() == []
