// What the policies say about a request. They run, nothing behind them does.

import { h, facts, ms, pretty } from './dom.js';
import { ask } from './api.js';

function saidElement(s) {
  return h('li', { class: s.passed ? 'answers' : 'guard' },
    h('strong', { class: 'mono' }, s.policy), ' ', h('span', { class: s.passed ? 'good' : 'bad' }, s.passed ? 'lets it pass' : 'does not let it pass'),
    h('div', { class: 'faint' }, [s.source, ms(s.took)].filter(Boolean).join(', ')));
}

function endElement(r) {
  if (r.passed) {
    return h('li', { class: 'answers' }, h('strong', null, r.said.length ? 'All let it pass' : 'No policy was asked'), h('div', { class: 'faint' }, r.target + ' would serve it. It was not run.'));
  }
  const what = r.error ? 'It failed' : r.status ? 'It was answered with ' + r.status : 'It was not answered';
  return h('li', { class: 'guard' }, h('strong', { class: 'bad' }, what),
    !r.said.length && r.target && h('div', { class: 'faint' }, 'by ' + r.target),
    facts([['to', r.location]]), r.error && h('pre', { class: 'bad', tabindex: '0' }, r.error), r.body && h('pre', { tabindex: '0' }, pretty(r.body)));
}

// rehearse asks the policies about a request with the session of this browser, and shows in
// out what they say.
export async function rehearse(r, out) {
  out.replaceChildren(h('p', { class: 'faint' }, 'Asking …'));
  try {
    const answer = await ask('rehearse', { method: r.method, url: r.url, headers: r.headers, body: r.body });
    out.replaceChildren(h('h3', null, 'What the policies say'), h('ol', { class: 'steps' }, answer.said.map(saidElement), endElement(answer)));
  } catch (err) { out.replaceChildren(h('p', { class: 'note' }, err.message)); }
}
