// What the server spends time and memory on: profiles as flame graphs, by line, and as files.

import { h, count } from './dom.js';
import { ask } from './api.js';

const kinds = [
  ['js', 'time of JavaScript'], ['cpu', 'processor time of the program'], ['heap', 'what memory is used for'], ['goroutines', 'what waits in the program'],
];
const owners = { project: 'the project', package: 'packages', server: 'the server' };

let shown = null; // the last profile stays while the page is open

function amount(v, unit) {
  if (unit === 'nanoseconds') { return (v / 1e6).toFixed(1) + ' ms'; }
  if (unit === 'bytes') { return v < 1e7 ? (v / 1024).toFixed(1) + ' KiB' : (v / 1048576).toFixed(1) + ' MiB'; }
  return v.toLocaleString('en');
}

function share(v, of) { return of ? (100 * v / of).toFixed(1) + ' %' : ''; }

function bytesOf(base64) { return Uint8Array.from(atob(base64), function (c) { return c.charCodeAt(0); }); }

// Flame draws a graph. A node is [name, value, owner, what it calls].
class Flame {
  constructor(root, unit, about) {
    this.root = root;
    this.unit = unit;
    this.about = about;
    this.find = '';
    this.element = h('div', { class: 'flame', role: 'group', 'aria-label': 'Flame graph' });
    this.zoom([root]);
  }

  // zoom shows the last node of a path over the whole width, and those above it.
  zoom(path) {
    this.path = path;
    this.boxes = [];
    this.element.replaceChildren();
    path.slice(0, -1).forEach((n, i) => this.box(path.slice(0, i + 1), n, 0, 1, i, true));
    this.deepest = path.length;
    this.place(path, path[path.length - 1], 0, 1, path.length - 1);
    this.element.style.height = this.deepest * 20 + 'px';
    this.mark(this.find);
  }

  place(path, n, left, width, depth) {
    if (width < 0.0005) { return; }
    this.box(path, n, left, width, depth, false);
    this.deepest = Math.max(this.deepest, depth + 1);
    for (const c of n[3]) {
      const part = n[1] ? width * c[1] / n[1] : 0;
      this.place([...path, c], c, left, part, depth + 1);
      left += part;
    }
  }

  box(path, n, left, width, depth, above) {
    const label = n[0] + ': ' + amount(n[1], this.unit) + ', ' + share(n[1], this.root[1]);
    const say = () => { this.about.textContent = label; };
    const el = h('button', { type: 'button', title: label, class: n[2] + (above ? ' above' : ''), onclick: () => this.zoom(path), onfocus: say, onmouseover: say }, n[0]);
    el.style.top = depth * 20 + 'px';
    el.style.left = 100 * left + '%';
    el.style.width = 100 * width + '%';
    this.boxes.push([el, n[0].toLowerCase()]);
    this.element.append(el);
  }

  mark(text) {
    this.find = text;
    let found = 0;
    for (const [el, name] of this.boxes) {
      const is = text !== '' && name.includes(text);
      el.classList.toggle('found', is);
      if (is) { found++; }
    }
    return found;
  }
}

function linesElement(p) {
  const all = p.root[1];
  return h('table', null,
    h('thead', null, h('tr', null, h('th', null, 'line'), h('th', null, 'of'), h('th', { class: 'num' }, 'itself'), h('th', { class: 'num' }, 'with what it calls'))),
    h('tbody', null, p.lines.map(function (l) {
      return h('tr', null, h('td', { class: 'mono' }, l.name), h('td', { class: 'faint' }, owners[l.owner]),
        h('td', { class: 'num' }, amount(l.self, p.unit) + ' (' + share(l.self, all) + ')'), h('td', { class: 'num' }, share(l.all, all)));
    })));
}

export const profiles = {
  name: 'profiles', title: 'Profiles',
  open: function () {
    const kind = h('select', { 'aria-label': 'What to record' }, kinds.map(function (k) { return h('option', { value: k[0] }, k[1]); }));
    const seconds = h('input', { type: 'number', min: '1', max: '60', value: '5', 'aria-label': 'Seconds' });
    const start = h('button', { class: 'main' }, 'Record');
    const status = h('span', { class: 'count', role: 'status' });
    const box = h('div', { class: 'scroll' });
    const timed = function () { return kind.value === 'js' || kind.value === 'cpu'; };
    const form = h('form', { class: 'ask', onsubmit: record }, kind, seconds, start);
    kind.addEventListener('change', function () { seconds.hidden = !timed(); });

    function draw() {
      if (!shown) { box.replaceChildren(h('p', { class: 'empty' }, 'Record while the server is busy: send it requests meanwhile.')); return; }
      const p = shown;
      if (!p.root[1]) { box.replaceChildren(h('p', { class: 'empty' }, 'Nothing ran meanwhile.')); return; }
      const about = h('p', { class: 'mono faint', role: 'status' });
      const flame = new Flame(p.root, p.unit, about);
      const find = h('input', { type: 'search', placeholder: 'Find in the graph', 'aria-label': 'Find in the graph', autocomplete: 'off', spellcheck: 'false' });
      find.addEventListener('input', function () {
        const text = find.value.trim().toLowerCase();
        const found = flame.mark(text);
        about.textContent = text ? count(found, 'box').replace('boxs', 'boxes') + ' found' : '';
      });
      const link = h('a', { href: p.link, download: p.name }, p.name);
      box.replaceChildren(
        h('div', { class: 'buttons' }, find, h('button', { onclick: function () { flame.zoom([p.root]); } }, 'Show all'), h('span', { class: 'faint' }, amount(p.root[1], p.unit) + ' in all. For go tool pprof: '), link),
        about, flame.element, h('h3', null, 'By line'), linesElement(p));
    }
    async function record(e) {
      e.preventDefault();
      const what = kind.value;
      start.disabled = true;
      status.className = 'count';
      status.textContent = timed() ? 'Recording for ' + count(Number(seconds.value), 'second') + ' …' : 'Recording …';
      try {
        const p = await ask('profile', { kind: what, seconds: timed() ? Number(seconds.value) : 1 });
        if (shown) { URL.revokeObjectURL(shown.link); }
        p.name = what + '.pb.gz';
        p.link = URL.createObjectURL(new Blob([bytesOf(p.file)], { type: 'application/octet-stream' }));
        delete p.file;
        shown = p;
        status.textContent = '';
        draw();
      } catch (err) { status.textContent = err.message; status.className = 'count bad'; } finally { start.disabled = false; }
    }
    async function loop() {
      try { box.replaceChildren(h('h3', null, 'What waits for JavaScript now'), h('pre', { tabindex: '0' }, (await ask('loop')).join('\n'))); } catch (err) { status.textContent = err.message; }
    }
    draw();
    return { elements: [h('div', { class: 'bar' }, form, h('button', { onclick: loop }, 'What waits?'), status), h('div', { class: 'play' }, box)] };
  },
};
