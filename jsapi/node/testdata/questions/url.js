// URL, URLSearchParams and the older functions of url.
const { chooser, ask, print } = require('./ask.js');
const url = require('url');
const pick = chooser(7);
const schemes = ['http:', 'https:', 'HTTP:', 'file:', 'ftp:', 'mailto:', 'javascript:', 'ws:', 'x:', 'x-y+z:', 'gopher:', '', '', '', '', ':'];
const slashes = ['', '//', '//', '//', '/', '///', '\\\\', '/\\', '////'];
const users = ['', '', '', 'u@', 'u:p@', 'a%40b:c d@', '@', 'a@b@', ':@', 'u:p:q@', '%zz@'];
const hosts = ['h', 'Example.COM', 'a.b.c', '', 'localhost', '127.0.0.1', '[::1]', '[fe80::1%25x]', 'h_x', 'é.com', 'xn--4ca.com', 'a b', 'a;b', "a'b", 'a%20b', 'a*b', '[', 'a[b', '.', '-a', 'a'.repeat(256), 'x.y.', 'a,b', 'a&b', 'a=b', '$', '日本', 'a|b', 'a^b', 'ß', 'a\u00adb', '☃'];
const ports = ['', '', '', ':80', ':', ':8080', ':0080', ':99999', ':x', ':8x', ':-1'];
const paths = ['', '/', '/a', '/a/b', '/a/', 'a', 'a/b', '/.', '/..', '/../a', '/a/../b', '/a/./b', './a', '../a', '..', '.', '../..', '/a b', "/a'b", '/é', '/%41', '/a;b', '//a', '//a//b', '/a\\b', '/a:b', '/{}|^`', '/"<>', '/a@b', 'b:c', '../../../../x', '/a/b/c/d', 'a/../..', '/~a*', '/a\tb', '/a\nb', '/x//..', './/a', '..a', '.a', 'a.', 'a..'];
const queries = ['', '', '', '?', '?a=b', '?a=b&a=c', '?a b', '?é', '??', '?a?b', '?/../x', "?'\"<>", '?a=%zz', '?a#', '?__proto__=x', '?a=b&c', '?\\x'];
const hashes = ['', '', '', '#', '#a', '#a b', '#é', '##', '#?x', '#/../x', "#'\"<>", '#\\x'];
const trims = ['', '', '', '', '', '', '', ' ', '\t', '\n ', '\u00a0', '\ufeff'];
function text() {
  const kind = pick.below(6);
  const start = kind === 0 ? '' : kind === 1 ? pick(slashes) + pick(users) + pick(hosts) + pick(ports) : pick(schemes) + pick(slashes) + pick(users) + pick(hosts) + pick(ports);
  return pick(trims) + start + pick(paths) + pick(queries) + pick(hashes) + pick(trims);
}
const plain = JSON.stringify;

