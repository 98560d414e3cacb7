import { h, facts, count, search, words, List, Split } from './dom.js';
import { ask, on } from './api.js';
import { startSend } from './send.js';
import { rehearse } from './rehearsal.js';

function stopElement(s, answered) {
  const classes = [s.ignores || !s.reached ? 'skipped' : s.policy ? 'guard' : s.ends ? 'answers' : ''];
  let what = s.policy ? 'policy of a route: it answers, or lets the request pass' : s.ends ? 'answers, or fails' : 'may answer, or pass the request on';
  if (s.ignores) { what = 'matches the path, but leaves this address out: it looks like a file, or is excluded'; }
  else if (!s.reached) { what = 'not reached: the one before always answers'; }
  return h('li', { class: classes.join(' ') },
    h('strong', { class: 'mono' }, s.address), ' → ', s.target,
    h('div', { class: 'faint' }, what),
    facts([
      ['from', s.source || s.family], ['policies', s.policies], ['rule', s.rule], ['parameters', s.params.map(function (p) { return p[0] + ' = ' + p[1]; })],
      ['enters JavaScript', s.script],
    ]));
}

function walkElement(w) {
  const steps = w.stops.map(function (s) { return stopElement(s); });
  if (w.csrf) { steps.unshift(h('li', { class: 'guard' }, h('strong', null, 'CSRF'), h('div', { class: 'faint' }, 'the request needs the token of its session, or gets 403'))); }
  if (!w.ends) {
    if (w.files) { steps.push(h('li', null, h('strong', null, 'files'), h('div', { class: 'faint' }, 'a file of the public folders of this name, over HTTP'))); }
    steps.push(h('li', { class: 'answers' }, h('strong', null, '404'), h('div', { class: 'faint' }, 'the response notFound, if nothing before answers')));
  }
  const guarded = w.stops.some(function (s) { return s.reached && !s.ignores && (s.policy || s.policies.length > 0); });
  const out = h('div', { role: 'status' });
  return [
    guarded && h('div', { class: 'buttons' },
      h('button', { onclick: function () { rehearse({ method: w.method, url: w.url, headers: [], body: '' }, out); } }, 'Ask the policies'),
      h('button', { onclick: function () { startSend({ method: w.method, url: w.url }); } }, 'Write a request')),
    out,
    w.stops.length === 0 && h('p', { class: 'note' }, 'No route matches' + (w.others.length ? '. At this address there are ' + w.others.join(', ') : '') + '.'),
    h('ol', { class: 'steps' }, steps),
  ];
}

function detail(r) {
  const verb = r.verb || 'GET';
  return [
    facts([
      ['target', r.target], ['kind', r.family], ['from', r.source], ['over', r.transport], ['policies', r.policies.length ? r.policies : h('span', { class: 'warn' }, 'none')],
      ['enters JavaScript', r.script.length ? r.script : 'no, it runs in Go'],
    ]),
    h('div', { class: 'buttons' }, h('button', { onclick: function () { startSend({ method: verb, url: r.path }); } }, 'Write a request')),
  ];
}

export const routes = {
  name: 'routes', title: 'Routes',
  open: function () {
    let all = [];
    const field = search('Filter: words of verb, path, target, policy, file', filter);
    const counted = h('span', { class: 'count', role: 'status' });
    const list = new List({
      label: 'Routes', key: function (r) { return r.key; },
      choose: function (r) { split.show((r.verb || 'any') + ' ' + r.path, detail(r)); },
      render: function (r) {
        return [
          h('span', { class: 'verb' }, r.verb || 'any'), h('span', { class: 'path' }, r.path), h('span', { class: 'target' }, r.target),
          h('span', { class: 'small' }, r.policies.join(', ')), h('span', { class: 'small' }, r.script.length ? 'JavaScript: ' + r.script.join(', ') : ''), h('span', { class: 'small' }, r.source || r.family),
        ];
      },
    });
    const split = new Split(list);
    const asked = h('input', { placeholder: 'PUT /pet/7', 'aria-label': 'What would answer this request?', class: 'mono', spellcheck: 'false', autocomplete: 'off' });
    const form = h('form', { onsubmit: walk }, asked, h('button', null, 'What answers?'));

    function filter() {
      const wanted = words(field);
      const found = wanted.length ? all.filter(function (r) { return wanted.every(function (w) { return r.text.includes(w); }); }) : all;
      counted.textContent = found.length === all.length ? count(all.length, 'route') : found.length.toLocaleString('en') + ' of ' + count(all.length, 'route');
      list.set(found);
    }
    async function walk(e) {
      e.preventDefault();
      const text = asked.value.trim();
      const [, verb, url] = /^(?:([A-Za-z]+)\s+)?(\S+)$/.exec(text) || [];
      list.none();
      if (!url) { split.show('What would answer?', h('p', { class: 'note' }, 'Write a verb and a path, such as PUT /pet/7')); return; }
      const method = (verb || 'GET').toUpperCase();
      try {
        const w = await ask('walk?method=' + encodeURIComponent(method) + '&url=' + encodeURIComponent(url));
        split.show(method + ' ' + url, walkElement(w));
      } catch (err) { split.show(method + ' ' + url, h('p', { class: 'note' }, err.message)); }
    }
    async function load() {
      const { routes, lists } = await ask('routes');
      all = routes.map(function (r, i) {
        const out = { key: r[0] + ' ' + r[1] + ' ' + i, verb: r[0], path: r[1], target: r[2], family: r[3], source: r[4], transport: r[5], policies: lists[r[6]], script: lists[r[7]] };
        out.text = [out.verb || 'any', out.path, out.target, out.family, out.source, out.policies.join(' '), out.script.join(' ')].join(' ').toLowerCase();
        return out;
      });
      filter();
    }
    load();
    const leave = on('reload', function (r) { if (!r.error) { load(); } });
    return { elements: [h('div', { class: 'bar' }, field, counted, form), split.element], leave: leave };
  },
};
