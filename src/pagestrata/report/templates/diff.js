'use strict';
const all = (query) => [...document.querySelectorAll(query)];
const sections = all('section.group'), marks = all('.mark'), svg = document.getElementById('moves');
const boxes = all('[type=checkbox][data-op]'), unimportant = document.getElementById('unimportant');
let current = null;

function visible(section) { return !section.hidden; }

function filter() {
  const shown = new Set(boxes.filter((box) => box.checked).map((box) => box.dataset.op));
  const withFolded = !unimportant || unimportant.checked;
  for (const section of sections) {
    const lines = [...section.querySelectorAll('.line')];
    for (const line of lines) line.hidden = !shown.has(line.dataset.op);
    section.hidden = lines.every((line) => line.hidden) || (section.classList.contains('folded') && !withFolded);
  }
  for (const mark of marks) {
    const section = sections[Number(mark.dataset.group)];
    mark.hidden = section.hidden || (mark.classList.contains('arrival') && !shown.has('move'));
  }
  drawMoves();
}

function drawMoves() {
  for (const path of svg.querySelectorAll('path.way')) path.remove();
  const origin = svg.getBoundingClientRect();
  for (const section of sections) {
    if (section.hidden) continue;
    const group = section.dataset.group;
    const from = document.querySelector(`[data-side=old] .mark[data-group="${group}"]`);
    if (!from || !section.querySelector('.line.move:not([hidden])')) continue;
    const targets = from.classList.contains('move') ? '.mark.move' : '.mark.arrival';
    for (const to of all(`[data-side=new] ${targets}[data-group="${group}"]`)) addWay(origin, from, to, group);
  }
}

function addWay(origin, from, to, group) {
  const a = from.getBoundingClientRect(), b = to.getBoundingClientRect();
  const x1 = a.right - origin.left, y1 = a.top + a.height / 2 - origin.top;
  const x2 = b.left - origin.left, y2 = b.top + b.height / 2 - origin.top, bend = Math.max(40, (x2 - x1) / 2);
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`);
  path.setAttribute('class', group === current ? 'way on' : 'way');
  svg.append(path);
}

function choose(group, from) {
  current = group;
  for (const element of [...sections, ...marks]) {
    if (element.dataset.group === group) element.setAttribute('aria-current', 'true');
    else element.removeAttribute('aria-current');
  }
  if (group !== null) {
    const section = sections[Number(group)];
    if (from !== section) section.scrollIntoView({ block: 'nearest' });
    const mark = marks.find((each) => each.dataset.group === group && !each.hidden);
    if (mark && from !== mark && !marks.includes(from)) mark.scrollIntoView({ block: 'center' });
  }
  drawMoves();
}

function step(by) {
  const open = sections.filter(visible);
  if (!open.length) return;
  const place = open.findIndex((section) => section.dataset.group === current);
  const next = open[place === -1 ? (by > 0 ? 0 : open.length - 1) : (place + by + open.length) % open.length];
  choose(next.dataset.group, null);
  next.focus({ preventScroll: true });
}

document.addEventListener('click', (event) => {
  const at = event.target.closest('[data-group]');
  if (at) choose(at.dataset.group, at);
});
document.addEventListener('change', filter);
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const box = boxes[Number(event.key) - 1];
  if (event.key === 'j' || event.key === 'n') step(1);
  else if (event.key === 'k' || event.key === 'p') step(-1);
  else if (event.key === 'Escape') choose(null, null);
  else if (event.key === 'Enter' && event.target.matches('section')) choose(event.target.dataset.group, event.target);
  else if (event.key === 'u' && unimportant) { unimportant.checked = !unimportant.checked; filter(); }
  else if (box) { box.checked = !box.checked; filter(); }
  else return;
  event.preventDefault();
});
addEventListener('resize', drawMoves);
addEventListener('load', filter);
filter();
