"""The features of a pair of versions: content, structure, and what their screenshots show (paper 4 §2)."""
