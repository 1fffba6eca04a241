// The page about the API: each call that only reads can be tried, as who looks at the page.
const MOST = 20000;

async function send(details, form) {
  const said = details.querySelector("[data-try-status]");
  const shown = details.querySelector(".try__answer");
  let path = details.dataset.try;
  const query = new URLSearchParams();
  for (const field of form.querySelectorAll("input")) {
    if (!field.value) continue;
    if (field.dataset.in === "path") path = path.replace(new RegExp(`\\{${field.name}(:[a-z]+)?\\}`), encodeURIComponent(field.value));
    else query.append(field.name, field.value);
  }
  const address = query.size ? `${path}?${query}` : path;
  said.textContent = `GET ${address} …`;
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    const kind = answer.headers.get("content-type") ?? "";
    said.textContent = `GET ${address}: ${answer.status} ${answer.statusText}, ${kind || "nothing"}`;
    shown.textContent = kind.includes("json") ? short(JSON.stringify(await answer.json(), null, 2)) : kind.startsWith("text/") ? short(await answer.text()) : "";
  } catch {
    said.textContent = `GET ${address}: no answer; is the server still running?`;
    shown.textContent = "";
  }
  shown.hidden = !shown.textContent;
}

const short = (text) => (text.length > MOST ? `${text.slice(0, MOST)}\n…` : text);

document.querySelectorAll("[data-try]").forEach((details) => {
  details.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    send(details, event.target);
  });
});
