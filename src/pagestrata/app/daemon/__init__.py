"""The daemon that visits pages on schedule and politely, and its background tasks."""
