import { h, facts, ms, clock, count, pretty, copy, search, words, List, Split } from './dom.js';
import { ask, merge, on } from './api.js';
import { editor, send, answerElement, asCurl, asSocket, sendable, protect, takeStarted } from './send.js';
import { configure } from './socket.js';

const kept = 500;

function stateClass(status) { return status >= 500 || status === 0 ? 'bad' : status >= 400 ? 'warn' : 'good'; }

// timeline draws the parts of a request and its queries against its whole time.
function timeline(r) {
  const whole = Math.max(r.took, 0.001);
  const box = h('div', { class: 'time' });
  const add = function (kind, name, at, took, title) {
    const bar = h('i', { class: kind });
    bar.style.left = Math.min(100, 100 * at / whole) + '%';
    bar.style.width = Math.max(0, Math.min(100 - 100 * at / whole, 100 * took / whole)) + '%';
    box.append(h('span', { title: title || name }, name), h('div', { class: 'track' }, bar), h('span', { class: 'took' }, ms(took)));
  };
  add('routing', 'route', 0, r.routing);
  for (const s of r.steps) {
    const name = { waiting: 'waits for JavaScript', response: 'response' }[s.kind] || s.kind + ' ' + (s.name || '');
    add(s.kind, name, s.at, s.took, s.source ? name + ', ' + s.source : name);
  }
  for (const q of r.queries) { add('query', q.sql, q.at, q.took); }
  return box;
}

function queriesElement(r) {
  if (!r.queryCount) { return null; }
  return [
    h('h3', null, count(r.queryCount, 'query').replace('querys', 'queries') + ', ' + ms(r.queryTook)),
    r.queryCount > r.queries.length && h('p', { class: 'faint' }, 'The last ' + r.queries.length + ':'),
    h('table', null, h('thead', null, h('tr', null, h('th', null, 'statement'), h('th', { class: 'num' }, 'rows'), h('th', { class: 'num' }, 'time'))),
      h('tbody', null, r.queries.map(function (q) {
        return h('tr', null,
          h('td', null, h('code', null, q.sql), q.args > 0 && h('div', { class: 'faint' }, count(q.args, 'parameter')), q.line && h('div', { class: 'faint' }, 'asked for in ', h('code', null, q.line)), q.error && h('div', { class: 'bad' }, q.error)),
          h('td', { class: 'num' }, String(q.rows)), h('td', { class: 'num' }, ms(q.took)));
      }))),
  ];
}

function publishedElement(r) {
  if (!r.published.length) { return null; }
  return [h('h3', null, 'Published'), h('table', null,
    h('thead', null, h('tr', null, h('th', null, 'event'), h('th', null, 'to'), h('th', { class: 'num' }, 'sockets'))),
    h('tbody', null, r.published.map(function (p) {
      return h('tr', null, h('td', null, p.event), h('td', null, p.rooms ? p.rooms.join(', ') : 'all sockets'), h('td', { class: 'num' }, String(p.sockets)));
    })))];
}

function plain(r) { return { transport: r.transport, method: r.method, url: r.url, headers: r.headers || [], body: r.body }; }

