"""From when to when: the stays of blocks and resources on a page."""
