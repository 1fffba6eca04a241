"""Pages from recordings: WARC and WACZ files and saved HTML, shown without any network."""
