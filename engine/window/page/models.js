import { h, facts, count, search, words, List } from './dom.js';
import { ask, on } from './api.js';

const svgNS = 'http://www.w3.org/2000/svg';
const most = 40; // models of a diagram
const width = 200;
const line = 18;

function s(tag, attributes, ...children) {
  const el = document.createElementNS(svgNS, tag);
  for (const [name, v] of Object.entries(attributes)) { el.setAttribute(name, v); }
  el.append(...children);
  return el;
}

// links are the associations between models, each once: [from, to, label].
function links(models) {
  const known = new Map(models.map(function (m) { return [m.identity, m]; }));
  const out = [];
  const seen = new Set(); // the other ends of associations that name them
  for (const many of [true, false]) {
    for (const [m, a] of models.flatMap(function (m) { return m.attributes.map(function (a) { return [m, a]; }); })) {
      const to = known.get((a.model || a.collection || '').toLowerCase());
      if (!to || Boolean(a.collection) !== many || seen.has(m.identity + '.' + a.name)) { continue; }
      if (a.via) { seen.add(to.identity + '.' + a.via); }
      out.push({ from: m, to: to, name: a.name, many: Boolean(a.collection), via: a.via });
    }
  }
  return out;
}

// around are a model and those that are associated with it, up to a number.
function around(models, all, start) {
  const near = new Map();
  for (const l of all) {
    for (const [a, b] of [[l.from, l.to], [l.to, l.from]]) {
      if (!near.has(a)) { near.set(a, new Set()); }
      near.get(a).add(b);
    }
  }
  const out = [start];
  for (let i = 0; i < out.length && out.length < most; i++) {
    for (const next of near.get(out[i]) || []) {
      if (!out.includes(next) && out.length < most && (i === 0 || models.length <= most)) { out.push(next); }
    }
  }
  return out;
}

// diagram draws boxes in columns, and the lines between them.
function diagram(shown, all, chosen, choose) {
  const columns = Math.max(1, Math.min(4, Math.ceil(Math.sqrt(shown.length))));
  const bottoms = new Array(columns).fill(10);
  const places = new Map();
  for (const m of shown) {
    const c = bottoms.indexOf(Math.min(...bottoms));
    const rows = Math.min(12, m.attributes.length);
    const place = { x: 10 + c * (width + 90), y: bottoms[c], h: line * (rows + 1) + 12 };
    places.set(m, place);
    bottoms[c] += place.h + 34;
  }
  const w = columns * (width + 90) - 70;
  const svg = s('svg', { viewBox: `0 0 ${w} ${Math.max(...bottoms)}`, width: w, height: Math.max(...bottoms), role: 'img', 'aria-label': 'Models and their associations', class: 'diagram' });
  for (const l of all) {
    const a = places.get(l.from);
    const b = places.get(l.to);
    if (!a || !b) { continue; }
    const at = function (place, name, m) {
      const i = m.attributes.findIndex(function (x) { return x.name === name; });
      return place.y + line * (Math.min(i < 0 ? 0 : i + 1, 12)) + 14;
    };
    const y1 = at(a, l.name, l.from);
    const y2 = at(b, l.via || l.to.key, l.to);
    const right = b.x >= a.x;
    const x1 = right ? a.x + width : a.x;
    const x2 = a.x === b.x ? b.x + (right ? width : 0) : right ? b.x : b.x + width;
    const bend = a.x === b.x ? (right ? 46 : -46) : (right ? 45 : -45);
    const path = s('path', { d: `M${x1} ${y1} C${x1 + bend} ${y1} ${a.x === b.x ? x2 + bend : x2 - bend} ${y2} ${x2} ${y2}`, class: 'link' + (l.from === chosen || l.to === chosen ? ' near' : '') });
    path.append(s('title', {}, `${l.from.name}.${l.name} → ${l.many ? 'many ' : ''}${l.to.name}${l.via ? '.' + l.via : ''}`));
    svg.append(path);
    if (l.many) { svg.append(s('circle', { cx: x1, cy: y1, r: 3.5, class: 'many' })); }
  }
  for (const [m, p] of places) {
    const box = s('g', { class: 'box' + (m === chosen ? ' chosen' : ''), tabindex: '0', role: 'link', 'aria-label': m.name });
    box.append(s('rect', { x: p.x, y: p.y, width: width, height: p.h, rx: 5 }), s('text', { x: p.x + 8, y: p.y + 16, class: 'name' }, m.name));
    m.attributes.slice(0, 12).forEach(function (a, i) {
      const last = i === 11 && m.attributes.length > 12;
      const text = last ? `… ${m.attributes.length - 11} more` : (a.key ? '# ' : '') + a.name + (a.model ? ' → ' + a.model : a.collection ? ' ⇉ ' + a.collection : a.type ? ': ' + a.type : '');
      box.append(s('text', { x: p.x + 8, y: p.y + 16 + line * (i + 1), class: 'attribute' }, text.length > 30 ? text.slice(0, 29) + '…' : text));
    });
    box.addEventListener('click', function () { choose(m); });
    box.addEventListener('keydown', function (e) { if (e.key === 'Enter') { choose(m); } });
    svg.append(box);
  }
  return svg;
}

