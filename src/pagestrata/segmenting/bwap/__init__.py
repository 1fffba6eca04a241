"""BWAP's partition (paper 3): extraction rules, level by level, and the level a page settles on."""
