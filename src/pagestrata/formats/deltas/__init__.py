"""Deltas as Vi-Delta and JSON."""
