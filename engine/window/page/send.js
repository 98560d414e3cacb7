// Requests that a person writes on the page.

import { h, facts, ms, pretty, copy } from './dom.js';
import { ask } from './api.js';
import { request } from './socket.js';
import { rehearse } from './rehearsal.js';

let guarded = false; // requests that change something need a token of their session

// protect says whether the project has its requests protected against those of other sites.
export function protect(on) { guarded = on; }

// permitted are the headers of a request, with a token where it needs one. Tokens that were
// recorded are those of other sessions, or are not shown.
async function permitted(r) {
  const headers = r.headers.filter(function (h) { return !(guarded && tokens.test(h[0]) && h[1] === '[redacted]'); });
  if (!guarded || /^(GET|HEAD|OPTIONS)$/.test(r.method) || headers.some(function (h) { return tokens.test(h[0]); })) { return headers; }
  const { token } = await ask('token');
  return token ? headers.concat([['X-CSRF-Token', token]]) : headers;
}

let started = null; // what the next editor begins with

// startSend opens the panel of requests with a request to be written.
export function startSend(request) {
  started = request;
  if (location.hash === '#requests/new') { dispatchEvent(new HashChangeEvent('hashchange')); } else { location.hash = 'requests/new'; }
}

export function takeStarted() {
  const out = started;
  started = null;
  return out;
}

// Browsers set these themselves.
const own = /^(accept-encoding|accept-language|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|te|trailer|transfer-encoding|upgrade.*|user-agent|via|proxy-.*|sec-.*|if-none-match|if-modified-since|cache-control|pragma)$/i;

// The token of a session is in one of these headers.
const tokens = /^(x-)?(csrf|xsrf)-token$/i;

// sendable are the headers of a recorded request that may be sent again.
export function sendable(headers) {
  return (headers || []).filter(function (h) { return !own.test(h[0]) && h[1] !== '[redacted]'; });
}

function quoted(text) { return "'" + text.replaceAll("'", "'\\''") + "'"; }

export function asCurl(r) {
  const parts = ['curl'];
  if (r.method !== 'GET') { parts.push('-X ' + r.method); }
  parts.push(quoted(location.origin + r.url));
  for (const [name, v] of r.headers.filter(function (h) { return !own.test(h[0]) || /^accept/i.test(h[0]) === false && h[1] === '[redacted]'; })) {
    parts.push('-H ' + quoted(name + ': ' + v));
  }
  if (r.body) {
    if (!r.headers.some(function (h) { return /^content-type$/i.test(h[0]); })) { parts.push("-H 'Content-Type: application/json'"); }
    parts.push('--data ' + quoted(r.body));
  }
  return parts.join(' ');
}

export function asSocket(r) {
  const options = { method: r.method.toLowerCase(), url: r.url };
  if (r.body) { try { options.data = JSON.parse(r.body); } catch { options.data = r.body; } }
  const headers = Object.fromEntries(sendable(r.headers).filter(function (h) { return !/^(accept|content-type)$/i.test(h[0]); }));
  if (Object.keys(headers).length) { options.headers = headers; }
  return 'io.socket.request(' + JSON.stringify(options, null, 2) + ', function (body, response) {\n  console.log(response.statusCode, body);\n});';
}

// send sends a request with the session of this browser, and returns {status, headers,
// body, took}.
export async function send(r) {
  const began = performance.now();
  const list = await permitted(r);
  if (r.transport === 'socket') {
    let data;
    if (r.body) { data = JSON.parse(r.body); }
    const a = await request(r.method, r.url, data, Object.fromEntries(list));
    return { status: a.statusCode, headers: Object.entries(a.headers || {}), body: typeof a.body === 'string' ? a.body : JSON.stringify(a.body, null, 2), took: performance.now() - began };
  }
  const headers = new Headers();
  for (const [name, v] of list) { headers.append(name, v); }
  const options = { method: r.method, headers: headers, redirect: 'manual', cache: 'no-store' };
  if (r.body && r.method !== 'GET' && r.method !== 'HEAD') {
    options.body = r.body;
    if (!headers.has('Content-Type')) { headers.set('Content-Type', 'application/json'); }
  }
  const answer = await fetch(r.url, options);
  const body = await answer.text();
  return { status: answer.type === 'opaqueredirect' ? 'a redirect' : answer.status, headers: [...answer.headers], body: pretty(body), took: performance.now() - began };
}

export function answerElement(a) {
  return h('div', { class: 'answer' },
    h('h3', null, 'Answer'), facts([['status', String(a.status)], ['took', ms(a.took)]]),
    h('pre', { tabindex: '0' }, a.body.slice(0, 200000) || '(empty)'),
    h('details', null, h('summary', null, 'Headers'), facts(a.headers)));
}

// editor is a form for a request; r is what it begins with.
export function editor(r, sockets) {
  const transport = h('select', { 'aria-label': 'Over' }, h('option', { value: 'http' }, 'HTTP'), sockets ? h('option', { value: 'socket' }, 'socket') : null);
  transport.value = sockets && r.transport === 'socket' ? 'socket' : 'http';
  const method = h('select', { 'aria-label': 'Method' }, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map(function (m) { return h('option', { value: m }, m); }));
  method.value = r.method === 'ALL' ? 'GET' : r.method || 'GET';
  const url = h('input', { value: r.url || '/', 'aria-label': 'Path and query', spellcheck: 'false' });
  const headers = h('textarea', { 'aria-label': 'Headers, one in each line', placeholder: 'Authorization: Bearer …', spellcheck: 'false', rows: '2' });
  headers.value = sendable(r.headers).map(function (h) { return h[0] + ': ' + h[1]; }).join('\n');
  const body = h('textarea', { 'aria-label': 'Body', placeholder: '{"name": "Rex"}', spellcheck: 'false', rows: '6' });
  body.value = r.body ? pretty(r.body) : '';
  const out = h('div', { role: 'status' });
  const form = h('form', { class: 'form', onsubmit: go },
    h('div', { class: 'line' }, transport, method, url, h('button', { class: 'main' }, 'Send')),
    (r.body || '').includes('[redacted]') && h('p', { class: 'note' }, 'Fill in what says [redacted]: secrets are not recorded.'),
    h('label', null, 'Headers'), headers, h('label', null, 'Body'), body,
    h('div', { class: 'buttons' },
      h('button', { type: 'button', onclick: function () { rehearse(read(), out); } }, 'Ask the policies'),
      h('button', { type: 'button', onclick: function (e) { copy(asCurl(read()), e.target); } }, 'Copy as curl'),
      h('button', { type: 'button', onclick: function (e) { copy(asSocket(read()), e.target); } }, 'Copy as sails.io.js')),
    out);

  function read() {
    const list = headers.value.split('\n').map(function (line) { return /^\s*([^:\s]+)\s*:\s*(.*)$/.exec(line); }).filter(Boolean).map(function (m) { return [m[1], m[2]]; });
    let text = body.value.trim();
    try { text = JSON.stringify(JSON.parse(text)); } catch { /* it is sent as it is */ }
    return { transport: transport.value, method: method.value, url: url.value.trim(), headers: list, body: text };
  }
  async function go(e) {
    e.preventDefault();
    out.replaceChildren(h('p', { class: 'faint' }, 'Sending …'));
    try { out.replaceChildren(answerElement(await send(read()))); } catch (err) { out.replaceChildren(h('p', { class: 'note' }, err.message)); }
  }
  return form;
}
