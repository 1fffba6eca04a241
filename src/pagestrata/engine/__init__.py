"""Work moved to whoever has a processor free: processes of this machine, or the nodes of a Ray cluster."""
