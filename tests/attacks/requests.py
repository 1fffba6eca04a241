"""Every kind of request that a page can make, to an address that it must not reach."""

REQUESTS = {
    "picture": "<img src='{0}/x'>",
    "picture set": "<picture><source srcset='{0}/x'><img srcset='{0}/y 1x'></picture>",
    "script": "<script src='{0}/x'></script>",
    "module": "<script type=module>import '{0}/x'</script>",
    "style sheet": "<link rel=stylesheet href='{0}/x'>",
    "style import": "<style>@import url('{0}/x'); p {{ background: url('{0}/y') }}</style>",
    "font": "<style>@font-face {{ font-family: f; src: url('{0}/x') }} p {{ font-family: f }}</style>",
    "icon": "<link rel=icon href='{0}/x'>",
    "manifest": "<link rel=manifest href='{0}/x'>",
    "hints": "<link rel=dns-prefetch href='{0}'><link rel=preconnect href='{0}'><link rel=prefetch href='{0}/x'>",
    "preloads": "<link rel=preload as=image href='{0}/x'><link rel=modulepreload href='{0}/y'>",
    "speculation": "<script type=speculationrules>{{\"prerender\": [{{\"urls\": [\"{0}/x\"]}}]}}</script>",
    "frame": "<iframe src='{0}/x'></iframe>",
    "objects": "<object data='{0}/x'></object><embed src='{0}/y'>",
    "media": "<video src='{0}/x' autoplay></video><audio src='{0}/y' autoplay></audio><video poster='{0}/z'></video>",
    "svg": "<svg><image href='{0}/x'/><use href='{0}/y#a'/></svg>",
    "fetch": "<script>fetch('{0}/x', {{mode: 'no-cors'}}).catch(() => 0)</script>",
    "posted": "<script>fetch('{0}/x', {{method: 'POST', body: 'a', keepalive: true}}).catch(() => 0)</script>",
    "old fetch": "<script>const r = new XMLHttpRequest(); r.open('GET', '{0}/x'); r.send()</script>",
    "beacon": "<script>navigator.sendBeacon('{0}/x', 'a')</script>",
    "events": "<script>new EventSource('{0}/x')</script>",
    "socket": "<script>new WebSocket('{0}/x'.replace('http', 'ws'))</script>",
    "worker": "<script>new Worker(URL.createObjectURL(new Blob([\"fetch('{0}/x')\"])))</script>",
    "shared worker": "<script>new SharedWorker('data:text/javascript,fetch(\"{0}/x\")')</script>",
    "pop-up": "<script>window.open('{0}/x')</script>",
    "form": "<form method=post action='{0}/x' target=f><input name=a></form><iframe name=f></iframe>"
    "<script>document.forms[0].submit()</script>",
    "report": "<script>new ReportingObserver(() => 0)</script>",
    "call": "<script>const c = new RTCPeerConnection({{iceServers: [{{urls: '{0}'.replace('http://', 'stun:')}}]}});"
    "c.createDataChannel('a'); c.createOffer().then(o => c.setLocalDescription(o))</script>",
}  # fmt: skip


def page_with_all(origin: str) -> str:
    return "<!doctype html><title>page</title><p>words</p>" + "".join(form.format(origin) for form in REQUESTS.values())
