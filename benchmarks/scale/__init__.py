"""Many machines on one: Ray clusters of several nodes bound to loopback, nodes and leaders that are killed, simulated days."""
