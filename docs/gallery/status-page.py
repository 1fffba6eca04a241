"""A status page fails and comes back.

An error page is not content. It is recorded as a fault, never kept as a version, and the next good page is compared with
the last good one. So an outage is a line in the log, not a false change.
"""

from pagestrata.demo.story import Story

with Story() as story:
    story.run("visit", story.url)
    story.site.apply("server error")
    story.run("visit", story.url, codes=(0, 3))  # 3: the page could not be captured
    story.site.apply("restored")
    story.run("visit", story.url)
    visits = story.run("log", story.url, "--visits")
    versions = story.run("log", story.url)
    assert len(visits.splitlines()) > len(versions.splitlines())
