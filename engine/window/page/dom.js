// Elements of the page. Data only ever becomes text: nothing here takes HTML.

// h makes an element. Attributes: "on…" is a listener, "class" and others are set as they
// are; false, null and undefined leave one out. Children are elements and texts.
export function h(tag, attributes, ...children) {
  const el = document.createElement(tag);
  for (const [name, v] of Object.entries(attributes || {})) {
    if (v === false || v === null || v === undefined) { continue; }
    if (name.startsWith('on')) { el.addEventListener(name.slice(2), v); }
    else if (name === 'value') { el.value = v; }
    else { el.setAttribute(name, v === true ? '' : v); }
  }
  el.append(...children.flat(Infinity).filter(function (c) { return c !== null && c !== undefined && c !== false; }));
  return el;
}

// facts is a list of names and values; those without a value are left out.
export function facts(pairs) {
  const dl = h('dl', { class: 'facts' });
  for (const [name, v] of pairs) {
    if (v === '' || v === null || v === undefined || (Array.isArray(v) && v.length === 0)) { continue; }
    dl.append(h('dt', null, name), h('dd', null, Array.isArray(v) ? v.map(function (each) { return h('span', { class: 'chip' }, each); }) : v));
  }
  return dl;
}

export function ms(n) {
  if (n < 1) { return n.toFixed(2) + ' ms'; }
  return n < 100 ? n.toFixed(1) + ' ms' : n < 10000 ? Math.round(n) + ' ms' : (n / 1000).toFixed(1) + ' s';
}

export function clock(at) { return new Date(at).toLocaleTimeString(undefined, { hour12: false }); }

export function count(n, noun) { return n.toLocaleString('en') + ' ' + noun + (n === 1 ? '' : 's'); }

export function pretty(text) {
  try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
}

// copy puts a text on the clipboard, and shows it where that is not allowed.
export async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    const before = button.textContent;
    button.textContent = 'Copied';
    setTimeout(function () { button.textContent = before; }, 1200);
  } catch {
    const area = h('textarea', { readonly: true, value: text, 'aria-label': 'Text to copy' });
    button.parentElement.after(area);
    area.select();
  }
}

// narrow reports whether rows have two lines.
const narrow = matchMedia('(max-width: 46rem)');

// List shows many items, of which only those in view are elements. options: render(item) is
// the content of a row, choose(item) is called for the one that a person chooses, key(item)
// tells items apart, label names the list.
export class List {
  constructor(options) {
    this.options = options;
    this.items = [];
    this.at = -1;
    this.space = h('div', { class: 'space', role: 'presentation' });
    this.element = h('div', { class: 'list', role: 'listbox', tabindex: '0', 'aria-label': options.label }, this.space);
    this.rows = new Map();
    this.element.addEventListener('scroll', () => this.draw());
    this.element.addEventListener('keydown', (e) => this.key(e));
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  get height() { return narrow.matches ? 56 : 30; }

  // set replaces the items. The chosen one stays chosen.
  set(items) {
    const chosen = this.items[this.at] && this.options.key(this.items[this.at]);
    this.items = items;
    this.at = chosen === undefined ? -1 : items.findIndex((item) => this.options.key(item) === chosen);
    this.rows.forEach(function (row) { row.remove(); });
    this.rows.clear();
    this.draw();
  }

  draw() {
    const height = this.height;
    this.space.style.height = this.items.length * height + 'px';
    const first = Math.max(0, Math.floor(this.element.scrollTop / height) - 4);
    const last = Math.min(this.items.length, Math.ceil((this.element.scrollTop + this.element.clientHeight) / height) + 4);
    for (const [i, row] of this.rows) {
      if (i < first || i >= last) { row.remove(); this.rows.delete(i); }
    }
    for (let i = first; i < last; i++) {
      let row = this.rows.get(i);
      if (!row) {
        row = h('div', { class: 'row', role: 'option', id: this.options.label.replaceAll(' ', '-') + '-' + i, 'aria-setsize': this.items.length, 'aria-posinset': i + 1, onclick: () => this.choose(i) },
          this.options.render(this.items[i]));
        this.rows.set(i, row);
        this.space.append(row);
      }
      row.style.top = i * height + 'px';
      row.style.height = height + 'px';
      row.setAttribute('aria-selected', i === this.at ? 'true' : 'false');
    }
    const chosen = this.rows.get(this.at);
    if (chosen) { this.element.setAttribute('aria-activedescendant', chosen.id); } else { this.element.removeAttribute('aria-activedescendant'); }
  }

  choose(i) {
    if (i < 0 || i >= this.items.length) { return; }
    this.at = i;
    const top = i * this.height;
    if (top < this.element.scrollTop) { this.element.scrollTop = top; }
    if (top + this.height > this.element.scrollTop + this.element.clientHeight) { this.element.scrollTop = top + this.height - this.element.clientHeight; }
    this.draw();
    this.options.choose(this.items[i]);
  }

  none() { this.at = -1; this.draw(); }

  key(e) {
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.height) - 1);
    const to = { ArrowDown: this.at + 1, ArrowUp: this.at - 1, PageDown: this.at + page, PageUp: this.at - page, Home: 0, End: this.items.length - 1 }[e.key];
    if (to === undefined || e.altKey || e.ctrlKey || e.metaKey) { return; }
    e.preventDefault();
    this.choose(Math.min(this.items.length - 1, Math.max(0, to)));
  }
}

// Split is a list with a place for details beside it.
export class Split {
  constructor(list, closed) {
    this.list = list;
    this.closed = closed || function () {};
    this.detail = h('section', { class: 'detail', 'aria-label': 'Details', tabindex: '-1' });
    this.element = h('div', { class: 'split' }, list.element, this.detail);
    this.element.addEventListener('keydown', (e) => {
      if (e.key === 'Escape' && this.element.classList.contains('open')) { e.stopPropagation(); this.close(); }
    });
  }

  show(title, ...content) {
    this.detail.replaceChildren(
      h('div', { class: 'top' }, h('h2', null, title), h('button', { onclick: () => this.close(), 'aria-label': 'Close details' }, '×')),
      ...content.flat(Infinity).filter(Boolean));
    this.detail.scrollTop = 0;
    this.element.classList.add('open');
    this.list.draw();
  }

  close() {
    this.element.classList.remove('open');
    this.detail.replaceChildren();
    this.list.none();
    this.list.element.focus();
    this.closed();
  }
}

// search is a field whose words all have to occur.
export function search(label, changed) {
  const field = h('input', { type: 'search', placeholder: label, 'aria-label': label, autocomplete: 'off', spellcheck: 'false' });
  field.addEventListener('input', changed);
  return field;
}

export function words(field) { return field.value.toLowerCase().split(/\s+/).filter(Boolean); }
