"""What a follower sees of blocks and pages: items, portraits, and how alike they are in numbers."""
