"""Learning the decision from labelled pairs (paper 4 §3)."""
