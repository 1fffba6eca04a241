"""The plain request: a page fetched without a browser."""
