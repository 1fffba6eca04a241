"""The log of all versions, visits and audit lines: what its leaves say, how it begins, how it is checked."""
