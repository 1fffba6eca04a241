"""Two pages compared by their source alone: the hashed subtrees of paper 5, and feeds item by item."""
