// A version: hovering a block of the tree shows it on the page, and the other way round.
import { frameBlock, scrollListTo, scrollPictureTo } from "./block_pictures.js";

const stage = document.querySelector(".stage");
const outline = stage.querySelector("[data-outline]");
const scroller = document.querySelector(".viewer__scroll");
const rows = new Map([...document.querySelectorAll(".tree__row")].map((row) => [row.dataset.ref, row]));

// The frame is as large as the page was, and is shown smaller: its blocks then lie where they lay in the picture.
const frame = document.querySelector("[data-replay]");
if (frame) {
  const layers = frame.parentElement;
  const { width, height } = layers.dataset;
  const fit = () => {
    const scale = scroller.clientWidth / width;
    frame.style.width = `${width}px`;
    frame.style.height = `${height}px`;
    frame.style.transform = `scale(${scale})`;
    layers.style.height = `${Math.ceil(height * scale)}px`;
  };
  new ResizeObserver(fit).observe(scroller);
  fit();
}

// Where the address names a block, that one is shown unless the user points at another.
const chosen = document.querySelector(".tree__row.is-hovered");

function show(row, { scroll = false } = {}) {
  rows.forEach((each) => each.classList.toggle("is-hovered", each === row));
  const [x, y, width, height] = row?.dataset.box?.split(" ").map(Number) ?? [];
  frameBlock(outline, width === undefined ? null : { x, y, width, height });
  if (scroll && y !== undefined) scrollPictureTo(scroller, stage, y);
}

rows.forEach((row) => {
  row.addEventListener("pointerenter", () => show(row, { scroll: true }));
  row.addEventListener("focusin", () => show(row, { scroll: true }));
});
document.querySelector(".tree").addEventListener("pointerleave", () => show(chosen));
stage.addEventListener("pointermove", (event) => {
  const row = rows.get(event.target.dataset?.ref);
  if (!row || row.classList.contains("is-hovered")) return;
  show(row);
  scrollListTo(row);
});
stage.addEventListener("pointerleave", () => show(chosen));
stage.addEventListener("click", (event) => rows.get(event.target.dataset?.ref)?.querySelector("a").click());
if (chosen) {
  show(chosen, { scroll: true });
  scrollListTo(chosen);
}

document.querySelectorAll("[data-copy]").forEach((button) =>
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.querySelector(button.dataset.copy).innerText);
    button.textContent = "Copied";
  }),
);
