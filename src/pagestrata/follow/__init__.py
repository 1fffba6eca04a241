"""One block, found again in every later version."""
