"""Recordings: WARC, WACZ, their indexes, and the HTTP messages in them."""
