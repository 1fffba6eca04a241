// The threshold says at once what would have been kept last month.
const slider = document.querySelector("#threshold");
const bars = [...document.querySelectorAll(".threshold__bar")];
const said = document.querySelector("[data-kept] b");

function show() {
  const value = Number(slider.value).toFixed(2);
  const percent = `${Math.round(100 * value)}\u00a0%`;
  document.querySelector("[data-threshold]").textContent = percent;
  slider.setAttribute("aria-valuetext", percent);
  for (const bar of bars) bar.classList.toggle("is-chosen", bar.dataset.at === value);
  const chosen = bars.find((bar) => bar.dataset.at === value);
  if (said && chosen) said.textContent = chosen.dataset.count;
}

slider.addEventListener("input", () => {
  document.querySelector('input[name="default"]').checked = false;
  show();
});
show();
