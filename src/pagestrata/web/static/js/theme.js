// Before the first paint: the theme a person chose by hand.
const chosen = (() => {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null;
  }
})();
if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
