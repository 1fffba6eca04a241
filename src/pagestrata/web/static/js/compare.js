// Compare: choosing a change on the list or on the pictures, linking blocks, slider, overlay, blink. Every state has an address.
import { isCommand } from "./app.js";

const root = document.querySelector(".compare");
const stage = root.querySelector(".stage");
const scroller = root.querySelector(".viewer__scroll");
const list = root.querySelector(".changes");
const SVG = "http://www.w3.org/2000/svg";
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

const items = () => [...list.querySelectorAll(".change")].filter((item) => item.offsetParent !== null);
const partsOf = (number) => root.querySelectorAll(`[data-change="${CSS.escape(number)}"]`);
const selected = () => list.querySelector(".change.is-selected");

function query() {
  return new URLSearchParams(location.search);
}

function select(number, { scroll = true } = {}) {
  panned = null;
  root.querySelectorAll(".is-selected").forEach((each) => each.classList.remove("is-selected"));
  list.querySelectorAll("[aria-current]").forEach((each) => each.removeAttribute("aria-current"));
  partsOf(number).forEach((each) => each.classList.add("is-selected"));
  const item = list.querySelector(`.change[data-change="${CSS.escape(number)}"]`);
  if (item) {
    const folded = item.closest("details");
    if (folded) folded.open = true;
    item.querySelector("[data-select]").setAttribute("aria-current", "true");
    item.scrollIntoView({ block: "nearest" });
  }
  if (scroll) showMark(number);
  const said = query();
  said.set("change", number);
  said.delete("hushed");
  history.replaceState(null, "", `${location.pathname}?${said}`);
  keepState();
}

// How large the pictures are: the whole page in its frame, full size, or just large enough to read what changed.
// Side by side each version has half of the frame, moved to the change, and both changes are at the same height. What does not
// fit is reached sideways: both pages move together.
const LEAST_READABLE = 0.7;
const AROUND = 24;
const GAP = 12;
const panes = [...stage.querySelectorAll("[data-pane]")].map((pane) => ({ pane, x: pane.getAttribute("x"), box: { ...numbers(pane.viewBox.baseVal) } }));
const whole = numbers(stage.viewBox.baseVal);
const zoom = document.querySelector("[data-zoom]");
const pan = document.querySelector("[data-pan]");
let panned = null; // how far to the right, from 0 to 1, where a person moved the pages

function numbers({ x, y, width, height }) {
  return { x, y, width, height };
}

function boxOf(place, number) {
  const rect = place.querySelector(`.mark[data-change="${CSS.escape(number ?? "")}"] > rect`);
  return rect && numbers(Object.fromEntries(["x", "y", "width", "height"].map((name) => [name, Number(rect.getAttribute(name))])));
}

function enlarge(number) {
  const marks = panes.length ? panes.map(({ pane }) => boxOf(pane, number)) : [boxOf(stage, number)];
  const known = marks.filter(Boolean);
  const isWhole = zoom.value === "fit" || (zoom.value === "read" && !known.length);
  stage.classList.toggle("is-zoomed", !isWhole);
  const frame = scroller.clientWidth;
  const half = panes.length ? (frame - GAP) / 2 : frame;
  const fitted = frame / whole.width;
  const widest = Math.max(0, ...known.map((box) => box.width)) + 2 * AROUND;
  const scale = isWhole ? fitted : Math.max(fitted, zoom.value === "full" ? 1 : Math.min(1, Math.max(LEAST_READABLE, half / widest)));
  if (!panes.length) {
    stage.style.width = isWhole ? "" : `${whole.width * scale}px`;
    return;
  }
  if (isWhole) {
    pan.hidden = true;
    stage.setAttribute("viewBox", `0 0 ${whole.width} ${whole.height}`);
    panes.forEach(({ pane, x, box }) => placePane(pane, x, box, whole.height));
    return;
  }
  const width = half / scale;
  const down = marks[0] && marks[1] ? marks[1].y - marks[0].y : 0; // of the older picture, so that both changes are level
  const height = whole.height + Math.abs(down);
  stage.setAttribute("viewBox", `0 0 ${frame / scale} ${height}`);
  const shares = panes.map(({ box }, side) => {
    const mark = marks[side];
    const room = Math.max(0, box.width - width);
    if (!mark || !room) return mark ? 0 : null;
    const start = mark.width + 2 * AROUND > width ? mark.x - AROUND : mark.x + mark.width / 2 - width / 2;
    return Math.min(1, Math.max(0, start / room));
  });
  pan.hidden = panes.every(({ box }) => box.width <= width);
  pan.querySelector("input").value = Math.round(1000 * (panned ?? shares[1] ?? shares[0] ?? 0));
  panes.forEach(({ pane, box }, side) => {
    const share = panned ?? shares[side] ?? shares[1 - side] ?? 0; // where only one side has the change, the other is moved alike
    const left = share * Math.max(0, box.width - width);
    placePane(pane, side * (width + GAP / scale), { x: left, y: side ? 0 : -down, width }, height);
  });
}

