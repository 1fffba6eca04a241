"""VIPS (Cai, Yu, Wen, Ma: MSR-TR-2003-79), as paper 1 §4 uses it.

rules        visual block extraction: which nodes are divided, and the degree of coherence of those that are not
separators   the gaps between the extracted blocks, and their weights
structure    blocks joined across light separators into the content structure
rounds       the three steps repeated inside every block that is less coherent than asked for
"""

from pagestrata.segmenting.vips.structure import outline_page

__all__ = ["outline_page"]
