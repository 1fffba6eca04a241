"""A status page fails and comes back.

An error page is no content: it is noted as a fault, never kept as a version, and the next good answer is compared
with the last good one. So an outage leaves a line in the log, not a false change.
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
