"""Keeping an archive sound and small: verify, repair, retention and garbage collection."""
