"""What stands around a change: the two versions, which blocks belong together, where on the page, which document."""
