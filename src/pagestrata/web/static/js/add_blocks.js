// A page that is about to be watched: one element of it can be followed, its blocks can be followed or ignored.
import { elementPicker, fillForms } from "./element_picker.js";

const root = document.querySelector(".add-page");
const svg = root.querySelector(".blocks__over");
const forms = root.querySelector("[data-forms]");
const rects = new Map([...document.querySelectorAll(".block")].map((each) => [each.dataset.ref, each]));
const lines = new Map([...document.querySelectorAll(".block-line")].map((each) => [each.dataset.ref, each]));
let around = null; // the ref of the block around what is chosen

function show(ref) {
  const choice = lines.get(ref).querySelector("select").value;
  for (const element of [rects.get(ref), lines.get(ref)]) {
    element?.classList.toggle("is-follow", choice === "follow");
    element?.classList.toggle("is-ignore", choice === "ignore");
  }
}

function point(ref, isPointed) {
  rects.get(ref)?.classList.toggle("is-pointed", isPointed);
  lines.get(ref)?.classList.toggle("is-pointed", isPointed);
}

// The block that holds the middle of what is chosen.
function blockAround() {
  const box = svg.querySelector("[data-chosen] rect")?.getBBox();
  if (!box) return null;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const holding = [...rects].filter(([, rect]) => {
    const own = rect.getBBox();
    return own.x <= x && x < own.x + own.width && own.y <= y && y < own.y + own.height;
  });
  return holding.at(-1)?.[0] ?? null;
}

function onPicked(data) {
  fillForms(root, data);
  root.querySelector('[name="picked_seen"]').value = data?.seen ?? "";
  forms.hidden = !data;
  around = data ? blockAround() : null;
  root.querySelector("[data-ignore-block]").hidden = !around;
}

const picker = elementPicker({ root, svg, scroller: root.querySelector(".add-page__picture"), onPicked });
root.querySelector("[data-wider]").addEventListener("click", picker.wider);
root.querySelector("[data-narrower]").addEventListener("click", picker.narrower);
root.querySelector("[data-unpick]").addEventListener("click", picker.clear);
root.querySelector("[data-ignore-block]").addEventListener("click", () => {
  const ref = around;
  picker.clear();
  lines.get(ref).querySelector("select").value = "ignore";
  root.querySelector(".add-page__blocks").open = true;
  show(ref);
  lines.get(ref).scrollIntoView({ block: "nearest" });
});
for (const [ref, line] of lines) {
  line.querySelector("select").addEventListener("change", () => show(ref));
  line.addEventListener("focusin", () => rects.get(ref)?.scrollIntoView({ block: "nearest" }));
  line.addEventListener("pointerenter", () => point(ref, true));
  line.addEventListener("pointerleave", () => point(ref, false));
  show(ref);
}
