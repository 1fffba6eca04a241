"""Matching of old and new blocks: equal content first, then similarity, position, splits and merges."""
