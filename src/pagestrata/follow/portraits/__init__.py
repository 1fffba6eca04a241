"""Descriptions of blocks and pages for followers: items, portraits, and the features of their similarity."""
