// Reports: the print button. Plan: the slider says its budget while it moves, and shows the plan when it is let go.
const print = document.querySelector("[data-print]");
if (print) {
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}

const slider = document.querySelector("[data-budget-slider]");
if (slider) {
  const shown = document.querySelector("[data-budget-shown]");
  const budgetAt = (step) => {
    const budget = Math.exp((Math.log(10000) * step) / Number(slider.max));
    return budget >= 10 ? Math.round(budget) : Math.round(budget * 10) / 10;
  };
  slider.addEventListener("input", () => {
    shown.textContent = budgetAt(Number(slider.value)).toLocaleString("en");
  });
  slider.addEventListener("change", () => slider.form.requestSubmit());
}
