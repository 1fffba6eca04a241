// What every screen has: the theme switch, the CSRF token for htmx, keys and their list.
export const csrfToken = () => document.querySelector('meta[name="csrf-token"]').content;

function switchTheme() {
  const root = document.documentElement;
  const isDark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
  try {
    localStorage.setItem("theme", root.dataset.theme);
  } catch {
    // a browser that keeps nothing forgets the choice
  }
}

document.querySelector("[data-theme-switch]")?.addEventListener("click", switchTheme);
document.addEventListener("htmx:configRequest", (event) => {
  event.detail.headers["X-CSRF-Token"] = csrfToken();
});

// Keys: elements with data-key="n" are followed or pressed unless the user is typing; data-key-help says what they do.
// Screens with more keys ask here, too, whether one is meant for them: not while somebody types or reads a dialog.
const TYPED_INTO = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]";
export const isCommand = (event) =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !event.target.closest?.(TYPED_INTO) && !document.querySelector("dialog[open]");
document.addEventListener("keydown", (event) => {
  if (!isCommand(event)) return;
  if (event.key === "?") return showKeys();
  const target = [...document.querySelectorAll("[data-key]")].find((each) => each.dataset.key === event.key && each.checkVisibility());
  if (!target) return;
  event.preventDefault();
  if (target.matches("input, select")) target.focus();
  else target.click();
});

// The list of keys, made from what is on the screen.
function showKeys() {
  const dialog = document.querySelector("#keys");
  const list = dialog.querySelector("dl");
  list.replaceChildren();
  for (const each of [...document.querySelectorAll("[data-key-help]")].filter((each) => each.checkVisibility())) {
    const [term, text] = [document.createElement("dt"), document.createElement("dd")];
    for (const key of (each.dataset.keys ?? each.dataset.key).split(" ")) {
      const shown = document.createElement("kbd");
      shown.textContent = key;
      term.append(shown, " ");
    }
    text.textContent = each.dataset.keyHelp;
    list.append(term, text);
  }
  dialog.showModal();
}
document.querySelector("[data-show-keys]")?.addEventListener("click", showKeys);

// Times are sent in UTC and shown in the zone of who reads them, with UTC on hover.
const two = (number) => String(number).padStart(2, "0");
const isoLike = (when, exactness) =>
  `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())} ${two(when.getHours())}:${two(when.getMinutes())}` +
  (exactness === "seconds" ? `:${two(when.getSeconds())}` : "");
export function showLocalTimes(place) {
  for (const each of place.querySelectorAll("time[datetime], [data-time]")) {
    const when = new Date(each.dateTime ?? each.dataset.time);
    if (Number.isNaN(when.getTime()) || each.dataset.localised) continue;
    each.dataset.localised = "yes";
    const utc = when.toISOString().slice(0, 16).replace("T", " ");
    if (each.dataset.moment || each.dataset.time) each.textContent = isoLike(when, each.dataset.moment);
    if (each.matches("time")) each.title = each.dataset.moment ? `${utc} UTC` : `${isoLike(when)} (${utc} UTC)`;
  }
}
showLocalTimes(document);
document.addEventListener("htmx:afterSwap", (event) => showLocalTimes(event.detail.target.parentElement ?? document));
const zone = document.querySelector("[data-zone]");
if (zone && new Date().getTimezoneOffset() !== 0) {
  zone.textContent = `Times are in ${Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " ")}; hover for UTC`;
}

// Tabs that do not fit are scrolled; the chosen one is in sight.
for (const row of document.querySelectorAll(".tabs, .nav")) {
  const chosen = row.querySelector("[aria-current=page]");
  if (chosen) row.scrollLeft = chosen.offsetLeft - row.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
}
