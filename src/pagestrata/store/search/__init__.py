"""Full text over blocks, and their topics."""