for (let i = 0; i < 1500; i++) {
  const t = text(), query = pick.chance(5), host = pick.chance(5);
  ask(`parse ${JSON.stringify(t)} ${query} ${host}`, () => plain(url.parse(t, query, host)));
}
for (let i = 0; i < 1200; i++) {
  const from = text(), to = text();
  ask(`resolve ${JSON.stringify(from)} ${JSON.stringify(to)}`, () => url.resolve(from, to));
  if (i % 5 === 0) { ask(`resolveObject ${JSON.stringify(from)} ${JSON.stringify(to)}`, () => plain(url.resolveObject(from, to))); }
}
const members = { protocol: ['http', 'https:', 'file', 'x', 'mailto:', '', null, undefined, 'javascript'], slashes: [true, false, undefined, null], auth: ['u:p', 'a@b', 'u é', undefined, '', null], host: ['h', 'h:80', '[::1]:3', undefined, ''], hostname: ['h', '::1', '[::1]', undefined, 'é'], port: [80, '8080', undefined, 0, ''], pathname: ['/a', 'a', '/a?b#c', '', undefined, '//x', null], search: ['?a', 'a=b', '?#', '', undefined, null], query: [{ a: 1 }, { a: [1, 2], b: '' }, {}, 'x=1', undefined, null, { é: '&' }], hash: ['#a', 'a', '#', '', undefined, '##'] };
for (let i = 0; i < 500; i++) {
  const o = {};
  for (const name of Object.keys(members)) { if (pick.chance(2)) { o[name] = pick(members[name]); } }
  ask(`format ${JSON.stringify(o)}`, () => url.format(o));
}
for (const v of [undefined, null, 1, true, () => 1, 'x y', 'http://é.com/a b', [], new Date(0), Symbol('s'), 1n]) {
  ask('format of ' + String(v), () => url.format(v));
  ask('parse of ' + String(v), () => plain(url.parse(v)));
  ask('pathToFileURL of ' + String(v), () => url.pathToFileURL(v).href.replace(process.cwd(), ''));
  ask('fileURLToPath of ' + String(v), () => url.fileURLToPath(v));
  ask('domainToASCII of ' + String(v), () => url.domainToASCII(v));
  ask('domainToUnicode of ' + String(v), () => url.domainToUnicode(v));
  ask('urlToHttpOptions of ' + String(v), () => url.urlToHttpOptions(v));
  ask('URL of ' + String(v), () => new URL(v));
  ask('URL with base ' + String(v), () => new URL('/x', v));
  ask('canParse of ' + String(v), () => URL.canParse(v));
  ask('URLSearchParams of ' + String(v), () => new URLSearchParams(v));
  ask('format with options ' + String(v), () => url.format(new URL('http://u:p@é.com/a?b#c'), v));
  for (const name of ['href', 'protocol', 'host', 'port', 'pathname', 'search', 'hash', 'username']) {
    ask(`set ${name} to ${String(v)}`, () => { 'use strict'; const u = new URL('http://h/a?b#c'); u[name] = v; return u.href; });
  }
}
for (const d of ['é.com', 'xn--4ca.com', 'xn--', 'a b', 'EXAMPLE', '1.2.3', '[::1]', '', 'a..b', 'xn--a', 'ß', 'a%41', 'a/b', 'xn--iñvalid.com', '日本語.jp', 'x_y', 'www.example.com.', 'a:80']) {
  ask('domainToASCII ' + d, () => url.domainToASCII(d));
  ask('domainToUnicode ' + d, () => url.domainToUnicode(d));
}
for (const p of ['/a', '/a/', '/a b', '/%41', '/a?b', '/a#b', '/a\\b', '/é', '/a\n\r\tb', '/', '//a', '/a/../b', '/a/.', '/[]{}|^`"<>', '/💩', '/a;b=c&d@e:f', '/a~!$\'()*+,']) {
  ask('pathToFileURL ' + p, () => url.pathToFileURL(p).href);
}
for (const p of ['file:///a', 'file:///a%20b', 'file:///a%2fb', 'file:///a%2Fb', 'file://h/a', 'file://localhost/a', 'http://h', 'file:a', 'file:', 'x', 'file:///%zz', 'file:///%E9', 'file:///%C3%A9?x#y', 'FILE:///A', new URL('file:///x'), new URL('http://x'), { href: 'file:///x', protocol: 'file:', pathname: '/x', hostname: '' }, { href: 'x' }]) {
  ask('fileURLToPath ' + String(p), () => url.fileURLToPath(p));
}
for (const o of [undefined, {}, { auth: false }, { fragment: false }, { search: false }, { unicode: true }, { auth: false, fragment: false, search: false, unicode: true }, { auth: 0 }, { auth: null }, [], null]) {
  for (const t of ['http://u:p@xn--4ca.com:8080/a?b#c', 'mailto:a@b?c#d', 'file:///a', 'x:/.//p?q']) { ask(`format ${t} ${JSON.stringify(o)}`, () => url.format(new URL(t), o)); }
}
for (const t of ['http://u%20:p@[::1]:81/a?b#c', 'https://h', 'http://u@h', 'http://:p@h/', 'file:///a', 'mailto:a@b', 'x://h?q']) { ask('urlToHttpOptions ' + t, () => url.urlToHttpOptions(new URL(t))); }

