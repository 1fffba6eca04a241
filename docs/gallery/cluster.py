"""Several programs share the visits.

Two programs share an archive. Each visit is leased, so that no page is visited twice, and only one program at a time
visits a host. On several machines the archive is a PostgreSQL address; nothing else changes.
"""

import json
from concurrent.futures import ThreadPoolExecutor

from pagestrata.demo.story import Story

with Story() as story:
    pages = [story.url, f"{story.url}shop", f"{story.url}fares"]
    for page in pages:
        story.run("watch", "add", page, "--robots", "ignore")
    with ThreadPoolExecutor(2) as both:
        once = ("run", "--once", "--budget", "3000/hour", "--host-delay", "0")
        list(both.map(lambda _: story.run(*once), range(2)))
    assert json.loads(story.run("stats", "--json"))["visits"] == len(pages)
