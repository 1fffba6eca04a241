// The page is shown as soon as the browser has opened it.
import { listen } from "./live.js";

const wanted = document.querySelector("[data-preview]")?.dataset.preview;
listen({ preview: (data) => data.id === wanted && location.reload() });