export const requests = {
  name: 'requests', title: 'Requests',
  open: function (project, rest) {
    configure(project.sockets);
    protect(project.csrf);
    let all = [];
    let paused = false;
    const field = search('Filter: words of method, path, status, route, user', filter);
    const counted = h('span', { class: 'count', role: 'status' });
    const list = new List({
      label: 'Requests', key: function (r) { return r.number; }, choose: choose,
      render: function (r) {
        return [
          h('span', { class: 'verb' }, r.method), h('span', { class: 'path' }, r.url),
          h('span', { class: 'state ' + stateClass(r.status) }, r.status ? String(r.status) : '–'), h('span', { class: 'num' }, ms(r.took)),
          h('span', { class: 'small' }, r.queryCount ? count(r.queryCount, 'query').replace('querys', 'queries') : ''), h('span', { class: 'small' }, r.transport), h('span', { class: 'small' }, clock(r.at)),
        ];
      },
    });
    const split = new Split(list);
    const pause = h('button', { 'aria-pressed': 'false', onclick: function () { paused = !paused; pause.setAttribute('aria-pressed', String(paused)); pause.textContent = paused ? 'Go on' : 'Pause'; if (!paused) { filter(); } } }, 'Pause');

    function choose(r) {
      const result = h('div', { role: 'status' });
      const again = async function () {
        result.replaceChildren(h('p', { class: 'faint' }, 'Sending …'));
        const what = plain(r);
        what.headers = sendable(what.headers);
        if (what.transport !== 'socket') { what.transport = 'http'; }
        try { result.replaceChildren(answerElement(await send(what))); } catch (err) { result.replaceChildren(h('p', { class: 'note' }, err.message)); }
      };
      const secret = (r.body || '').includes('[redacted]') || r.url.includes('%5Bredacted%5D');
      split.show(r.method + ' ' + r.url,
        h('div', { class: 'buttons' },
          h('button', { class: 'main', disabled: secret, title: secret ? 'It has secrets, which are not recorded: edit it first' : '', onclick: again }, 'Send again'),
          h('button', { onclick: function () { write(plain(r)); } }, 'Edit and send'),
          h('button', { onclick: function (e) { copy(asCurl(plain(r)), e.target); } }, 'Copy as curl'),
          h('button', { onclick: function (e) { copy(asSocket(plain(r)), e.target); } }, 'Copy as sails.io.js')),
        result,
        facts([
          ['status', h('span', { class: stateClass(r.status) }, r.status ? String(r.status) : 'no answer')], ['route', r.route ? r.route + ' → ' + r.target : 'none'], ['from', r.source || r.family],
          ['at', clock(r.at)], ['over', r.transport], ['socket', r.socket], ['user', r.user], ['answer', count(r.bytes, 'byte')], ['id, in the log', r.id],
        ]),
        r.error && [h('h3', null, 'Error'), h('pre', { class: 'bad' }, r.error + (r.frames ? '\n' + r.frames.map(function (f) { return '    at ' + f; }).join('\n') : ''))],
        h('h3', null, 'Time, ' + ms(r.took)), timeline(r),
        queriesElement(r), publishedElement(r),
        r.body && [h('h3', null, 'Body'), h('pre', { tabindex: '0' }, pretty(r.body))],
        r.headers && h('details', null, h('summary', null, 'Headers of the request'), facts(r.headers)),
        r.cut && h('p', { class: 'note' }, 'Parts of this request were too long to be kept.'));
    }
    function write(r) {
      list.none();
      split.show('Request', editor(r, project.sockets));
      split.detail.querySelector('input').focus();
    }
    function filter() {
      if (paused) { return; }
      const wanted = words(field);
      const found = wanted.length ? all.filter(function (r) { return wanted.every(function (w) { return r.text.includes(w); }); }) : all;
      counted.textContent = found.length === all.length ? count(all.length, 'request') : found.length + ' of ' + count(all.length, 'request');
      list.set([...found].reverse());
    }
    function prepare(r) {
      r.text = [r.method, r.url, r.status, r.route, r.target, r.transport, r.user, r.error].join(' ').toLowerCase();
      return r;
    }
    async function load() {
      all = merge((await ask('requests')).map(prepare), all);
      filter();
    }
    let drawing = false;
    const stops = [
      on('request', function (r) {
        if (all.length && r.number <= all[all.length - 1].number) { return; }
        all.push(prepare(r));
        if (all.length > kept) { all.splice(0, all.length - kept); }
        if (drawing) { return; }
        drawing = true; // many requests are drawn once
        requestAnimationFrame(function () { drawing = false; filter(); });
      }),
      on('again', load), on('begin', load),
    ];
    load();
    const begin = function (what) { if (what === 'new') { write(takeStarted() || { method: 'GET', url: '/' }); } };
    const view = {
      elements: [
        h('div', { class: 'bar' }, field, counted, pause,
          h('button', { onclick: async function () { await ask('clear', {}); all = []; split.close(); filter(); } }, 'Clear'),
          h('button', { onclick: function () { write({ method: 'GET', url: '/' }); } }, 'New request')),
        split.element,
      ],
      move: begin, leave: function () { stops.forEach(function (stop) { stop(); }); },
    };
    queueMicrotask(function () { begin(rest); });
    return view;
  },
};
