// The edit form: a threshold says at once what it would have kept, and the address of an alert shows its form.
const threshold = document.querySelector("#threshold");
const said = document.querySelector("[data-kept]");

function share(text) {
  const value = Number.parseFloat(text.replace(",", "."));
  if (Number.isNaN(value)) return Number(said.dataset.usual);
  return text.includes("%") || value > 1 ? value / 100 : value;
}

if (threshold && said) {
  const probabilities = JSON.parse(said.dataset.probabilities);
  threshold.addEventListener("input", () => {
    const limit = share(threshold.value);
    const kept = said.querySelector("b");
    if (kept) kept.textContent = probabilities.filter((value) => value > limit).length;
  });
}

const kind = document.querySelector("#alert_kind");
const target = document.querySelector("#alert_to");
if (kind && target) {
  const show = () => { target.placeholder = kind.selectedOptions[0].dataset.example; };
  kind.addEventListener("change", show);
  show();
}

// The last row of parts is empty: where somebody fills it, another one follows.
for (const rows of document.querySelectorAll("[data-weights]")) {
  rows.addEventListener("change", ({ target }) => {
    const last = rows.lastElementChild;
    if (!last.contains(target) || !last.querySelector("select").value) return;
    const next = last.cloneNode(true);
    const number = Number(last.querySelector("select").name.split(".").at(-2)) + 1;
    for (const select of next.querySelectorAll("select")) {
      select.name = `${rows.dataset.weights}.${number}.${select.name.split(".").at(-1)}`;
      select.value = select.querySelector("[selected]")?.value ?? "";
    }
    rows.append(next);
  });
}

document.querySelector("[data-look]")?.scrollIntoView({ block: "center" });
