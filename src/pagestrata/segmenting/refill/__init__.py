"""Put new contents into an existing block tree without a browser, if the structure of the page is unchanged."""
