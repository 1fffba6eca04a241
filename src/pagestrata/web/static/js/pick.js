// The picker: point at a block, make it wider or narrower, see what would be followed.
import { isCommand } from "./app.js";
import { frameBlock, scrollListTo, scrollPictureTo } from "./block_pictures.js";

const root = document.querySelector(".pick");
const stage = root.querySelector(".stage");
const scroller = root.querySelector(".viewer__scroll");
const outline = stage.querySelector("[data-outline]");
const preview = root.querySelector("[data-preview]");
const forms = root.querySelector("[data-forms]");
const areas = new Map([...stage.querySelectorAll(".area")].map((area) => [area.dataset.ref, area]));
const rows = new Map([...root.querySelectorAll(".tree__row")].map((row) => [row.dataset.ref, row]));
let picked = root.dataset.picked || null;
let way = []; // the narrower blocks one came from, for going back

function draw(ref) {
  const area = areas.get(ref);
  const numbers = ["x", "y", "width", "height"].map((name) => [name, area?.getAttribute(name)]);
  frameBlock(outline, area && Object.fromEntries(numbers));
}

async function choose(ref, { keepWay = false, scroll = false } = {}) {
  if (!areas.has(ref)) return;
  if (!keepWay) way = [];
  picked = ref;
  root.querySelector("[data-widths]").hidden = false;
  areas.forEach((area, each) => area.classList.toggle("is-picked", each === ref));
  rows.forEach((row, each) => {
    row.classList.toggle("is-hovered", each === ref);
    const link = row.querySelector("a");
    if (each === ref) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  });
  scrollListTo(rows.get(ref));
  if (scroll) scrollPictureTo(scroller, stage, areas.get(ref).y.baseVal.value);
  draw(ref);
  const said = new URLSearchParams(location.search);
  said.set("block", ref);
  history.replaceState(null, "", `${location.pathname}?${said}`);
  forms?.querySelectorAll('input[name="block"]').forEach((field) => (field.value = ref));
  const answer = await fetch(`/pick/${root.dataset.version}/preview?block=${encodeURIComponent(ref)}`);
  if (picked !== ref || !answer.ok) return;
  const made = new DOMParser().parseFromString(await answer.text(), "text/html");
  preview.replaceChildren(...made.body.childNodes);
  if (forms) forms.hidden = false;
}

function wider() {
  const parent = areas.get(picked)?.dataset.parent;
  if (!parent || !areas.has(parent)) return;
  way.push(picked);
  choose(parent, { keepWay: true });
}

function narrower() {
  const back = way.pop();
  const inner = back ?? [...areas.values()].find((area) => area.dataset.parent === picked)?.dataset.ref;
  if (inner) choose(inner, { keepWay: true });
}

stage.addEventListener("pointermove", (event) => draw(event.target.dataset?.ref ?? picked));
stage.addEventListener("pointerleave", () => draw(picked));
stage.addEventListener("click", (event) => event.target.dataset?.ref && choose(event.target.dataset.ref));
stage.addEventListener(
  "wheel",
  (event) => {
    if (!event.shiftKey || !picked) return;
    event.preventDefault();
    if ((event.deltaY || event.deltaX) < 0) wider();
    else narrower();
  },
  { passive: false },
);
root.querySelector("[data-wider]").addEventListener("click", wider);
root.querySelector("[data-narrower]").addEventListener("click", narrower);
root.querySelectorAll("[data-choose]").forEach((link) =>
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    choose(link.closest(".tree__row").dataset.ref, { scroll: true });
  }),
);
document.addEventListener("keydown", (event) => {
  if (!isCommand(event) || !picked) return;
  if (event.key === "ArrowUp") wider();
  else if (event.key === "ArrowDown") narrower();
  else return;
  event.preventDefault();
});
document.querySelectorAll("form").forEach((form) =>
  form.addEventListener("submit", () => {
    const button = form.querySelector("[data-busy]");
    if (!button) return;
    button.textContent = button.dataset.busy;
    button.setAttribute("aria-disabled", "true");
  }),
);
if (picked) {
  draw(picked);
  choose(picked, { scroll: true });
}
