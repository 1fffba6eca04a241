// A picture of a page with its blocks, and the list of its blocks: what is highlighted in one is highlighted in the other.
const SVG = "http://www.w3.org/2000/svg";

// Frame one block of the picture; without a box, none.
export function frameBlock(outline, box) {
  outline.replaceChildren();
  if (!box) return;
  const rect = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ ...box, class: "outline" })) rect.setAttribute(name, value);
  outline.append(rect);
}

// The list scrolls, never the page: on a phone the picture would be gone from under the finger.
export function scrollListTo(row) {
  const list = row?.closest(".tree");
  if (!list) return;
  const above = row.getBoundingClientRect().top - list.getBoundingClientRect().top;
  if (above < 0 || above > list.clientHeight - row.offsetHeight) list.scrollTop += above - list.clientHeight / 3;
}

// Scroll the picture so far that what begins at `y` of the page can be seen.
export function scrollPictureTo(scroller, stage, y) {
  const top = (y * scroller.clientWidth) / stage.viewBox.baseVal.width;
  if (top < scroller.scrollTop || top > scroller.scrollTop + scroller.clientHeight - 60) scroller.scrollTo({ top: top - 80 });
}
