// What happens on the server, as it happens. Handlers by kind of event: {visit: (data) => …, job: (data) => …}
export function listen(handlers) {
  const source = new EventSource("/events");
  for (const [kind, handle] of Object.entries(handlers)) {
    source.addEventListener(kind, (event) => handle(JSON.parse(event.data)));
  }
  addEventListener("pagehide", () => source.close());
  return source;
}
