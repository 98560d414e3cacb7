// What the page asks of the server.

const token = document.querySelector('meta[name=token]').content;
const prefix = '/_framework/window/api/';

// ask gets data of the server; with a body it changes something.
export async function ask(path, body) {
  const options = { headers: { 'X-Framework-Window': token }, cache: 'no-store' };
  if (body !== undefined) {
    options.method = 'POST';
    options.headers['Content-Type'] = 'application/json';
    options.body = JSON.stringify(body);
  }
  const answer = await fetch(prefix + path, options);
  let value;
  try { value = await answer.json(); } catch { value = { error: 'status ' + answer.status }; }
  if (!answer.ok) { throw new Error(value.error || 'status ' + answer.status); }
  return value;
}

// merge adds to a list that the server has sent what happened while it was on its way.
export function merge(sent, known) {
  const last = sent.length ? sent[sent.length - 1].number : 0;
  return sent.concat(known.filter(function (each) { return each.number > last; }));
}

const listeners = new Map();

// on calls fn for each event of a kind, until the function that it returns is called.
export function on(kind, fn) {
  if (!listeners.has(kind)) { listeners.set(kind, new Set()); }
  listeners.get(kind).add(fn);
  return function () { listeners.get(kind).delete(fn); };
}

export function emit(kind, event) { (listeners.get(kind) || []).forEach(function (fn) { fn(event); }); }

// follow reads what happens, for as long as the page is open.
export async function follow() {
  for (let wait = 250; ; wait = Math.min(5000, wait * 2)) {
    try {
      const answer = await fetch(prefix + 'live', { headers: { 'X-Framework-Window': token }, cache: 'no-store' });
      if (answer.status === 403) { emit('closed', {}); return; }
      if (!answer.ok) { throw new Error('status ' + answer.status); }
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let rest = ''; ;) {
        const { value, done } = await reader.read();
        if (done) { break; }
        const lines = (rest + value).split('\n');
        rest = lines.pop();
        for (const line of lines) {
          const event = JSON.parse(line);
          if (event.kind === 'begin') { wait = 250; }
          emit(event.kind, event);
        }
      }
    } catch (e) { console.debug(e); }
    emit('away', {});
    await new Promise(function (done) { setTimeout(done, wait); });
  }
}
