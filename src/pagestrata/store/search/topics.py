"""The topic of a block: a few words that say what it is about (paper 3 §2.2).

1. Find: most blocks have a heading: the text in the largest type, or the first line when it is alone or in its own
   colour. It is the topic, trimmed to `MAX_WORDS` words without stop words when it is longer.
2. Otherwise trim the block's text when it is short (under `MIN_EXTRACT_WORDS` words), or extract: the words that occur
   most often, counted by stem, at least `MIN_FREQUENCY` times, in the order of the text.

Where this departs from the paper: its loop takes the first words above the frequency threshold, here the most frequent
ones are taken; when no word repeats, the text is trimmed. Languages are recognised by their stop words. Chinese is cut
into words by jieba and words are stemmed by snowballstemmer when they are installed (extra `topics`); without them,
Chinese falls back to pairs of characters and stems to the first letters of a word. Japanese is cut where its scripts
change. The catalog keeps the first topic of a content, so that the same content always has the same topic.

A delta is computed before its new tree gets topics. It is therefore completed with the topics of the stored tree; otherwise it
would empty the topic of every block that stayed, and lead to a tree that differs from the stored one.
"""

from __future__ import annotations

import functools
import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files

import numpy as np

from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Change, Delta, Details
from pagestrata.model.patterns import pattern
from pagestrata.model.snapshot import NodeTable
from pagestrata.model.words import TOPIC_WORD, topic_words

# Imports inside functions: jieba and snowballstemmer are optional; the rest works without.

_TOPIC = "topic"


