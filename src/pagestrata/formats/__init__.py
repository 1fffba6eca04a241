"""Readers and writers of the file formats: Vi-XML, Vi-Delta, snapshots, WARC, WACZ, CDXJ."""
