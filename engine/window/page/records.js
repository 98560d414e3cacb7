import { h, facts, count, pretty, search, words, List } from './dom.js';
import { ask, on } from './api.js';
import { send, answerElement, protect } from './send.js';
import { configure, onEvent, request } from './socket.js';

const size = 50;

// fill puts ids into the path of a route; without one, an optional parameter is left out.
function fill(path, ids) {
  return path.replace(/\/:([A-Za-z_]\w*)(\?)?/g, function (whole, name) {
    const v = ids[name];
    return v === undefined ? '' : '/' + encodeURIComponent(v);
  });
}

const plain = { find: 'GET', findone: 'GET', create: 'POST', update: 'PUT', destroy: 'DELETE', populate: 'GET', add: 'POST', remove: 'DELETE', replace: 'PUT' };

function cell(v) {
  if (v === null || v === undefined) { return h('span', { class: 'faint' }, v === null ? 'null' : ''); }
  if (Array.isArray(v)) { return count(v.length, 'record'); }
  const text = typeof v === 'object' ? JSON.stringify(v) : String(v);
  return text.length > 80 ? text.slice(0, 80) + ' …' : text;
}

// read makes a value of what is written in a field: JSON, or text for attributes that are text.
function read(text, a) {
  if (/^(string|text|email|date|datetime|ref)$/.test(a.type || '') && !/^(null|["[{])/.test(text.trim())) { return text; }
  try { return JSON.parse(text); } catch { return text; }
}

// cleared is the value of a field that was emptied: text is empty then, which null would not
// be everywhere.
function cleared(a) { return /^(string|text|email)$/.test(a.type || '') ? '' : null; }

function written(v) { return typeof v === 'string' ? v : v === undefined ? '' : JSON.stringify(v); }

export const records = {
  name: 'records', title: 'Records',
  open: function (project, rest) {
    configure(project.sockets);
    protect(project.csrf);
    let models = [];
    let model = null;
    let page = 0;
    let rows = [];
    let fixed = null; // {title, url} of an association that is followed
    const field = search('Filter: a model', draw);
    const side = new List({
      label: 'Models', key: function (m) { return m.identity; }, choose: function (m) {
        const there = '#records/' + m.identity;
        if (location.hash === there) { move(m.identity); } else { location.hash = there; } // an association may have led elsewhere
      },
      render: function (m) { return [h('span', { class: 'path' }, m.name), h('span', { class: 'small' }, m.datastore)]; },
    });
    const main = h('section', { class: 'scroll', 'aria-label': 'Records' }, h('p', { class: 'empty' }, 'Choose a model.'));
    const where = h('input', { class: 'mono', placeholder: '{"age": {">": 3}}', 'aria-label': 'Criteria', spellcheck: 'false' });
    const sort = h('input', { class: 'mono', placeholder: 'createdAt DESC', 'aria-label': 'Sort', spellcheck: 'false' });
    const extra = h('textarea', { 'aria-label': 'Headers, one in each line', placeholder: 'Authorization: Bearer …', rows: '2', spellcheck: 'false' });
    const table = h('div', { class: 'wide' });
    const state = h('p', { role: 'status' });
    const detail = h('div');
    const box = h('div', { class: 'split' }, side.element, main);
    box.classList.add('open', 'left');

    function draw() {
      const wanted = words(field);
      side.set(models.filter(function (m) { return wanted.every(function (w) { return m.name.toLowerCase().includes(w) || m.identity.includes(w); }); }));
    }
    function headers() {
      return extra.value.split('\n').map(function (line) { return /^\s*([^:\s]+)\s*:\s*(.*)$/.exec(line); }).filter(Boolean).map(function (m) { return [m[1], m[2]]; });
    }
    // call sends a request to a default action, as any client does.
    async function call(action, ids, query, body) {
      const r = model.routes && model.routes[action];
      if (!r) { throw new Error('there is no route to the action ' + action + ' of ' + model.name); }
      const list = headers();
      const method = r.verb || plain[action];
      const a = await send({ transport: 'http', method: method, url: fill(r.path, ids) + (query ? '?' + query : ''), headers: list, body: body === undefined ? '' : JSON.stringify(body) });
      if (a.status >= 400 || typeof a.status !== 'number') {
        const e = new Error(method + ' ' + fill(r.path, ids) + ': ' + a.status + (r.policies.length ? ' (policies: ' + r.policies.join(', ') + ')' : ''));
        e.answer = a;
        throw e;
      }
      return a.body ? JSON.parse(a.body) : null;
    }
    function fail(e) { state.replaceChildren(h('span', { class: 'bad' }, e.message), e.answer ? answerElement(e.answer) : ''); }

    // load shows the records that are asked for now: an answer that comes after another
    // question is left out.
    let asked = 0;
    async function load() {
      if (!model) { return; }
      const number = ++asked, title = fixed ? fixed.title : '';
      state.textContent = title || 'Loading …';
      let got;
      try {
        if (fixed) {
          const a = await send({ transport: 'http', method: 'GET', url: fixed.url, headers: headers(), body: '' });
          if (a.status >= 400) { const e = new Error(fixed.url + ': ' + a.status); e.answer = a; throw e; }
          got = JSON.parse(a.body);
        } else {
          const query = new URLSearchParams();
          if (where.value.trim()) { JSON.parse(where.value); query.set('where', where.value.trim()); }
          if (sort.value.trim()) { query.set('sort', sort.value.trim()); }
          query.set('limit', String(size));
          if (page) { query.set('skip', String(page * size)); }
          got = await call('find', {}, query.toString());
        }
        if (number !== asked) { return; }
        rows = Array.isArray(got) ? got : got ? [got] : [];
        state.textContent = rows.length > 0 ? title : title ? title + ': no records.' : 'No records.';
        show();
        listen();
      } catch (e) {
        if (number !== asked) { return; }
        rows = [];
        show();
        fail(e instanceof SyntaxError ? new Error('The criteria are no JSON: ' + e.message) : e);
      }
    }
    let own = ''; // the change that this page has made last, of which it hears as others do
    function show() {
      const at = document.activeElement?.closest('tr[data-id]')?.dataset.id;
      const names = [...new Set([model.key, ...model.attributes.filter(function (a) { return !a.hidden && !a.collection; }).map(function (a) { return a.name; })])];
      table.replaceChildren(h('table', null,
        h('thead', null, h('tr', null, names.map(function (n) { return h('th', null, n); }))),
        h('tbody', null, rows.map(function (r) {
          const tr = h('tr', { tabindex: '0', 'data-id': String(r[model.key]), onclick: function () { edit(r); }, onkeydown: function (e) { if (e.key === 'Enter') { e.preventDefault(); edit(r); } } },
            names.map(function (n) { return h('td', null, cell(r[n])); }));
          return tr;
        }))));
      if (at !== undefined) { rowOf(at)?.focus(); } // it is another element now
    }
    function rowOf(id) { return table.querySelector('tr[data-id="' + CSS.escape(String(id)) + '"]'); }
    // listen has the socket of this page subscribed to what is shown, by asking for it.
    let wanted = '';
    async function listen() {
      const r = model.routes && model.routes.find;
      if (!project.sockets || !r || fixed) { return; }
      const query = new URLSearchParams({ limit: String(size), skip: String(page * size) });
      if (where.value.trim()) { query.set('where', where.value.trim()); }
      const url = fill(r.path, {}) + '?' + query;
      wanted = model.identity;
      try { await request('GET', url, undefined, Object.fromEntries(headers())); } catch (e) { console.debug(e); }
    }
    function live(name, message) {
      if (!model || name !== wanted || !message || typeof message !== 'object') { return; }
      const id = String(message.id ?? (message.data && message.data[model.key]));
      const i = rows.findIndex(function (r) { return String(r[model.key]) === id; });
      if (message.verb === 'created' && i < 0 && message.data) { rows.unshift(message.data); } else if (message.verb === 'updated' && i >= 0) { Object.assign(rows[i], message.data); } else if (message.verb === 'destroyed' && i >= 0) { rows.splice(i, 1); } else if (i < 0) { return; }
      if (own !== message.verb + ' ' + id) { state.textContent = message.verb + ' ' + id + ', live'; }
      show();
      rowOf(id)?.classList.add('changed');
    }

    function edit(record) {
      const isNew = record === null;
      const fields = model.attributes.filter(function (a) { return !a.collection && !a.hidden && !(a.automatic && isNew); });
      const inputs = new Map();
      const form = h('form', { class: 'form', onsubmit: save, onkeydown: function (e) { if (e.key === 'Escape') { e.stopPropagation(); cancel(); } } },
        h('h2', null, isNew ? 'New ' + model.name : model.name + ' ' + record[model.key]),
        fields.map(function (a) {
          let v = isNew ? undefined : record[a.name];
          if (a.model && v && typeof v === 'object') { v = v[keyOf(a.model)]; }
          const input = h('input', { value: written(v), 'aria-label': a.name, class: 'mono', disabled: a.automatic, placeholder: a.required ? 'required' : '' });
          inputs.set(a, { input: input, before: input.value });
          return h('label', { class: 'field' }, h('span', null, a.name, h('small', { class: 'faint' }, ' ', a.model ? a.model : a.type || '')), input,
            a.model && v !== undefined && v !== null && h('button', { type: 'button', onclick: function () { follow(a.model, '', null, v); } }, 'Open'));
        }),
        h('div', { class: 'buttons' }, h('button', { class: 'main' }, isNew ? 'Create' : 'Save'),
          !isNew && h('button', { type: 'button', onclick: remove }, 'Delete'),
          h('button', { type: 'button', onclick: cancel }, 'Cancel')),
        !isNew && model.attributes.filter(function (a) { return a.collection; }).map(function (a) {
          return h('button', { type: 'button', onclick: function () { follow(a.collection, model.name + ' ' + record[model.key] + ': ' + a.name, fill(a.route.path, { parentid: record[model.key] })); }, disabled: !a.route, title: a.route ? '' : 'there is no route to these records' }, a.name + ' →');
        }),
        !isNew && h('details', null, h('summary', null, 'As JSON'), h('pre', null, pretty(JSON.stringify(record)))));
      detail.replaceChildren(form);
      form.querySelector('input:not([disabled])')?.focus();

      function cancel() {
        detail.replaceChildren();
        (record === null ? main.querySelector('.buttons button') : rowOf(record[model.key]))?.focus();
      }
      async function save(e) {
        e.preventDefault();
        const values = {};
        for (const [a, field] of inputs) {
          if (!a.automatic && field.input.value !== field.before) { values[a.name] = field.input.value === '' ? cleared(a) : read(field.input.value, a); }
        }
        try {
          const got = await call(isNew ? 'create' : 'update', isNew ? {} : { id: record[model.key] }, '', values);
          own = (isNew ? 'created ' : 'updated ') + (got && got[model.key]);
          detail.replaceChildren();
          await load();
          if (!detail.firstChild) { rowOf(got && got[model.key])?.focus(); } // else another record was opened meanwhile
          state.textContent = (isNew ? 'Created ' : 'Saved ') + (got && got[model.key] !== undefined ? got[model.key] : '') + '.';
        } catch (err) { fail(err); }
      }
      async function remove() {
        if (!confirm('Delete ' + model.name + ' ' + record[model.key] + '?')) { return; }
        try {
          await call('destroy', { id: record[model.key] }, '');
          own = 'destroyed ' + record[model.key];
          detail.replaceChildren();
          await load();
          state.textContent = 'Deleted ' + record[model.key] + '.';
        } catch (err) { fail(err); }
      }
    }
    function keyOf(identity) {
      const m = models.find(function (other) { return other.identity === identity.toLowerCase(); });
      return m ? m.key : 'id';
    }
    // follow shows the records at the other end of an association.
    function follow(identity, title, url, id) {
      const to = models.find(function (m) { return m.identity === identity.toLowerCase(); });
      if (!to) { return; }
      if (id !== undefined) {
        start(to);
        where.value = JSON.stringify({ [to.key]: id });
        load();
        return;
      }
      start(to);
      fixed = { title: title, url: url };
      load();
    }
    function start(m) {
      model = m;
      page = 0;
      fixed = null;
      rows = [];
      table.replaceChildren();
      detail.replaceChildren();
      where.value = '';
      sort.value = '';
      side.at = side.items.indexOf(m);
      side.draw();
      main.replaceChildren(
        h('h2', null, m.name),
        facts([['list', m.routes && m.routes.find ? m.routes.find.path : h('span', { class: 'warn' }, 'no route: the default action find is switched off')], ['policies', m.routes && m.routes.find ? m.routes.find.policies : []]]),
        h('form', { class: 'form', onsubmit: function (e) { e.preventDefault(); page = 0; fixed = null; load(); } },
          h('div', { class: 'line' }, where, sort, h('button', { class: 'main' }, 'Find')),
          h('details', null, h('summary', null, 'Headers of the requests'), extra)),
        h('div', { class: 'buttons' },
          h('button', { onclick: function () { edit(null); } }, 'New record'),
          h('button', { onclick: function () { if (page > 0) { page--; load(); } } }, 'Previous'),
          h('button', { onclick: function () { if (rows.length === size) { page++; load(); } } }, 'Next')),
        state, detail, table);
    }
    function move(identity) {
      const m = models.find(function (other) { return other.identity === identity; });
      if (m) { start(m); load(); }
    }
    async function read0() {
      models = await ask('models');
      draw();
      if (rest && !model) { move(rest); }
    }
    read0().catch(fail);
    const stops = [onEvent(live), on('reload', function (r) { if (!r.error) { read0(); } })];
    return { elements: [h('div', { class: 'bar' }, field), box], move: move, leave: function () { stops.forEach(function (stop) { stop(); }); } };
  },
};