// The members of URLSearchParams, in sequences.
const names = ['a', 'b', 'é', '', 'a b', '\ud800', '💩', 'A', '+', '%', 'z=&', '\uffff'];
const inits = ['', 'a=1&b=2&a=3', '?a=1', '??', 'é=%C3%A9&+=%20&a', '&&=&', 'a=b=c', '%zz=%', '\ud800=\udc00', '%F0%9F%92=%E2', [['a', '1'], ['b', 2]], { a: 1, b: [1, 2], '': undefined }, new Map([['a', 'b']]), new Set(['ab', 'cd']), new URLSearchParams('x=1&y'), [['a', 'b', 'c']], [['a']], ['ab', 1], { '\ud800': 1, '\udfff': 2 }, 'z=1&a=2&💩=3&\uffff=4&z=0'];
for (let i = 0; i < 400; i++) {
  const init = pick(inits), calls = [];
  for (let n = pick.below(4); n >= 0; n--) {
    const method = pick(['append', 'delete', 'get', 'getAll', 'has', 'set', 'sort', 'size', 'keys', 'values', 'entries', 'toString', 'forEach']);
    const args = [];
    for (let k = pick.below(4); k > 0 && args.length < 2; k--) { args.push(pick.chance(12) ? undefined : pick(names)); }
    calls.push([method, args]);
  }
  ask(`params ${JSON.stringify(init)} ${JSON.stringify(calls)}`, () => {
    const p = new URLSearchParams(init), got = [];
    for (const [method, args] of calls) {
      if (method === 'size') { got.push(p.size); } else if (method === 'forEach') { p.forEach((v, k) => got.push(k + v)); } else {
        const r = p[method](...args);
        got.push(r && typeof r.next === 'function' ? [...r] : r);
      }
    }
    return [got, String(p), p];
  });
}
// searchParams and the URL change each other.
for (let i = 0; i < 250; i++) {
  const start = pick(['http://h/?a=1&b=2#f', 'http://h', 'x:y z  ?a', 'mailto:a@b', 'http://h/?a b=\'c\'&d', 'http://h/?%zz#é']), steps = [];
  for (let n = pick.below(4); n >= 0; n--) { steps.push(pick(['append', 'delete', 'set', 'sort', 'search', 'href', 'hash', 'read'])); }
  const name = pick(names), value = pick(names);
  ask(`live ${start} ${steps} ${JSON.stringify([name, value])}`, () => {
    const u = new URL(start), got = [], p = u.searchParams;
    for (const step of steps) {
      switch (step) {
        case 'append': case 'set': p[step](name, value); break;
        case 'delete': p.delete(name); break;
        case 'sort': p.sort(); break;
        case 'search': case 'hash': u[step] = value; break;
        case 'href': u.href = 'http://i/?' + name; break;
      }
      got.push(u.href, u.search, String(p), p === u.searchParams);
    }
    return got;
  });
}
const shown = new URL('http://u:p@h:81/a?x=1&x=2#f'), listed = new URLSearchParams('a=1&b=2&long=' + 'x'.repeat(90));
for (const depth of [-1, 0, 1, 2, null]) {
  for (const v of [shown, { shown }, [shown], listed, { listed }, listed.entries(), [listed.keys()], new (class Own extends URL {})('http://h'), new (class Own extends URLSearchParams {})('a=b')]) {
    ask('inspect at depth ' + depth, () => require('util').inspect(v, { depth }));
  }
}
ask('members of URL', () => Reflect.ownKeys(URL.prototype));
ask('members of URLSearchParams', () => Reflect.ownKeys(URLSearchParams.prototype));
ask('static members', () => Object.keys(URL).sort());
ask('module', () => Object.keys(url));
for (const C of [URL, URLSearchParams]) {
  for (const key of Reflect.ownKeys(C.prototype)) {
    const d = Object.getOwnPropertyDescriptor(C.prototype, key);
    ask(`${C.name} ${String(key)}`, () => [d.enumerable, d.configurable, d.writable, typeof d.get, typeof d.set, typeof d.value, typeof d.value === 'function' ? [d.value.name, d.value.length] : d.value]);
  }
  ask(C.name + ' tag', () => [Object.prototype.toString.call(new C('http://h')), C.length, C.name, Object.keys(new C('http://h')), JSON.stringify(new C('http://h'))]);
  ask(C.name + ' without new', () => { try { return C('http://h'); } catch (e) { return e.name; } });
  ask(C.name + ' of nothing', () => new C());
}
for (const f of ['append', 'delete', 'get', 'getAll', 'has', 'set', 'sort', 'entries', 'keys', 'values', 'forEach', 'toString']) {
  ask(f + ' of another', () => URLSearchParams.prototype[f].call({}, 'a', 'b'));
  ask(f + ' of nothing', () => new URLSearchParams('a=b')[f]());
}
for (const t of ['x', '', 'http://', '//a']) {
  for (const b of [undefined, 'y', '', 'mailto:a', 'http://b']) {
    ask(`error ${t} ${b}`, () => { try { return new URL(t, b).href; } catch (e) { return [String(e), e.message, e.code, Object.keys(e), e.input, e.base, e instanceof TypeError]; } });
  }
}
ask('href error', () => { const u = new URL('http://h'); try { u.href = 'x'; } catch (e) { return [String(e), e.code, e.input, Object.keys(e)]; } });
ask('object URLs', () => {
  const blob = new Blob(['x']), id = URL.createObjectURL(blob);
  const found = require('buffer').resolveObjectURL(id);
  URL.revokeObjectURL(id);
  return [/^blob:nodedata:[0-9a-f-]{36}$/.test(id), found instanceof Blob, found.size, require('buffer').resolveObjectURL(id), require('buffer').resolveObjectURL('x')];
});
ask('createObjectURL of an object', () => URL.createObjectURL({}));
ask('revokeObjectURL of nothing', () => URL.revokeObjectURL());
module.exports = print();
