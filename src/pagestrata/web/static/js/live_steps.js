// A page in a browser of the server: its picture is renewed, acts are sent to it, and what was recorded is listed.
import { csrfToken } from "./app.js";

const RENEW_MS = 1000;
const root = document.querySelector("[data-live]");
const address = root.dataset.live;
const image = root.querySelector("[data-picture]");
const state = root.querySelector("[data-state]");
const steps = root.querySelector("[data-steps]");
const waitFor = root.querySelector("[data-wait-for]");
const typing = root.querySelector("[data-type]");
let isBusy = false;
let isOver = false;
let pictures = 0;

function say(words, isProblem = false) {
  state.textContent = words;
  state.classList.toggle("is-problem", isProblem);
}

function end(words) {
  isOver = true;
  say(words, true);
}

// The next picture; the old one stays until it is there.
async function renew() {
  const next = new Image();
  next.src = `${address}/picture.jpg?number=${++pictures}`;
  try {
    await next.decode();
    image.src = next.src;
  } catch {
    const answer = await fetch(`${address}/picture.jpg`).catch(() => null);
    if (answer?.status === 404) end("The page was closed because nothing happened for a while. Start recording again.");
  }
}

function list(words) {
  steps.replaceChildren(
    ...words.map((each, place) => {
      const row = Object.assign(document.createElement("li"), { className: "steps__row" });
      row.append(
        Object.assign(document.createElement("span"), { className: "steps__number", textContent: place + 1 }),
        Object.assign(document.createElement("span"), { className: "steps__words break", textContent: each }),
      );
      return row;
    }),
  );
}

async function act(values) {
  if (isBusy || isOver) return;
  isBusy = true;
  root.classList.add("is-busy");
  say("…");
  const body = new URLSearchParams(values);
  const answer = await fetch(`${address}/act`, { method: "POST", body, headers: { "X-CSRF-Token": csrfToken() } }).catch(() => null);
  isBusy = false;
  root.classList.remove("is-busy");
  if (answer?.status === 404) return end("The page is no longer open. Start recording again.");
  if (!answer?.ok) return say("That did not work.", true);
  const said = await answer.json();
  list(said.steps);
  root.querySelector("[data-field]").textContent = said.field || "the field that you clicked";
  const secret = typing.querySelector("[name=is_secret]");
  secret.checked = said.is_secret;
  typing.querySelector("[name=text]").type = said.is_secret ? "password" : "text";
  say(said.problem || `${said.steps.length} recorded.`, Boolean(said.problem));
  await renew();
}

function clickAt(x, y) {
  const kind = waitFor.getAttribute("aria-pressed") === "true" ? "wait for" : "click";
  waitFor.setAttribute("aria-pressed", "false");
  return act({ kind, x: Math.round(x), y: Math.round(y) });
}

image.addEventListener("click", (event) => {
  const scale = Number(image.getAttribute("width")) / image.clientWidth;
  clickAt(event.offsetX * scale, event.offsetY * scale);
});
waitFor.addEventListener("click", () => waitFor.setAttribute("aria-pressed", String(waitFor.getAttribute("aria-pressed") !== "true")));
root.querySelectorAll("[data-act]").forEach((button) =>
  button.addEventListener("click", () => act({ kind: button.dataset.act, down: button.dataset.down ?? 0, seconds: button.dataset.seconds ?? 1 })),
);
typing.addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = typing.querySelector("[name=text]");
  await act({ kind: "type", text: text.value, is_secret: typing.querySelector("[name=is_secret]").checked });
  text.value = "";
});
typing.querySelector("[name=is_secret]").addEventListener("change", (event) => {
  typing.querySelector("[name=text]").type = event.target.checked ? "password" : "text";
});
root.querySelector("[data-point]").addEventListener("submit", (event) => {
  event.preventDefault();
  const point = new FormData(event.target);
  clickAt(Number(point.get("x")) || 0, Number(point.get("y")) || 0);
});
// Whoever leaves closes the page; the two buttons do that themselves.
root.querySelectorAll("[data-leave]").forEach((form) => form.addEventListener("submit", () => (isOver = true)));
addEventListener("pagehide", () => {
  if (!isOver) navigator.sendBeacon(`${address}/close`, new FormData(root.querySelector("[data-close]")));
});
// Pictures go on while the screen is looked at; they do not keep the page open.
(async () => {
  while (!isOver) {
    await new Promise((done) => setTimeout(done, RENEW_MS));
    if (!isBusy && !isOver && document.visibilityState === "visible") await renew();
  }
})();
