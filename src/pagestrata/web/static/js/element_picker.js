// Point at any element of a page: the smallest one under the pointer, one in a rectangle, or one with some words.
// Two screens use it: a page that is about to be watched, and an archived version.
import { isCommand } from "./app.js";

const SVG = "http://www.w3.org/2000/svg";
const LOOK_AGAIN_MS = 700;
const DRAG_PX = 6; // a shorter way of the pointer is a click
const [ROW, PARENT, KIND, X, Y, WIDTH, HEIGHT] = [0, 1, 2, 3, 4, 5, 6];

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// The elements of a page, asked for until they are there. `onReady` gets the answer, `onFailure` a sentence.
async function load(address, onReady, onFailure) {
  for (;;) {
    const answer = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => null);
    if (answer?.status === 202) {
      await wait(LOOK_AGAIN_MS);
      continue;
    }
    if (answer?.ok) return onReady(await answer.json());
    return onFailure(await sentenceOf(answer));
  }
}

// What an answer that is no success says, from the page of the error.
async function sentenceOf(answer) {
  if (!answer) return "The server cannot be reached.";
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector("main p, main .notice")?.textContent.trim() || `The server answered ${answer.status}.`;
}

function rectangle(box, name) {
  const made = document.createElementNS(SVG, "rect");
  for (const [key, value] of Object.entries({ x: box[0], y: box[1], width: box[2], height: box[3], class: name })) made.setAttribute(key, value);
  return made;
}

