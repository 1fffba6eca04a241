"""Distribute work over processors: those of this machine, or the nodes of a Ray cluster."""
