"""New contents put into an old block tree without a browser, where the structure of the page is still the same."""
