// The list of pages: live, and by keyboard.
import { isCommand, showLocalTimes } from "./app.js";
import { listen } from "./live.js";

const cards = () => [...document.querySelectorAll("[data-watch]")];
const view = () => document.querySelector("#list")?.dataset.view ?? "cards";

// Pages that were visited are shown again as they are now; several at once in one request.
const waiting = new Set();
let timer = 0;

async function refresh() {
  timer = 0;
  const ids = [...waiting].slice(0, 100);
  waiting.clear();
  const query = new URLSearchParams([...ids.map((id) => ["id", id]), ["view", view()]]);
  const answer = await fetch(`/cards?${query}`);
  if (!answer.ok) return;
  const holder = document.createElement(view() === "rows" ? "tbody" : "ul");
  holder.innerHTML = await answer.text();
  showLocalTimes(holder);
  for (const fresh of holder.querySelectorAll("[data-watch]")) {
    const old = document.getElementById(fresh.id);
    if (!old) continue;
    const picked = old.querySelector(".pick")?.checked;
    fresh.classList.toggle("is-current", old.classList.contains("is-current"));
    fresh.classList.add("is-fresh");
    old.replaceWith(fresh);
    if (picked) fresh.querySelector(".pick").checked = true;
  }
}

function see(url) {
  const found = cards().filter((card) => card.dataset.url === url);
  if (!found.length) return;
  found.forEach((card) => waiting.add(card.dataset.watch));
  timer ||= setTimeout(refresh, 200);
}

if (document.querySelector("#list")) {
  listen({ visit: (data) => see(data.url), job: (data) => data.state !== "waiting" && see(data.url) });
} else {
  listen({ visit: () => location.reload() });
}

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-choose-all]")) {
    for (const pick of document.querySelectorAll(".pick")) pick.checked = event.target.checked;
  } else if (!event.target.matches(".pick")) return;
  const count = document.querySelectorAll(".pick:checked").length;
  const label = document.querySelector("[data-chosen]");
  if (label) label.textContent = `${count} chosen:`;
});

// j and k go through the pages, x chooses, Enter opens.
function move(step) {
  const all = cards();
  const here = all.findIndex((card) => card.classList.contains("is-current"));
  const next = all[Math.max(0, Math.min(all.length - 1, here + step))];
  all[here]?.classList.remove("is-current");
  next?.classList.add("is-current");
  next?.scrollIntoView({ block: "nearest" });
  next?.querySelector(".page-link")?.focus({ preventScroll: true });
}
const current = () => document.querySelector("[data-watch].is-current");
const keys = { j: () => move(1), k: () => move(-1), x: () => current()?.querySelector(".pick")?.click() };
document.addEventListener("keydown", (event) => {
  if (isCommand(event) && keys[event.key]) {
    event.preventDefault();
    keys[event.key]();
  }
});
