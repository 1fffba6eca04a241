// A version: hovering a block of the tree shows it on the page, and the other way round.
const SVG = "http://www.w3.org/2000/svg";
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

function show(row, { scroll = false } = {}) {
  rows.forEach((each) => each.classList.toggle("is-hovered", each === row));
  outline.replaceChildren();
  if (!row?.dataset.box) return;
  const [x, y, width, height] = row.dataset.box.split(" ").map(Number);
  const rect = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x, y, width, height, class: "outline" })) rect.setAttribute(name, value);
  outline.append(rect);
  if (!scroll) return;
  const top = (y * scroller.clientWidth) / stage.viewBox.baseVal.width;
  if (top < scroller.scrollTop || top > scroller.scrollTop + scroller.clientHeight - 40) scroller.scrollTo({ top: top - 80 });
}

rows.forEach((row) => {
  row.addEventListener("pointerenter", () => show(row, { scroll: true }));
  row.addEventListener("focusin", () => show(row, { scroll: true }));
});
stage.addEventListener("pointermove", (event) => {
  const row = rows.get(event.target.dataset?.ref);
  if (!row || row.classList.contains("is-hovered")) return;
  show(row);
  row.scrollIntoView({ block: "nearest" });
});
stage.addEventListener("pointerleave", () => show(null));
stage.addEventListener("click", (event) => rows.get(event.target.dataset?.ref)?.querySelector("a").click());

document.querySelectorAll("[data-copy]").forEach((button) =>
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.querySelector(button.dataset.copy).innerText);
    button.textContent = "Copied";
  }),
);