def _load() -> dict[str, frozenset[str]]:
    words: dict[str, list[str]] = defaultdict(list)
    language = ""
    for line in files("pagestrata.store.search").joinpath("data", "stopwords.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            language = line.strip("[]")
        elif not line.startswith("#"):
            words[language] += line.split()
    return {name: frozenset(listed) for name, listed in words.items() if name}


STOP_WORDS = _load()
"""By language: en, fr, de, es, zh, ja."""


MAX_WORDS = 8
MAX_LETTERS = 200  # a page may write a million of them without a space
MOST_READ = 50_000
"""Characters of a block in which its topic is looked for."""
LONGEST_RUN = 200
"""Chinese characters without a stop that are cut into words at once."""
MIN_EXTRACT_WORDS = 20
MIN_FREQUENCY = 2
LARGER_TYPE = 1.15
_HAN = pattern(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_KANA = pattern(r"[\u3040-\u30ff]")
_STEM_LETTERS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class StyledText:
    """A text of a block and how it looks."""

    text: str
    font_size: float
    colour: int
    top: float
    bottom: float


def with_topics(tree: BlockTree, nodes: NodeTable | None, known: Mapping[str, str] | None = None) -> BlockTree:
    """Return the tree with a topic for every leaf block; `known` holds topics by content id."""

    def named(block: Block) -> Block:
        if block.children:
            return replace(block, children=tuple(map(named, block.children)))
        if block.topic:
            return block
        topic = known.get(block.id) if known else None
        found = replace(block, topic=topic_of(block, nodes) if topic is None else topic)
        object.__setattr__(
            found, "_id", block.id
        )  # the topic is no part of it, and computing it once more takes as long again
        return found

    return replace(tree, blocks=tuple(map(named, tree.blocks)))


def topic_of(block: Block, nodes: NodeTable | None = None) -> str:
    """The topic of a leaf block; '' when it has no words. Looks are used where the block's rows are known."""
    return _topic(block, nodes)[:MAX_LETTERS].rstrip()


def _topic(block: Block, nodes: NodeTable | None) -> str:
    heading = find(styled_texts(block, nodes)) if nodes is not None and block.rows else None
    if heading is not None:
        # A heading has to be long before its words need counting.
        short = len(heading) < 2 * MAX_WORDS or len(_words(heading, language_of(block.text))) <= MAX_WORDS
        return heading if short else trim(heading)
    if len(_words(block.text, language_of(block.text))) < MIN_EXTRACT_WORDS:
        return trim(block.text)
    return extract(block.text)


def styled_texts(block: Block, nodes: NodeTable) -> list[StyledText]:
    """The visible texts of a block's rows, in document order."""
    known = np.array(sorted({row for row in block.rows if 0 <= row < len(nodes)}), np.intp)
    rows = known[(nodes.is_text[known] & nodes.visible[known]).astype(bool)].tolist()
    return [
        StyledText(
            text=nodes.text[row],
            font_size=float(nodes.font_size[row]),
            colour=int(nodes.colour[row]),
            top=float(nodes.box[row][1]),
            bottom=float(nodes.box[row][1] + nodes.box[row][3]),
        )
        for row in rows
    ]


def find(texts: Sequence[StyledText]) -> str | None:
    """Return the heading: the text in the largest type, or a first line that is alone or has its own colour."""
    texts = [text for text in texts if TOPIC_WORD.search(text.text)]
    if len(texts) < 2:
        return None
    sizes = sorted(text.font_size for text in texts)
    if sizes[-1] >= LARGER_TYPE * sizes[len(sizes) // 2] or (sizes[-1] >= LARGER_TYPE * sizes[0] and len(texts) == 2):
        return _joined([text for text in texts if text.font_size == sizes[-1]])
    first, rest = texts[0], texts[1:]
    alone = min(text.top for text in rest) >= first.bottom + 0.5 * first.font_size
    other_colour = all(text.colour != first.colour for text in rest)
    return _joined([first]) if alone or other_colour else None


def _joined(texts: Sequence[StyledText]) -> str:
    """Return the first line of the heading: adjacent texts of the same look, such as a link inside a headline."""
    line = [texts[0]]
    for text in texts[1:]:
        if text.top > line[-1].bottom + 0.5 * text.font_size:
            break
        line.append(text)
    return " ".join(" ".join(text.text for text in line).split())


def trim(text: str) -> str:
    """Return the first words of a text, each once, without stop words."""
    language = language_of(text)
    return _phrase(list(dict.fromkeys(_without_stop_words(text, language)))[:MAX_WORDS], language)


def extract(text: str) -> str:
    """The most frequent words of a text, counted by stem, in the order they first appear."""
    language = language_of(text)
    words = _without_stop_words(text, language)
    stems = list(map(stemmer(language), words))
    first: dict[str, str] = {}
    for stem, word in zip(stems, words, strict=True):
        first.setdefault(stem, word)
    order = {stem: place for place, stem in enumerate(first)}
    counts = Counter(stems)
    frequent = [stem for stem, count in counts.items() if count >= MIN_FREQUENCY]
    best = sorted(frequent, key=lambda stem: (-counts[stem], order[stem]))[:MAX_WORDS]
    if not best:
        return trim(text)
    return _phrase([first[stem] for stem in sorted(best, key=order.__getitem__)], language)


def _without_stop_words(text: str, language: str) -> list[str]:
    stop = STOP_WORDS[language]
    return [word for word in _words(text, language) if word.lower() not in stop]


def _phrase(words: Sequence[str], language: str) -> str:
    return ("" if language in {"zh", "ja"} and all(map(_HAN.match, words)) else " ").join(words)


@functools.lru_cache(maxsize=64)  # asked several times for the same block
def language_of(text: str) -> str:
    """Return the language of a text among those with stop words; English if in doubt."""
    sample = text[:5000]
    kana, han = len(_KANA.findall(sample)), len(_HAN.findall(sample))
    if kana + han > 0.2 * len("".join(sample.split())):
        return "ja" if kana > 0.1 * han else "zh"
    words = Counter(TOPIC_WORD.findall(sample.lower()))
    scores = {
        language: sum(words[word] for word in words.keys() & stop)
        for language, stop in STOP_WORDS.items()
        if language not in {"zh", "ja"}
    }
    return max(scores, key=lambda language: (scores[language], language == "en"))


def _words(text: str, language: str) -> list[str]:
    return topic_words(text[:MOST_READ], language, cut_chinese=_cut_chinese)


def _cut_chinese(run: str) -> list[str]:
    cut = _jieba()
    if cut is not None:
        # Runs are a sentence long; a longer one is cut first, since a dictionary takes the square of its length.
        starts = range(0, len(run), LONGEST_RUN)
        return [word for start in starts for word in cut(run[start : start + LONGEST_RUN]) if word.strip()]
    stop = STOP_WORDS["zh"]
    parts = "".join(" " if character in stop else character for character in run).split()
    return [part[start : start + 2] for part in parts for start in range(0, len(part), 2)]


@functools.cache
def _jieba() -> Callable[[str], list[str]] | None:
    try:
        import jieba
    except ImportError:
        return None
    jieba.setLogLevel(logging.WARNING)
    return lambda text: list(jieba.cut(text))


@functools.cache
def stemmer(language: str) -> Callable[[str], str]:
    """The function that maps the forms of a word to one."""
    names = {"en": "english", "fr": "french", "de": "german", "es": "spanish"}
    if language not in names:
        return str
    try:
        import snowballstemmer
    except ImportError:
        return lambda word: word.lower()[:_STEM_LETTERS]
    stem: Callable[[str], str] = snowballstemmer.stemmer(names[language]).stemWord
    return functools.lru_cache(maxsize=20_000)(lambda word: stem(word.lower()))


def with_topics_of(delta: Delta, bare: BlockTree, named: BlockTree) -> Delta:
    """Return the delta to `named`, given the delta to `bare`, the same tree with fewer topics."""
    before = {block.ref: block.topic for block in bare.walk()}
    topics = {block.ref: block.topic for block in named.walk() if block.topic != before[block.ref]}
    if not topics:
        return delta
    changes = tuple(_change_with_topics(change, topics) for change in delta.changes)
    details = tuple(_details_with_topics(delta, topics))
    return replace(delta, changes=changes, patch=replace(delta.patch, details=details))


def _change_with_topics(change: Change, topics: Mapping[str, str]) -> Change:
    """Return the change with topics for its new blocks: inserted ones, and the results of a split or merge."""
    if isinstance(change.new, Block):
        return replace(change, new=_block_with_topics(change.new, topics))
    if change.op in {"split", "merge"} and isinstance(change.new, tuple):
        return replace(
            change, new=tuple(_block_with_topics(part, topics) for part in change.new if isinstance(part, Block))
        )
    return change


def _block_with_topics(block: Block, topics: Mapping[str, str]) -> Block:
    children = tuple(_block_with_topics(child, topics) for child in block.children)
    return replace(block, children=children, topic=topics.get(block.ref, block.topic))


def _details_with_topics(delta: Delta, topics: Mapping[str, str]) -> Iterator[Details]:
    """Return the details of unchanged blocks for the patch: their topic, if it changed."""
    names = dict(delta.patch.renames)
    names |= {change.block: change.to_block for change in delta.changes if _is_moved_block(change) and change.to_block}
    left = dict(topics)
    for change in delta.changes:
        for block in _blocks_in(change):
            left.pop(block.ref, None)
    for details in delta.patch.details:
        topic = left.pop(names.get(details.block, details.block), None)
        found = details if topic is None else _with_topic(details, topic)
        if found.new:
            yield found
    refs = {new: old for old, new in names.items()}
    # The tree that was compared said nothing, and so did the old one: else there would be details.
    yield from (Details(block=refs.get(ref, ref), old={_TOPIC: ""}, new={_TOPIC: topic}) for ref, topic in left.items())


def _is_moved_block(change: Change) -> bool:
    return change.op == "move" and change.element == "block"


def _blocks_in(change: Change) -> Iterator[Block]:
    """Return the whole blocks in the new value of a change."""
    if change.op == "insert" and isinstance(change.new, Block):
        yield from change.new.walk()
    elif change.op in {"split", "merge"} and isinstance(change.new, tuple):
        for part in change.new:
            if isinstance(part, Block):
                yield from part.walk()


def _with_topic(details: Details, topic: str) -> Details:
    before = details.old.get(_TOPIC, "")
    old = {name: value for name, value in details.old.items() if name != _TOPIC}
    new = {name: value for name, value in details.new.items() if name != _TOPIC}
    if before == topic:
        return replace(details, old=old, new=new)
    return replace(details, old={**old, _TOPIC: before}, new={**new, _TOPIC: topic})
