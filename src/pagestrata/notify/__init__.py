"""Telling people what changed."""
