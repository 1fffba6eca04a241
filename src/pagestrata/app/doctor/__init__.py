"""The doctor: what this machine has and misses."""
