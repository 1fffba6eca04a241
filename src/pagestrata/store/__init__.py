"""The archive: versions as layout and blocks, kept once and rebuilt exactly."""
