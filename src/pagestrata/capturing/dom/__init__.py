"""From the browser's answer to a `NodeTable`: boxes, styles, attributes and the mark-up of the document."""
