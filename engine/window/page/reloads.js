import { h, facts, ms, clock, count, List, Split } from './dom.js';
import { ask, merge, on } from './api.js';

function summary(r) {
  if (r.error) { return r.error.split('\n')[0]; }
  const parts = [...r.added.map(function (a) { return '+ ' + a; }), ...r.removed.map(function (a) { return '− ' + a; }), ...r.models];
  return parts.slice(0, 6).join(', ') + (parts.length > 6 ? ', …' : '') || (r.first ? 'the first version' : 'nothing that routes or models show');
}

function stepsElement(r) {
  const whole = Math.max(r.took, 0.001);
  const box = h('div', { class: 'time' });
  let at = 0;
  for (const s of r.steps) {
    const bar = h('i');
    bar.style.left = Math.min(100, 100 * at / whole) + '%';
    bar.style.width = Math.min(100 - Math.min(100, 100 * at / whole), 100 * s.took / whole) + '%';
    box.append(h('span', { title: s.does }, s.does), h('div', { class: 'track' }, bar), h('span', { class: 'took' }, ms(s.took)));
    at += s.took;
  }
  return box;
}

function listElement(title, of) { return of.length ? [h('h3', null, title), h('ul', null, of.map(function (each) { return h('li', { class: 'mono' }, each); }))] : null; }

export const reloads = {
  name: 'reloads', title: 'Reloads',
  open: function () {
    let all = [];
    const counted = h('span', { class: 'count', role: 'status' });
    const list = new List({
      label: 'Reloads', key: function (r) { return r.number; }, choose: choose,
      render: function (r) {
        return [
          h('span', { class: 'verb' }, clock(r.at)), h('span', { class: 'state ' + (r.error ? 'bad' : 'good') }, r.error ? 'failed' : 'ok'), h('span', { class: 'num' }, ms(r.took)),
          h('span', { class: 'path' }, summary(r)), h('span', { class: 'target' }, r.files.join(', ')),
        ];
      },
    });
    const split = new Split(list);
    function choose(r) {
      split.show(r.error ? 'Not reloaded' : r.first ? 'Loaded' : 'Reloaded',
        facts([['at', clock(r.at)], ['took', ms(r.took)], ['files', r.files]]),
        r.error && [h('h3', null, 'Error'), h('pre', { class: 'bad', tabindex: '0' }, r.error), r.frames && r.frames.length > 1 && [h('h3', null, 'Call stack'), h('pre', null, r.frames.join('\n'))]],
        listElement('Routes that are new', r.added), listElement('Routes that are gone', r.removed), listElement('Models', r.models),
        h('h3', null, 'Stages'), stepsElement(r), listElement(count(r.warnings.length, 'warning'), r.warnings));
    }
    function draw() {
      counted.textContent = count(all.length, 'version');
      list.set([...all].reverse());
    }
    async function load() { all = merge(await ask('reloads'), all); draw(); }
    const stops = [
      on('reload', function (r) {
        const i = all.findIndex(function (other) { return other.number === r.number; });
        if (i < 0) { all.push(r); } else { all[i] = r; }
        draw();
        if (list.at >= 0 && list.items[list.at].number === r.number) { choose(r); }
      }),
      on('again', load), on('begin', load),
    ];
    load();
    return { elements: [h('div', { class: 'bar' }, counted), split.element], leave: function () { stops.forEach(function (stop) { stop(); }); } };
  },
};
