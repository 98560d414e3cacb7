const url = require('url'), qs = require('querystring');
const texts = ['http://user:pass@Host.com:8080/p/a/t/h?query=string#hash', '/a?b=1&c=2', 'a', '', '//host/x', 'http://x', 'https://x.y/?', 'mailto:a@b.c', 'javascript:alert(1)', 'file:///etc/passwd', 'HTTP://A.b/c d?e f#g h', 'http://[::1]:80/x', '?only=q', '#h', 'http://a.com:80', 'http:\\\\a\\b', 'x:y:z', 'http://a b/c'];
for (const t of texts) { const u = url.parse(t); console.log(JSON.stringify(t), JSON.stringify(u), url.format(u)); }
console.log(JSON.stringify(url.parse('/a?b=1&b=2&c', true).query), JSON.stringify(url.parse('/a', true)), JSON.stringify(url.parse('//h/p', false, true)));
for (const [a, b] of [['/one/two/three', 'four'], ['http://example.com/', '/one'], ['http://example.com/one', '/two'], ['http://a/b/c?d', '?e'], ['http://a/b/c', '../x'], ['http://a/b', '//c/d'], ['http://a/b', 'https://z'], ['http://a/b/c', '#h'], ['http://a/b/', '.'], ['/a/b', '../../../c']]) { console.log(url.resolve(a, b)); }
console.log(url.format({ protocol: 'http', host: 'a.com', pathname: 'x', query: { a: [1, 2], b: 'c d' } }), url.format({ hostname: 'h', port: 3, protocol: 'https:', search: 's', hash: 'x' }), url.format({ pathname: '/a', query: {} }));
const u = new URL('../x?y=1#z', 'https://u:p@a.com/b/c');
console.log(u.href, u.origin, u.searchParams.get('y'), u.pathname, u.username, String(u), JSON.stringify(u));
u.searchParams.append('k', 'v w');
u.hash = '';
console.log(u.href, [...new URLSearchParams('a=1&a=2&b=').entries()], new URLSearchParams({ q: 'x y' }).toString());
try { new URL('nope'); } catch (e) { console.log(e.name, e.code); }
console.log(qs.parse('a=1&b=2&a=3&c=%20x+y&d&=e&f=%zz'), qs.stringify({ a: [1, 'b'], c: 'd e', f: true, g: null, h: undefined, i: NaN }), qs.parse('a:1;b:2', ';', ':'), qs.stringify({ a: 1, b: 2 }, ';', ':'), qs.escape('a b&c'), qs.unescape('%41%zz'), Object.keys(qs.parse('x&'.repeat(2000))).length);
console.log(url.fileURLToPath('file:///a%20b'), url.pathToFileURL('/a b#c').href);
{
  const params = new URLSearchParams('a=1&b=2&a=3'), seen = [];
  params.forEach(function (value, name, all) { seen.push([name, value, all === params, this.own]); }, { own: 1 });
  console.log(seen, URL.canParse('http://a/b'), URL.canParse('nope'), URL.canParse('/x', 'http://a'));
}
class Lower extends URLSearchParams {
  constructor(init) { super(init); return new Proxy(this, { get: (t, k, r) => k === 'keys' ? () => URLSearchParams.prototype.keys.call(t) : Reflect.get(t, k, r) }); }
  raw() { return [...this.keys()]; }
}
const lower = new Lower([['a', 'b'], ['c', 'd']]);
console.log(lower.raw(), lower instanceof Lower, lower instanceof URLSearchParams, new URLSearchParams('x=1').constructor === URLSearchParams, new URL('http://h/?q=1').searchParams instanceof URLSearchParams);
try { URLSearchParams('x'); } catch (e) { console.log(e.name); }
console.log(['http://127.0.0.1:4567/a', 'https://a.com:443/', 'http://a.com:443', 'http://[::1]:81/', 'http://[::1]', 'ws://a:1', 'wss://a', 'ftp://a.b:22/', 'file:///a', 'mailto:a@b.c', 'data:,x', 'x://y:1', 'blob:https://a.com:8443/id'].map((t) => new URL(t).origin));
