// What every screen has: the theme switch, the CSRF token for htmx, keys.
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

// Keys: elements with data-key="n" are followed or pressed when nobody is typing.
const isTyping = (element) => element.closest("input, textarea, select, [contenteditable]") !== null;
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const target = [...document.querySelectorAll("[data-key]")].find((each) => each.dataset.key === event.key);
  if (!target) return;
  event.preventDefault();
  if (target.matches("input, select")) target.focus();
  else target.click();
});