// root: the screen, with data-elements and data-element. onPicked gets the data of what was chosen, null for nothing.
// isAsked: whether keys and the wheel are meant for elements now.
export function elementPicker({ root, svg, scroller, onReady = () => {}, onPicked = () => {}, isAsked = () => true }) {
  const [chosen, outline, drawn] = ["chosen", "outline", "drawn"].map((name) => svg.querySelector(`[data-${name}]`));
  const preview = root.querySelector("[data-preview]");
  const state = root.querySelector("[data-elements-state]");
  const widths = root.querySelector("[data-widths]");
  const drawButton = root.querySelector("[data-draw]");
  const hint = Object.assign(document.createElement("div"), { className: "pick__hint", hidden: true });
  hint.setAttribute("aria-hidden", "true");
  scroller.append(hint);
  let page = null; // the answer of the server, as soon as it is there
  let at = -1; // the place of the chosen element in it
  let way = []; // the narrower ones one came from, for going back
  let drag = null;
  let asked = 0;

  const boxOf = (place) => page.elements[place].slice(X, HEIGHT + 1);
  const placeOfRow = (row) => page.elements.findIndex((each) => each[ROW] === row);

  function pointOf(event) {
    const found = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [found.x, found.y];
  }

  // The smallest element at a point; of equal ones the innermost, which is listed last.
  function smallestAt([x, y]) {
    let found = -1;
    let least = Infinity;
    page.elements.forEach((each, place) => {
      if (x < each[X] || y < each[Y] || x >= each[X] + each[WIDTH] || y >= each[Y] + each[HEIGHT]) return;
      const area = each[WIDTH] * each[HEIGHT];
      if (area <= least) [found, least] = [place, area];
    });
    return found;
  }

  function hover(place, event) {
    outline.replaceChildren(...(place < 0 ? [] : [rectangle(boxOf(place), "outline")]));
    hint.hidden = place < 0 || !event;
    if (hint.hidden) return;
    const frame = scroller.getBoundingClientRect();
    hint.textContent = page.kinds[page.elements[place][KIND]];
    hint.style.left = `${Math.min(event.clientX - frame.left + 12, scroller.clientWidth - hint.offsetWidth - 4) + scroller.scrollLeft}px`;
    hint.style.top = `${event.clientY - frame.top + 16 + scroller.scrollTop}px`;
  }

  function mark(place) {
    chosen.replaceChildren(...(place < 0 ? [] : [rectangle(boxOf(place), "area is-picked")]));
    outline.replaceChildren();
    if (place < 0) return;
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    const [left, top] = boxOf(place).map((value) => value * scale);
    if (top < scroller.scrollTop || top > scroller.scrollTop + scroller.clientHeight - 40) scroller.scrollTo({ top: top - 80 });
    if (left < scroller.scrollLeft || left > scroller.scrollLeft + scroller.clientWidth - 40) scroller.scrollTo({ left: left - 40 });
  }

  // Ask the server about one element: {row}, {path}, {text} or {within}.
  async function choose(query, { keepWay = false } = {}) {
    const number = ++asked;
    if (!keepWay) way = [];
    const answer = await fetch(`${root.dataset.element}?${new URLSearchParams(query)}`).catch(() => null);
    if (number !== asked) return;
    if (!answer?.ok || answer.status === 202) {
      state.textContent = answer?.status === 202 ? "The version is being rendered again; choose again in a moment." : await sentenceOf(answer);
      state.classList.add("is-problem");
      return;
    }
    const made = new DOMParser().parseFromString(await answer.text(), "text/html");
    const picked = made.body.querySelector(".picked");
    preview.replaceChildren(...made.body.childNodes);
    at = placeOfRow(Number(picked.dataset.row));
    if (at < 0) at = nearest(Number(picked.dataset.row)); // one that has no box of its own
    mark(at);
    say();
    widths.hidden = false;
    onPicked(picked.dataset);
  }

  // The last listed element that begins at or before a row: the one around what is not listed.
  function nearest(row) {
    let found = 0;
    page.elements.forEach((each, place) => {
      if (each[ROW] <= row) found = place;
    });
    return found;
  }

  const chooseAt = (place, options) => choose({ row: page.elements[place][ROW] }, options);

  function wider() {
    if (!page || at < 0) return start();
    const around = page.elements[at][PARENT];
    if (around < 0) return;
    way.push(at);
    chooseAt(around, { keepWay: true });
  }

  function narrower() {
    if (!page || at < 0) return start();
    const inner = way.pop() ?? page.elements.findIndex((each) => each[PARENT] === at);
    if (inner >= 0) chooseAt(inner, { keepWay: true });
  }

  // The one before or behind with the same element around it; at the end, the next in the document.
  function beside(step) {
    if (!page || at < 0) return start();
    const around = page.elements[at][PARENT];
    for (let place = at + step; place >= 0 && place < page.elements.length; place += step) {
      if (page.elements[place][PARENT] === around) return chooseAt(place);
    }
  }

  function start() {
    if (page?.elements.length) chooseAt(0);
  }

  function say() {
    state.classList.remove("is-problem");
    const more = page.left_off ? ` ${page.left_off} more elements are left off; find them by their words.` : "";
    state.textContent = `${page.elements.length.toLocaleString()} elements to point at.${more}`;
  }

  function clear() {
    at = -1;
    asked += 1;
    mark(-1);
    preview.replaceChildren();
    widths.hidden = true;
    onPicked(null);
  }

  svg.addEventListener("pointermove", (event) => {
    if (!page) return;
    if (!drag) return hover(smallestAt(pointOf(event)), event.pointerType === "touch" ? null : event);
    const [x, y] = pointOf(event);
    drag.box = [Math.min(x, drag.x), Math.min(y, drag.y), Math.abs(x - drag.x), Math.abs(y - drag.y)];
    drag.isLong ||= Math.hypot(event.clientX - drag.clientX, event.clientY - drag.clientY) > DRAG_PX;
    hover(-1);
    if (drag.isLong) drawn.replaceChildren(rectangle(drag.box, "drawn"));
  });
  svg.addEventListener("pointerleave", () => page && hover(-1));
  svg.addEventListener("pointerdown", (event) => {
    const canDraw = event.pointerType !== "touch" || drawButton.getAttribute("aria-pressed") === "true";
    if (!page || event.button !== 0 || !canDraw) return;
    const [x, y] = pointOf(event);
    drag = { x, y, clientX: event.clientX, clientY: event.clientY, box: [x, y, 0, 0], isLong: false };
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener("pointerup", (event) => {
    const last = drag;
    drag = null;
    if (last?.isLong) {
      event.preventDefault();
      setTimeout(() => drawn.replaceChildren(), 600);
      choose({ within: last.box.map((value) => Math.max(0, Math.round(value))).join(",") });
    } else if (page) {
      const place = smallestAt(pointOf(event));
      if (place >= 0) chooseAt(place);
    }
  });
  svg.addEventListener("pointercancel", () => {
    drag = null;
    drawn.replaceChildren();
  });
  svg.addEventListener(
    "wheel",
    (event) => {
      if (!event.shiftKey || !page || at < 0) return;
      event.preventDefault();
      if ((event.deltaY || event.deltaX) < 0) wider();
      else narrower();
    },
    { passive: false },
  );
  drawButton.addEventListener("click", () => {
    const isOn = drawButton.getAttribute("aria-pressed") !== "true";
    drawButton.setAttribute("aria-pressed", String(isOn));
    svg.classList.toggle("is-drawn-on", isOn);
  });
  preview.addEventListener("click", (event) => {
    const button = event.target.closest("[data-choose-path]");
    if (button && page) choose({ path: button.dataset.choosePath });
  });
  const find = root.querySelector("[data-find]");
  const findField = find.querySelector("input");
  const findNow = (event) => {
    event.preventDefault();
    if (findField.value.trim()) choose({ text: findField.value.trim() });
  };
  find.querySelector("button").addEventListener("click", findNow);
  findField.addEventListener("keydown", (event) => event.key === "Enter" && findNow(event));
  document.addEventListener("keydown", (event) => {
    if (!page || !isAsked() || !isCommand(event) || event.target.closest("[role=radiogroup], input, summary, .tree, .block-list")) return;
    const moves = { ArrowUp: wider, ArrowDown: narrower, ArrowLeft: () => beside(-1), ArrowRight: () => beside(1) };
    const isOnPicture = scroller.contains(event.target);
    if (!moves[event.key] || (at < 0 && !isOnPicture)) return;
    event.preventDefault();
    moves[event.key]();
  });
  load(
    root.dataset.elements,
    (answer) => {
      page = answer;
      drawButton.hidden = false;
      find.hidden = false;
      say();
      onReady(page);
      if (root.dataset.path) choose({ path: root.dataset.path });
    },
    (sentence) => {
      state.textContent = `Only blocks can be chosen: ${sentence}`;
      state.classList.add("is-problem");
    },
  );
  return { isReady: () => page !== null, wider, narrower, choose, clear };
}

// Fill the fields of the form with what was chosen.
export function fillForms(root, picked) {
  const set = (name, value) => root.querySelectorAll(`input[type=hidden][name="${name}"]`).forEach((field) => (field.value = value));
  set("path", picked?.path ?? "");
  const list = root.querySelector("[data-of-list]");
  if (list) {
    list.hidden = !picked?.list;
    root.querySelector("[data-list-words]").textContent = `${picked?.list ?? ""} of a list`;
    if (list.hidden) list.querySelector("input").checked = true;
  }
  const hint = root.querySelector("[data-number-now]");
  if (hint) hint.textContent = picked?.number ? `It is ${picked.number} now. Leave all empty to be notified of every change.` : "Leave all empty to be notified of every change.";
}
