import { h, facts, clock, count, search, words, List, Split } from './dom.js';
import { ask, merge, on } from './api.js';
import { configure, connect, socketID } from './socket.js';

const verbs = [['update', 'an update'], ['destroy', 'its end'], ['message', 'a message'], ['create', 'a new record']];

function hearsElement(list) {
  if (!list.length) { return h('p', { class: 'faint' }, 'Nothing since the page was opened.'); }
  return h('table', null,
    h('thead', null, h('tr', null, h('th', null, 'at'), h('th', null, 'event'), h('th', null, 'data'))),
    h('tbody', null, [...list].reverse().slice(0, 100).map(function (e) {
      return h('tr', null, h('td', null, clock(e.at)), h('td', null, e.event), h('td', null, h('code', null, e.data)));
    })));
}

export const sockets = {
  name: 'sockets', title: 'Sockets',
  open: function (project) {
    configure(project.sockets);
    let clients = [];
    let emitted = [];
    let chosen = null; // the id of a socket, '' for all of them
    const field = search('Filter: words of id, room, address, client', draw);
    const counted = h('span', { class: 'count', role: 'status' });
    const list = new List({
      label: 'Sockets', key: function (c) { return c.id; }, choose: show,
      render: function (c) {
        return [h('span', { class: 'path' }, c.id + (c.id === socketID() ? ' (this page)' : '')), h('span', { class: 'small' }, c.transport), h('span', { class: 'num' }, count(c.rooms.length, 'room')), h('span', { class: 'small' }, c.remote), h('span', { class: 'target' }, c.agent)];
      },
    });
    const split = new Split(list, function () { chosen = null; });

    const heard = h('div');
    function hears() { heard.replaceChildren(hearsElement(emitted.filter(function (e) { return chosen === '' || e.sockets.includes(chosen); }))); }

    function draw() {
      const wanted = words(field);
      const found = clients.filter(function (c) { const text = [c.id, c.remote, c.agent, c.transport, ...c.rooms].join(' ').toLowerCase(); return wanted.every(function (w) { return text.includes(w); }); });
      list.set(found);
    }
    function sender(room) {
      const event = h('input', { 'aria-label': 'Event', placeholder: 'event', value: 'message' });
      const data = h('textarea', { 'aria-label': 'Data', placeholder: '{"text": "hello"}', rows: '2', spellcheck: 'false' });
      const said = h('p', { role: 'status' });
      return h('form', { class: 'form', onsubmit: async function (e) {
        e.preventDefault();
        try { said.textContent = 'Sent to ' + count((await ask('emit', { room: room, event: event.value, data: data.value })).sockets, 'socket') + '.'; } catch (err) { said.textContent = err.message; }
      } }, h('div', { class: 'line' }, event, h('button', { class: 'main' }, room ? 'Send' : 'Send to all')), data, said);
    }
    function show(c) {
      chosen = c.id;
      split.show(c.id,
        facts([['since', clock(c.since)], ['over', c.transport], ['from', c.remote], ['client', c.agent], ['sails.io.js', c.sdk], ['rooms', c.rooms.length ? c.rooms : 'none']]),
        h('h3', null, 'Send to this socket'), sender(c.id),
        h('h3', null, 'What it heard'), heard);
      hears();
    }
    async function load() {
      const got = await ask('sockets');
      clients = got.clients;
      emitted = merge(got.emitted, emitted);
      counted.textContent = count(got.all, 'socket');
      draw();
    }
    const verb = h('select', { 'aria-label': 'Of what' }, verbs.map(function (v) { return h('option', { value: v[0] }, v[1]); }));
    const about = h('input', { placeholder: 'pet 7', 'aria-label': 'Model and id', class: 'mono', spellcheck: 'false' });
    const form = h('form', { onsubmit: audience }, verb, about, h('button', null, 'Who hears?'));
    async function audience(e) {
      e.preventDefault();
      const [model, id] = about.value.trim().split(/\s+/);
      chosen = null;
      list.none();
      const title = 'Who hears of ' + verbs.find(function (v) { return v[0] === verb.value; })[1] + ' of ' + about.value.trim();
      try {
        const got = await ask('audience?' + new URLSearchParams({ model: model || '', id: id || '', verb: verb.value }));
        split.show(title,
          got.rechecked && h('p', { class: 'note' }, 'pubsub.recheck is on: the policies of the action that reads the record decide for each of these sockets whether it gets the message.'),
          got.rooms.map(function (r) {
            return [h('h3', null, 'Room'), h('p', { class: 'mono' }, r.name), h('p', null, 'For ' + r.why + '.'),
              r.sockets.length ? h('ul', null, r.sockets.map(function (s) { return h('li', { class: 'mono' }, s + (s === socketID() ? ' (this page)' : '')); })) : h('p', { class: 'warn' }, 'Nobody is in it.')];
          }),
          h('p', { class: 'faint' }, 'The socket that makes a change does not get the message about it.'));
      } catch (err) { split.show(title, h('p', { class: 'note' }, err.message)); }
    }
    let later = 0;
    const again = function () { clearTimeout(later); later = setTimeout(function () { load().catch(console.debug); }, 300); };
    const timer = setInterval(again, 4000); // who comes and goes
    const stops = [
      on('emitted', function (e) {
        if (emitted.length && e.number <= emitted[emitted.length - 1].number) { return; }
        emitted.push(e);
        if (emitted.length > 300) { emitted.shift(); }
        if (chosen === '' || e.sockets.includes(chosen)) { hears(); }
      }),
      on('again', again), on('request', function (r) { if (r.transport === 'socket') { again(); } }),
    ];
    load();
    return {
      elements: [
        h('div', { class: 'bar' }, field, counted, form,
          h('button', { onclick: function () { list.none(); chosen = ''; split.show('All sockets', h('h3', null, 'Send to all'), sender(''), h('h3', null, 'What was emitted'), heard); hears(); } }, 'All sockets'),
          project.sockets && h('button', { onclick: async function () { try { await connect(); await load(); } catch (e) { counted.textContent = e.message; } } }, 'Connect this page')),
        split.element,
      ],
      leave: function () { clearInterval(timer); clearTimeout(later); stops.forEach(function (stop) { stop(); }); },
    };
  },
};
