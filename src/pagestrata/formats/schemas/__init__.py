"""The schemas of Vi-XML and Vi-Delta, for others who write or read such files."""