export const models = {
  name: 'models', title: 'Models',
  open: function (project, rest) {
    let all = [];
    let joined = [];
    const field = search('Filter: words of model and attributes', draw);
    const counted = h('span', { class: 'count', role: 'status' });
    const list = new List({
      label: 'Models', key: function (m) { return m.identity; }, choose: function (m) { location.hash = 'models/' + m.identity; },
      render: function (m) { return [h('span', { class: 'path' }, m.name), h('span', { class: 'small' }, m.datastore), h('span', { class: 'num' }, String(m.attributes.length))]; },
    });
    const main = h('section', { class: 'scroll', 'aria-label': 'Model' });
    const box = h('div', { class: 'split open left' }, list.element, main);

    function draw() {
      const wanted = words(field);
      const found = all.filter(function (m) { const text = (m.name + ' ' + m.attributes.map(function (a) { return a.name; }).join(' ')).toLowerCase(); return wanted.every(function (w) { return text.includes(w); }); });
      counted.textContent = count(found.length, 'model');
      list.set(found);
    }
    function overview() {
      const shown = all.slice(0, most);
      main.replaceChildren(
        all.length > most && h('p', { class: 'faint' }, `The first ${most} of ${all.length} models. Choose one to see what it is associated with.`) || '',
        all.length ? diagram(shown, joined, null, choose) : h('p', { class: 'empty' }, 'This project has no models.'));
    }
    function choose(m) { location.hash = 'models/' + m.identity; }
    async function show(m) {
      list.at = list.items.indexOf(m);
      list.draw();
      const schema = h('div', null, 'Reading the table …');
      main.replaceChildren(
        h('h2', null, m.name),
        facts([['table', m.table], ['datastore', m.datastore], ['key', m.key]]),
        h('div', { class: 'buttons' }, h('a', { href: '#records/' + m.identity }, 'Records'), h('a', { href: '#models' }, 'All models')),
        diagram(around(all, joined, m), joined, m, choose),
        h('h3', null, 'The schema beside the database’s'), schema);
      try {
        const got = await ask('schema?model=' + encodeURIComponent(m.identity));
        schema.replaceChildren(
          got.exists ? '' : h('p', { class: 'bad' }, 'There is no table ' + got.table + '.'),
          h('table', null, h('thead', null, h('tr', null, ['column', 'attribute', 'declared', 'in the database', ''].map(function (t) { return h('th', null, t); }))),
            h('tbody', null, got.columns.map(function (c) {
              return h('tr', { class: !c.found ? 'bad' : !c.attribute ? 'warn' : '' }, h('td', null, c.name), h('td', null, c.attribute || 'none'), h('td', null, c.declared || ''), h('td', null, c.found ? c.found + (c.flags ? ', ' + c.flags : '') : 'missing'), h('td', null, !c.found ? 'not in the table' : !c.attribute ? 'not declared' : ''));
            }))));
      } catch (err) { schema.replaceChildren(h('p', { class: 'note' }, err.message)); }
    }
    async function plan() {
      main.replaceChildren(h('h2', null, 'Migration plan'), h('p', null, 'Comparing the databases with the models …'));
      try {
        const steps = await ask('plan');
        main.replaceChildren(h('h2', null, 'Migration plan'),
          steps.length === 0 ? h('p', { class: 'good' }, 'The databases fit the models: nothing to do.') : h('p', null, count(steps.length, 'step') + '. Nothing was changed; framework migrate does that.'),
          h('ol', { class: 'steps' }, steps.map(function (step) {
            return h('li', { class: step.loses ? 'guard' : 'answers' }, h('strong', null, step.table), ' ', step.why, step.loses && h('p', { class: 'bad' }, 'It would lose ' + step.loses + '.'), h('pre', null, step.sql));
          })));
      } catch (err) { main.replaceChildren(h('h2', null, 'Migration plan'), h('p', { class: 'note' }, err.message)); }
    }
    function move(identity) {
      if (identity === '*plan') { plan(); return; }
      const m = all.find(function (other) { return other.identity === identity; });
      if (m) { show(m); } else { overview(); }
    }
    async function load(where) {
      all = await ask('models');
      joined = links(all);
      draw();
      move(where);
    }
    load(rest);
    const leave = on('reload', function (r) { if (!r.error) { load(location.hash.split('/')[1] || ''); } });
    return { elements: [h('div', { class: 'bar' }, field, counted, h('a', { href: '#models' }, 'Diagram'), h('a', { href: '#models/*plan' }, 'Migration plan')), box], move: move, leave: leave };
  },
};
