"""Pictures of blocks compared: by hash, by pixel, and as part of a delta."""
