"""Which addresses may be reached, and the proxy that holds the browser to it."""
