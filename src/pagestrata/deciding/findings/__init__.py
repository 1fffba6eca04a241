"""What changed, as single findings that a person could point at, each with the chance that it matters."""
