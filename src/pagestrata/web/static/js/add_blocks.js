// Blocks in the picture and in the list are the same blocks: pointing and choosing happens in both.
const STEPS = { "": "follow", follow: "ignore", ignore: "" };
const rects = new Map([...document.querySelectorAll(".block")].map((each) => [each.dataset.ref, each]));
const lines = new Map([...document.querySelectorAll(".block-line")].map((each) => [each.dataset.ref, each]));

function show(ref) {
  const choice = lines.get(ref).querySelector("select").value;
  for (const element of [rects.get(ref), lines.get(ref)]) {
    element.classList.toggle("is-follow", choice === "follow");
    element.classList.toggle("is-ignore", choice === "ignore");
  }
}

function point(ref, isPointed) {
  rects.get(ref)?.classList.toggle("is-pointed", isPointed);
  lines.get(ref)?.classList.toggle("is-pointed", isPointed);
}

for (const [ref, rect] of rects) {
  rect.addEventListener("click", () => {
    const select = lines.get(ref).querySelector("select");
    select.value = STEPS[select.value];
    show(ref);
    lines.get(ref).scrollIntoView({ block: "nearest" });
  });
}
for (const [ref, line] of lines) {
  line.querySelector("select").addEventListener("change", () => show(ref));
  line.addEventListener("focusin", () => rects.get(ref).scrollIntoView({ block: "nearest" }));
  for (const element of [line, rects.get(ref)]) {
    element.addEventListener("pointerenter", () => point(ref, true));
    element.addEventListener("pointerleave", () => point(ref, false));
  }
  show(ref);
}
