"""Recordings that others made, imported into an archive or analysed as they are."""
