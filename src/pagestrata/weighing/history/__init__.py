"""What an archive has seen to change at its own visits: slots of blocks, and places of the layout."""
