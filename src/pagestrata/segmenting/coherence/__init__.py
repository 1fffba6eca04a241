"""The learned segmenter: learned models replace the rules of VIPS in judging whether a node is coherent.

candidates   the rows that may become a block, as a tree
names        hints in ids, classes, tags and ARIA roles
features     what the model sees of a candidate
networks     small neural networks, used in addition to the trees
divide       which candidates are divided, at which granularity
frames       which of several boxes around the same content is the block's
outline      the page, its main parts, and their leaves
"""

from pagestrata.segmenting.coherence.divide import COARSE_PDOC, FINE_PDOC
from pagestrata.segmenting.coherence.outline import outline_page

__all__ = ["COARSE_PDOC", "FINE_PDOC", "outline_page"]
