"""A self-contained page to explore a block tree next to the screenshot: no network, no library, one file."""

from __future__ import annotations

import base64
import json
from html import escape

from pagestrata.model.blocks import Block, BlockTree

MAX_TEXT_CHARS = 2_000

_STYLE = """
*{box-sizing:border-box}body{margin:0;font:14px/1.45 system-ui,sans-serif;color:#1b1f24;background:#f6f7f9;display:grid;
grid-template-columns:minmax(20rem,26rem) 1fr;height:100vh}
nav{overflow:auto;padding:1rem;border-right:1px solid #d5d9df;background:#fff}nav h1{font-size:1rem;margin:0 0 .2rem}
nav p{margin:0 0 .8rem;color:#59626e;overflow-wrap:anywhere}main{overflow:auto;padding:1rem}
ul{list-style:none;margin:0;padding-left:1rem}nav>ul{padding-left:0}
button{all:unset;cursor:pointer;display:block;width:100%;padding:.1rem .3rem;border-radius:.25rem;overflow:hidden;
text-overflow:ellipsis;white-space:nowrap}button:hover{background:#eef1f5}
button:focus-visible{outline:2px solid #1f6feb}button[aria-current=true]{background:#dbe9ff}
button b{font-variant-numeric:tabular-nums}button i{color:#59626e;font-style:normal}
.page{position:relative;transform-origin:0 0;background:#fff;box-shadow:0 0 0 1px #d5d9df}
.page img{display:block;width:100%}
.box{position:absolute;border:1px solid rgba(31,111,235,.55);background:transparent;padding:0;width:auto}
.box:hover{background:rgba(31,111,235,.12)}
.box[aria-current=true]{border:3px solid #d1242f;background:rgba(209,36,47,.12)}
.box.overlay{border-style:dashed;border-color:#59626e}
dl{margin:1rem 0 0;padding-top:.8rem;border-top:1px solid #d5d9df}
dt{color:#59626e}dd{margin:0 0 .5rem;overflow-wrap:anywhere}
@media (max-width:45rem){body{grid-template:minmax(12rem,45vh) minmax(0,1fr)/minmax(0,1fr)}
nav{border-right:0;border-bottom:1px solid #d5d9df}}
"""

_SCRIPT = """
const blocks=JSON.parse(document.getElementById('blocks').textContent),detail=document.getElementById('detail');
function line(term,value){if(!value)return;const dt=document.createElement('dt'),dd=document.createElement('dd');
dt.textContent=term;dd.textContent=value;detail.append(dt,dd);}
function choose(ref,from){document.querySelectorAll('[aria-current]').forEach(e=>e.removeAttribute('aria-current'));
document.querySelectorAll(`[data-ref="${ref}"]`).forEach(e=>{e.setAttribute('aria-current','true');
if(e!==from)e.scrollIntoView({block:'nearest'});});
const b=blocks[ref];detail.replaceChildren();line('Block',`${ref} · ${b.role} · coherence ${b.doc}`);
line('Box',b.box.join(', '));line('Importance',b.importance);line('Topic',b.topic);line('Text',b.text);
line('Links',b.links.join('\\n'));line('Pictures',b.images.join('\\n'));}
document.addEventListener('click',e=>{const at=e.target.closest('[data-ref]');if(at)choose(at.dataset.ref,at);});
"""


def blocks_html(tree: BlockTree, screenshot_png: bytes | None) -> str:
    """One HTML document: the tree on the left, the screenshot with clickable blocks on the right."""
    width, height = (max(1.0, float(side)) for side in tree.page_size)
    boxes = "".join(_box(block, width, height) for block in tree.walk() if block.is_leaf and block.box.area)
    facts = json.dumps({block.ref: _facts(block) for block in tree.walk()}, ensure_ascii=False)
    picture = _picture(screenshot_png)
    title = escape(tree.title or tree.url or "Blocks")
    moment = f" · {tree.captured_at.isoformat()}" if tree.captured_at else ""
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Blocks of {title}</title>
<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>
<body><nav aria-label="Block tree"><h1>{title}</h1><p>{escape(tree.url)}{escape(moment)} · {escape(tree.segmenter)}</p>
<ul>{"".join(_entry(block) for block in tree.blocks)}</ul><dl id="detail" aria-live="polite"></dl></nav>
<main><div class="page" style="aspect-ratio:{width:g}/{height:g}">{picture}{boxes}</div></main>
<script type="application/json" id="blocks">{facts.replace("<", chr(92) + "u003c")}</script>
<script>{_SCRIPT}</script></body></html>
"""


def _entry(block: Block) -> str:
    inner = f"<ul>{''.join(_entry(child) for child in block.children)}</ul>" if block.children else ""
    words = escape(" ".join(block.text.split())[:60])
    return (
        f'<li><button type="button" data-ref="{escape(block.ref)}"><b>{escape(block.ref)}</b> '
        f"<i>{escape(block.role)}</i> {words}</button>{inner}</li>"
    )


def _box(block: Block, width: float, height: float) -> str:
    box = block.box
    place = (
        f"left:{100 * box.x / width:.4f}%;top:{100 * box.y / height:.4f}%;"
        f"width:{100 * box.width / width:.4f}%;height:{100 * box.height / height:.4f}%"
    )
    name = escape(f"{block.ref} {block.role}")
    kind = escape(block.layer)
    return (
        f'<button type="button" class="box {kind}" data-ref="{escape(block.ref)}" style="{place}" '
        f'title="{name}" aria-label="{name}"></button>'
    )


def _facts(block: Block) -> dict[str, object]:
    return {
        "role": block.role,
        "doc": block.doc,
        "box": [round(side, 1) for side in block.box],
        "importance": "" if block.importance is None else f"{block.importance:.3f}",
        "topic": block.topic,
        "text": block.text[:MAX_TEXT_CHARS],
        "links": [f"{link.name} -> {link.address}" for link in block.links],
        "images": [f"{image.name} -> {image.address}" for image in block.images],
    }


def _picture(screenshot_png: bytes | None) -> str:
    if screenshot_png is None:
        return ""
    data = base64.b64encode(screenshot_png).decode("ascii")
    return f'<img alt="The page as captured" src="data:image/png;base64,{data}">'
