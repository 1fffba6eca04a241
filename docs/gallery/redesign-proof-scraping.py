"""Scraping that survives a redesign.

The selector is used once. After the redesign neither the class nor the place is the same, and the block is found all
the same, by what it says, what stands around it and how it looks; where it is not, the answer is `lost` and not its
neighbour.
"""

import json

from pagestrata.demo.story import Story

with Story() as story:
    story.run("visit", story.url)
    trail = json.loads(story.run("follow", "add", story.url, "--select", ".price", "--name", "Price", "--json"))["id"]
    story.site.apply("redesign")
    story.run("visit", story.url)
    history = json.loads(story.run("follow", "history", trail, "--json"))
    print([(entry["state"], entry["text"]) for entry in history])
    assert [entry["state"] for entry in history] == ["found", "found"]
