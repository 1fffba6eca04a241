"""Data of users: accounts, watches, followed blocks, marks, settings, messages."""
