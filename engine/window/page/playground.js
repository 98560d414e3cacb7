import { h } from './dom.js';
import { ask } from './api.js';

// What was typed and answered stays while the page is open.
const past = [];
const shown = [];

export const playground = {
  name: 'playground', title: 'Playground',
  open: function (project) {
    if (!project.playground) {
      return { elements: [h('div', { class: 'bar' }), h('p', { class: 'empty' }, 'The playground is switched off (setting window.playground).')] };
    }
    let at = past.length;
    const log = h('div', { class: 'scroll console', role: 'log', 'aria-label': 'Output', tabindex: '0' });
    const input = h('textarea', { rows: '2', 'aria-label': 'Input', placeholder: 'await Pet.find({age: {">": 3}})', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' });
    const hints = h('div', { class: 'hints', role: 'status' });
    const add = function (kind, text) {
      const el = h('pre', { class: kind }, text);
      log.append(el);
      log.scrollTop = log.scrollHeight;
      return el;
    };
    for (const each of shown) { add(each[0], each[1]); }
    const note = function (kind, text) { shown.push([kind, text]); if (shown.length > 200) { shown.shift(); } return add(kind, text); };

    async function run() {
      const text = input.value;
      if (!text.trim()) { return; }
      hints.replaceChildren();
      input.disabled = true;
      try {
        const out = await ask('run', { text: text });
        if (out.incomplete) { input.value = text + '\n'; return; }
        if (past[past.length - 1] !== text) { past.push(text); }
        at = past.length;
        note('typed', '> ' + text);
        note(out.failed ? 'bad' : '', out.text);
        input.value = '';
      } catch (e) { note('bad', e.message); } finally { input.disabled = false; input.focus(); }
    }
    async function complete() {
      const before = input.value.slice(0, input.selectionStart);
      const [whole] = /[\w$.]*$/.exec(before);
      const names = whole.split('.');
      const prefix = names.pop();
      let list;
      try { list = await ask('complete', { of: names, prefix: prefix }); } catch (e) { console.debug(e); return; }
      if (!list.length) { return; }
      let common = list[0];
      for (const n of list) { while (!n.startsWith(common)) { common = common.slice(0, -1); } }
      if (common.length > prefix.length) {
        input.setRangeText(common.slice(prefix.length), input.selectionStart, input.selectionStart, 'end');
      }
      hints.replaceChildren(...(list.length > 1 ? list.map(function (n) { return h('span', { class: 'chip' }, n); }) : []));
    }
    let leaves = false; // Escape was pressed: Tab leaves the field
    input.addEventListener('keydown', function (e) {
      const tabs = !leaves;
      leaves = e.key === 'Escape';
      const single = !input.value.includes('\n');
      if (e.key === 'Enter' && !e.shiftKey) { e.preventDefault(); run(); }
      else if (e.key === 'Tab' && tabs && !e.shiftKey && /[\w$.]$/.test(input.value.slice(0, input.selectionStart))) { e.preventDefault(); complete(); }
      else if (e.key === 'ArrowUp' && single && at > 0) { e.preventDefault(); input.value = past[--at]; }
      else if (e.key === 'ArrowDown' && single && at < past.length) { e.preventDefault(); input.value = past[++at] || ''; }
    });
    queueMicrotask(function () { input.focus(); });
    return {
      elements: [
        h('div', { class: 'bar' }, h('span', { class: 'faint' }, 'Runs in the lifted project, as framework console does. Enter runs, Shift+Enter begins a line, Tab completes (after Esc it leaves the field), ↑ goes back.'),
          h('button', { onclick: function () { shown.length = 0; log.replaceChildren(); } }, 'Clear')),
        h('div', { class: 'play' }, log, hints, h('div', { class: 'ask' }, input, h('button', { class: 'main', onclick: run }, 'Run'))),
      ],
    };
  },
};
