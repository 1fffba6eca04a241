"""What others recorded and we write: WARC, WACZ, their indexes, and the HTTP messages in them."""
