"""Archived pages shown again, safely."""
