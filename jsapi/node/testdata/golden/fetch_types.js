// Headers, Request, Response and FormData, without a connection.
const { inspect } = require('util');
const print = (...a) => console.log(...a);
const shown = (v) => inspect(v).replace(/signal: AbortSignal [^]*\n}/, 'signal').replace(/body: ReadableStream [^]*?},?\n/, 'body\n');
const members = (T) => Object.getOwnPropertyNames(T.prototype).filter((k) => k !== 'attribute').map((k) => { const d = Object.getOwnPropertyDescriptor(T.prototype, k); return k + (d.get ? ' get' : '') + (d.enumerable ? ' enumerable' : ''); }).sort().join(', ');
module.exports = (async () => {
  for (const T of [Request, Response, Headers]) { print(members(T)); }
  const posted = new Request('http://x/a?b#c', { method: 'post', body: 'x', headers: { A: 'b' } });
  print(shown(posted), shown(new Response('x', { status: 201, statusText: 'ok' })), new Headers({ a: '1', B: '2' }));
  const form = new FormData();
  form.append('a', '1'); form.append('a', '3'); form.append('f', new File(['x'], 'n', { type: 'text/plain', lastModified: 5 }));
  print(form, new Blob(['ab']));
  const stream = () => new ReadableStream({ start(c) { c.enqueue(new Uint8Array([65, 66])); c.close(); } });
  const tries = [
    () => new Request('/x'), () => new Request('http://x', { body: 'x' }), () => new Request('http://u:p@x'), () => new Request('http://x', { method: 'TRACE' }),
    () => new Request('http://x', { method: 'a b' }), () => new Request('http://x', { redirect: 'q' }), () => new Request('http://x', { method: 'POST', body: stream() }),
    () => new Request(), () => new Request('http://x', { signal: 5 }), () => new Request('http://x', { mode: 'navigate' }), () => new Request('http://x', { cache: 'only-if-cached' }),
    () => new Response('x', { status: 204 }), () => new Response('x', { status: 99 }), () => new Response('x', { statusText: '\n' }),
    () => Response.redirect('http://x', 200), () => Response.redirect('::'), () => Response.json(undefined), () => Response.json(),
    () => new Headers([['a']]), () => new Headers(5), () => new Headers({ 'a b': 1 }), () => new Headers().append('a', 'x\ny'), () => new Headers().get(), () => new Headers().append('a'), () => new Headers({ a: '€' }),
    () => new FormData().append('a'), () => new FormData().append('a', 'b', 'c'), () => Headers.prototype.get.call({}, 'a'),
    () => Response.error(), () => Response.redirect('http://x/y'), () => Response.json({ a: 1 }, { status: 400, headers: { x: '1' } }),
    () => new Request(posted, { method: 'PUT' }), () => posted.bodyUsed, () => new Request(posted),
  ];
  for (const [i, f] of tries.entries()) {
    try { print(i, shown(f())); } catch (e) { print(i, e.name, e.message, String(e.cause), e.code); }
  }
  // Bodies are read once, also through their stream.
  const once = new Response('{}');
  print(await once.json(), await once.text().catch((e) => e.message));
  try { once.clone(); } catch (e) { print(e.message); }
  const locked = new Response('abc');
  locked.body.getReader();
  print(await locked.text().catch((e) => e.message));
  try { locked.clone(); } catch (e) { print(e.message); }
  const whole = new Response('twice'), copy = whole.clone();
  print(await whole.text(), await copy.text());
  const streamed = new Request('http://x', { method: 'POST', body: stream(), duplex: 'half' }), second = streamed.clone();
  print(await streamed.text(), await second.text(), streamed.bodyUsed, streamed.duplex);
  const read = new Response(stream());
  for await (const chunk of read.body) { print(chunk); }
  print(read.bodyUsed);
  // Forms, with and without files.
  const echoed = await new Response(form).formData();
  for (const [k, v] of echoed) { print(k, typeof v === 'string' ? v : [v.name, v.type, v.size, v.constructor.name, await v.text()]); }
  const text = '--q\r\nContent-Disposition: form-data; name="a%22b"\r\n\r\nv\r\n\r\n--q\r\nContent-Disposition: form-data; name="f"; filename="x y.txt"\r\nContent-Type: text/html; charset=utf-8\r\n\r\n\x00é\r\n--q\r\ncontent-disposition: form-data; name="é"; filename="e"\r\n\r\n\r\n--q--\r\n';
  for (const [k, v] of await new Response(text, { headers: { 'content-type': 'multipart/form-data; boundary="q"' } }).formData()) { print([k], typeof v === 'string' ? [v] : [v.name, v.type, v.size]); }
  print([...await new Request('http://x', { method: 'POST', body: new URLSearchParams('a=1&b=%20') }).formData()]);
  for (const r of [new Response(''), new Response('x', { headers: { 'content-type': 'multipart/form-data; boundary=q' } })]) { print(await r.formData().catch((e) => [e.name, e.message])); }
  // Addresses without a connection.
  for (const url of ['data:text/plain,hello%20w', 'data:application/json;base64,e30=', 'data:,', 'data:;charset=x,a', 'data:bad', 'blob:x', 'about:blank', 'ftp://x', 'file:///x']) {
    await fetch(url).then(async (r) => print(url, r.status, r.statusText, r.type, r.url, [...r.headers], await r.text()), (e) => print(url, e.name, e.message, e.cause.message));
  }
  const blob = await fetch(URL.createObjectURL(new Blob(['text'], { type: 'a/b' })));
  print(blob.status, [...blob.headers], await blob.text());
  class Own extends Response { constructor(...a) { super(...a); this.mine = 1; } get twice() { return this.status * 2; } }
  const own = new Own('t');
  print(own instanceof Response, own.twice, await own.text(), own.mine, Object.prototype.toString.call(own), Object.keys(new Response('x')));
  for (const body of ['s', new URLSearchParams('a=1'), new Uint8Array(2), {}, new Blob(['q'], { type: 'x/y' }), null]) { const r = new Response(body); print(r.headers.get('content-type'), (await r.text()).length, new Response(body).body === null); }
  const h = new Headers();
  h.append('Set-Cookie', 'a=1'); h.append('Set-Cookie', 'b=2'); h.append('x', '1'); h.append('X', '2');
  print([...h], h.get('set-cookie'), h.getSetCookie(), JSON.stringify(h), [...new Headers(h)]);
})();
