"""How important the blocks of a page are: their features, and models learned from judged pages."""