function placePane(pane, x, box, height) {
  pane.setAttribute("x", x);
  pane.setAttribute("width", box.width);
  pane.setAttribute("height", height);
  pane.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${height}`);
}

const looked = () => query().get("change") ?? selected()?.dataset.change;
zoom.addEventListener("change", () => showMark(looked()));

function panTo(share) {
  panned = Math.min(1, Math.max(0, share));
  enlarge(looked());
}
pan?.addEventListener("input", (event) => panTo(event.target.value / 1000));
scroller.addEventListener(
  "wheel",
  (event) => {
    const across = event.deltaX || (event.shiftKey ? event.deltaY : 0);
    if (!pan || pan.hidden || !across) return;
    event.preventDefault();
    panTo(pan.querySelector("input").value / 1000 + across / 1500);
  },
  { passive: false },
);
addEventListener("resize", () => enlarge(looked()));

// The picture scrolls so that the mark is in its upper third; the newer version's where there is one.
function showMark(number, { smooth = true } = {}) {
  enlarge(number);
  if (!number) return;
  const marks = [...stage.querySelectorAll(`.mark[data-change="${CSS.escape(number)}"]`)];
  const mark = marks.findLast((each) => each.getBoundingClientRect().height > 0);
  if (!mark) return;
  const box = mark.getBoundingClientRect();
  const frame = scroller.getBoundingClientRect();
  if (box.top >= frame.top && box.bottom <= frame.bottom && box.left >= frame.left && box.right <= frame.right) return;
  scroller.scrollTo({
    top: scroller.scrollTop + box.top - frame.top - frame.height / 4,
    left: scroller.scrollLeft + box.left - frame.left - 24,
    behavior: calm || !smooth ? "instant" : "smooth",
  });
}

// Links to other states, and forms that come back here, go on with the change that is looked at.
function keepState() {
  const said = query();
  document.querySelectorAll("[data-back]").forEach((field) => (field.value = said.toString()));
  document.querySelectorAll("a[data-keeps-change]").forEach((link) => {
    const target = new URL(link.href);
    if (said.has("change")) target.searchParams.set("change", said.get("change"));
    link.href = target.href;
  });
}

function step(by) {
  const shown = items();
  if (!shown.length) return;
  const place = shown.indexOf(selected());
  const next = place < 0 ? (by > 0 ? 0 : shown.length - 1) : Math.min(shown.length - 1, Math.max(0, place + by));
  select(shown[next].dataset.change);
}

list.addEventListener("click", (event) => {
  const link = event.target.closest("[data-select]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  select(link.closest(".change").dataset.change);
});
stage.addEventListener("click", (event) => {
  const mark = event.target.closest(".mark");
  if (mark) select(mark.dataset.change, { scroll: false });
});

// Of the chosen change; of the change as a whole where none is chosen.
function mark(verdict) {
  (selected() ?? document).querySelector(`[data-mark="${verdict}"]`)?.click();
}

document.addEventListener("keydown", (event) => {
  if (!isCommand(event)) return;
  if (event.key === "j") step(1);
  else if (event.key === "k") step(-1);
  else if (event.key === "z") {
    zoom.selectedIndex = (zoom.selectedIndex + 1) % zoom.length;
    showMark(looked());
  }
  else if (event.key === "x") selected()?.querySelector("[data-never]")?.click();
  else if (event.key === "m" || event.key === "n") mark(event.key === "m" ? "mattered" : "noise");
  else return;
  event.preventDefault();
});

// Hovering a change or a mark shows the other.
function hover(number, on) {
  partsOf(number).forEach((each) => each.classList.toggle("is-hovered", on));
}
for (const place of [list, stage]) {
  place.addEventListener("pointerover", (event) => {
    const part = event.target.closest("[data-change]");
    if (part) hover(part.dataset.change, true);
  });
  place.addEventListener("pointerout", (event) => {
    const part = event.target.closest("[data-change]");
    if (part) hover(part.dataset.change, false);
  });
}

// Blocks that stayed: the one under the pointer and its partner on the other picture.
const linked = stage.querySelector("[data-link]");
const shift = panes.length ? Number(panes[1].x) : 0;
let pairs = [];
if (root.dataset.mode === "side") {
  // Asked for when a pointer comes: before, they would keep a large page's pictures waiting.
  const askForPairs = () =>
    fetch(`/compare/${root.dataset.old}/${root.dataset.new}/pairs.json`)
      .then((answer) => (answer.ok ? answer.json() : []))
      .then((found) => (pairs = found))
      .catch(() => {});
  stage.addEventListener("pointerenter", askForPairs, { once: true });
  stage.addEventListener("pointermove", (event) => link(event));
  stage.addEventListener("pointerleave", () => linked.replaceChildren());
}

function placeOf(event) {
  const point = new DOMPoint(event.clientX, event.clientY);
  return point.matrixTransform(stage.getScreenCTM().inverse());
}

function link(event) {
  if (stage.classList.contains("is-zoomed")) return; // the pictures are moved against each other
  const { x, y } = placeOf(event);
  const isNew = x >= shift;
  const inside = (box) => x - (isNew ? shift : 0) >= box[0] && x - (isNew ? shift : 0) <= box[0] + box[2] && y >= box[1] && y <= box[1] + box[3];
  let best = null;
  for (const pair of pairs) {
    const box = isNew ? pair.slice(4) : pair.slice(0, 4);
    if (inside(box) && (!best || box[2] * box[3] < best.area)) best = { pair, area: box[2] * box[3] };
  }
  if (linked.pair === best?.pair) return;
  linked.pair = best?.pair;
  linked.replaceChildren(...(best ? drawnLink(best.pair) : []));
}

function drawnLink([ox, oy, ow, oh, nx, ny, nw, nh]) {
  const made = (name, values) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(values)) element.setAttribute(key, value);
    return element;
  };
  const from = `${ox + ow} ${oy + Math.min(oh / 2, 40)}`;
  const to = `${nx + shift} ${ny + Math.min(nh / 2, 40)}`;
  return [
    made("rect", { x: ox, y: oy, width: ow, height: oh }),
    made("rect", { x: nx + shift, y: ny, width: nw, height: nh }),
    made("path", { d: `M${from}L${to}` }),
  ];
}

// Slider: drag anywhere on the picture, or the range above it.
const slider = root.querySelector("[data-slider]");
let slideToView = () => {};
if (slider) {
  const { width } = stage.viewBox.baseVal;
  const clip = stage.querySelector("[data-clip]");
  const move = (share) => {
    const x = Math.round(share * width);
    clip.setAttribute("x", x);
    clip.setAttribute("width", Math.max(0, width - x));
    stage.querySelector("[data-handle]").setAttribute("transform", `translate(${x} 0)`);
    slider.value = Math.round(share * 1000);
  };
  slider.addEventListener("input", () => move(slider.value / 1000));
  slideToView = () => move(Math.min(1, (scroller.scrollLeft + scroller.clientWidth / 2) / stage.clientWidth));
  const drag = (event) => {
    if (event.pointerType !== "touch" && event.buttons & 1) move(Math.min(1, Math.max(0, placeOf(event).x / width)));
  };
  stage.addEventListener("pointerdown", drag);
  stage.addEventListener("pointermove", drag);
}

// Overlay: how much of the newer picture shines through, or only what differs.
const opacity = root.querySelector("[data-opacity]");
opacity?.addEventListener("input", () => stage.querySelector("[data-upper]").setAttribute("opacity", opacity.value / 100));
root.querySelector("[data-difference]")?.addEventListener("change", (event) => {
  stage.classList.toggle("is-difference", event.target.checked);
  stage.querySelector("[data-upper]").setAttribute("opacity", event.target.checked ? 1 : opacity.value / 100);
});

// Blink: by itself, unless motion is unwelcome; by hand with the space bar.
const blink = root.querySelector("[data-blink]");
if (blink) {
  const side = root.querySelector("[data-blink-side]");
  const turn = () => {
    const isOld = stage.classList.toggle("shows-old");
    side.textContent = isOld ? "before" : "after";
  };
  let timer = null;
  const stop = () => {
    clearInterval(timer);
    timer = null;
  };
  if (!calm) timer = setInterval(turn, 900);
  blink.addEventListener("click", () => {
    if (timer) stop();
    turn();
  });
}

document.querySelectorAll("[data-chooses]").forEach((field) => field.addEventListener("change", () => field.form.requestSubmit()));

// It opens at the change that was asked for, else at the first, large enough to be read.
const first = query().get("change") ?? items()[0]?.dataset.change;
if (first) {
  partsOf(first).forEach((each) => each.classList.add("is-selected"));
  list.querySelector(`.change[data-change="${CSS.escape(first)}"] [data-select]`)?.setAttribute("aria-current", "true");
  zoom.value = "read";
  showMark(first, { smooth: false });
  slideToView(); // where the picture is larger than its frame, the middle of the page may be out of sight
}
keepState();
if (query().has("hushed") && selected()) {
  selected().scrollIntoView({ block: "nearest" });
  selected().querySelector("[data-never]")?.focus({ preventScroll: true }); // where it was before
}
// On a narrow screen two pictures side by side are too small to read: the slider shows one over the other.
if (!query().has("mode") && innerWidth < 640 && root.dataset.mode === "side") {
  location.replace(document.querySelector('[data-keeps-change][href*="mode=slider"]').href);
}
