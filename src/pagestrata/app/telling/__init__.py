"""News for people: messages, and feeds."""
