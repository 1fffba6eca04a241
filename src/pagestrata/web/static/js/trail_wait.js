// How far following a block is, as it happens; the screen goes on by itself when it is over.
import { listen } from "./live.js";

const box = document.querySelector("[data-trail-job]");
listen({
  trail: (data) => {
    if (data.id !== box.dataset.trailJob) return;
    if (data.state === "done" || data.state === "failed") return location.reload();
    if (!data.versions) return;
    const shown = box.querySelector("[data-progress]");
    shown.hidden = false;
    shown.querySelector("progress").max = data.versions;
    shown.querySelector("progress").value = data.seen;
    shown.querySelector("[data-seen]").textContent = data.seen;
    shown.querySelector("[data-versions]").textContent = data.versions;
  },
});
