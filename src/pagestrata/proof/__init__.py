"""What lets strangers check an archive: an append-only tree of hashes, signed heads, time stamps and proofs in one file."""
