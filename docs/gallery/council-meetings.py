"""Council meetings in a feed reader.

A council announces meetings on its front page and has no feed. Pagestrata makes one: each kept version is an entry
that says what changed. The clock and the counter on the page create no entries.
"""

from pagestrata.demo.story import Story

with Story() as story:
    story.run("visit", story.url)
    story.site.apply("clock", "view counter")
    story.run("visit", story.url)
    story.site.apply("new headline")
    story.run("visit", story.url)
    feed = story.run("feed", story.url, "--format", "atom")
    assert feed.count("<entry>") == 1  # the new headline
