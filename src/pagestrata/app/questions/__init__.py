"""Questions about changes in plain words, and the archived changes that answer them."""
