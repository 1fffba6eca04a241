// The picker on a version: any element as soon as the version is rendered again; its blocks at once.
import { isCommand } from "./app.js";
import { frameBlock, scrollListTo, scrollPictureTo } from "./block_pictures.js";
import { elementPicker, fillForms } from "./element_picker.js";

const SVG = "http://www.w3.org/2000/svg";
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

function remember(name, value) {
  const said = new URLSearchParams(location.search);
  for (const each of ["block", "path"]) said.delete(each);
  if (value) said.set(name, value);
  const version = `/pick/${root.dataset.version}`;
  history.replaceState(null, "", `${version}${said.size ? `?${said}` : ""}`);
}

function setFields(name, value) {
  forms?.querySelectorAll(`input[name="${name}"]`).forEach((field) => (field.value = value));
}

// An element was chosen. Ignoring is for blocks: the one around it.
function onPicked(data) {
  if (!data) return; // a block is chosen instead
  picked = null;
  markBlock(null);
  fillForms(root, data);
  setFields("seen", data.seen);
  forms?.querySelectorAll('input[name="block"]').forEach((field) => (field.value = field.form.querySelector('[name="path"]') ? "" : data.block));
  const ignore = root.querySelector("[data-ignore]");
  if (ignore) ignore.hidden = !data.block;
  remember("path", data.path);
  if (forms) forms.hidden = false;
}

// The picture of the rendering takes the place of the stored one: it shows the elements where they are.
function onReady(page) {
  if (!page.has_picture) return;
  const image = document.createElementNS(SVG, "image");
  for (const [name, value] of Object.entries({ href: root.dataset.rendered, x: 0, y: 0, width: page.width, height: page.height })) image.setAttribute(name, value);
  stage.querySelector("[data-picture]").replaceChildren(image);
  stage.setAttribute("viewBox", `0 0 ${page.width} ${page.height}`);
  stage.querySelector("[data-areas]").remove();
}

const picker = root.dataset.elements ? elementPicker({ root, svg: stage, scroller, onReady, onPicked, isAsked: () => !picked }) : null;

function draw(ref) {
  const area = areas.get(ref);
  const numbers = ["x", "y", "width", "height"].map((name) => [name, area?.getAttribute(name)]);
  frameBlock(outline, area && Object.fromEntries(numbers));
}

function markBlock(ref) {
  areas.forEach((area, each) => area.classList.toggle("is-picked", each === ref));
  rows.forEach((row, each) => {
    row.classList.toggle("is-hovered", each === ref);
    const link = row.querySelector("a");
    if (each === ref) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  });
}

async function choose(ref, { keepWay = false, scroll = false } = {}) {
  if (!areas.has(ref)) return;
  if (!keepWay) way = [];
  if (picker?.isReady()) picker.clear();
  picked = ref;
  root.querySelector("[data-widths]").hidden = false;
  markBlock(ref);
  scrollListTo(rows.get(ref));
  if (scroll) scrollPictureTo(scroller, stage, areas.get(ref).y.baseVal.value);
  draw(ref);
  remember("block", ref);
  setFields("block", ref);
  setFields("path", "");
  setFields("seen", "");
  const ignore = root.querySelector("[data-ignore]");
  if (ignore) ignore.hidden = false;
  const answer = await fetch(`/pick/${root.dataset.version}/preview?block=${encodeURIComponent(ref)}`);
  if (picked !== ref || !answer.ok) return;
  const made = new DOMParser().parseFromString(await answer.text(), "text/html");
  preview.replaceChildren(...made.body.childNodes);
  root.querySelector("[data-widths]").hidden = false;
  if (forms) forms.hidden = false;
}

function wider() {
  if (!picked) return picker?.wider();
  const parent = areas.get(picked)?.dataset.parent;
  if (!parent || !areas.has(parent)) return;
  way.push(picked);
  choose(parent, { keepWay: true });
}

function narrower() {
  if (!picked) return picker?.narrower();
  const back = way.pop();
  const inner = back ?? [...areas.values()].find((area) => area.dataset.parent === picked)?.dataset.ref;
  if (inner) choose(inner, { keepWay: true });
}

stage.addEventListener("pointermove", (event) => !picker?.isReady() && draw(event.target.dataset?.ref ?? picked));
stage.addEventListener("pointerleave", () => draw(picked));
stage.addEventListener("click", (event) => !picker?.isReady() && event.target.dataset?.ref && choose(event.target.dataset.ref));
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
