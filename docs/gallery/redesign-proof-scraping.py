"""Scraping that survives a redesign.

The selector is used once. After the redesign the class and the place have changed, but the block is still found, by its
words, its surroundings and its looks. If it is not found, the answer is `lost`, never its neighbour.
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
