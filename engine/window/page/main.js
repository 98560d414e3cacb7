import { h } from './dom.js';
import { ask, emit, follow, on } from './api.js';
import { routes } from './routes.js';
import { requests } from './requests.js';
import { records } from './records.js';
import { sockets } from './sockets.js';
import { models } from './models.js';
import { playground } from './playground.js';
import { reloads } from './reloads.js';
import { profiles } from './profiles.js';

// A panel is {name, title, open(project, rest)}: open returns the elements of the panel, with
// leave(), if it has one, called before another panel is shown.
const panels = [routes, requests, records, sockets, models, playground, reloads, profiles];

const main = document.getElementById('panel');
const tabs = document.getElementById('tabs');
const status = document.getElementById('status');
let project = null;
let shown = null;

panels.forEach(function (p, i) {
  p.tab = h('a', { href: '#' + p.name }, p.title, h('kbd', { 'aria-hidden': 'true' }, String(i + 1)));
  tabs.append(p.tab);
});

function show() {
  const [name, ...rest] = decodeURIComponent(location.hash.slice(1)).split('/');
  const panel = panels.find(function (p) { return p.name === name; }) || panels[0];
  if (shown && shown.panel === panel && shown.view.move) { shown.view.move(rest.join('/')); return; }
  if (shown && shown.view.leave) { shown.view.leave(); }
  for (const p of panels) {
    if (p === panel) { p.tab.setAttribute('aria-current', 'page'); } else { p.tab.removeAttribute('aria-current'); }
  }
  panel.tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const view = panel.open(project, rest.join('/'));
  main.replaceChildren(...view.elements);
  shown = { panel: panel, view: view };
}

const keys = [
  ['1 … ' + panels.length, 'go to a panel'], ['/', 'search in the panel'], ['↑ ↓ Home End', 'move in a list'],
  ['Esc', 'close details'], ['t', 'light, dark, or as the system'], ['?', 'show these keys'],
];
const help = document.getElementById('help');
help.append(h('h2', null, 'Keys'), h('dl', { class: 'facts' }, keys.map(function (k) { return [h('dt', null, h('kbd', null, k[0])), h('dd', null, k[1])]; })),
  h('form', { method: 'dialog', onsubmit: function (e) { e.preventDefault(); help.close(); } }, h('button', { autofocus: true }, 'Close')));

const themes = ['', 'light', 'dark'];
function theme(name) {
  document.documentElement.dataset.theme = name;
  try { localStorage.setItem('framework.window.theme', name); } catch { /* it is for this time only */ }
}
try { theme(localStorage.getItem('framework.window.theme') || ''); } catch { /* as the system */ }

addEventListener('keydown', function (e) {
  if (e.altKey || e.ctrlKey || e.metaKey || e.target.closest('input, textarea, select, [contenteditable], dialog')) { return; }
  const n = Number(e.key);
  if (n >= 1 && n <= panels.length) { location.hash = panels[n - 1].name; e.preventDefault(); return; }
  switch (e.key) {
    case '/': main.querySelector('input[type=search]')?.focus(); break;
    case '?': help.showModal(); break;
    case 't': theme(themes[(themes.indexOf(document.documentElement.dataset.theme || '') + 1) % themes.length]); break;
    default: return;
  }
  e.preventDefault();
});

function say(text, bad) {
  status.textContent = text;
  status.className = bad ? 'bad' : '';
}

async function describe() {
  project = await ask('project');
  document.title = project.name + ' – framework';
  document.getElementById('name').textContent = project.name;
  document.getElementById('about').textContent = `${project.environment}, as ${project.profile}, ${project.routes.toLocaleString('en')} routes, ${project.models.toLocaleString('en')} models, ${project.root}`;
}

on('begin', function () { say('connected'); });
on('away', function () { say('the server does not answer', true); });
on('closed', function () { say('the server was started again: open the link that it has printed', true); });
on('reload', function (r) {
  if (r.error) { say('the last save is not served: see Reloads', true); return; }
  say('connected');
  describe().catch(function (e) { say(e.message, true); });
});
on('lost', function () { emit('again', {}); });

try {
  await describe();
  show();
  addEventListener('hashchange', show);
  document.documentElement.dataset.ready = 'true';
  follow();
} catch (e) {
  say(e.message, true);
}
