// Functions of path.posix and path.win32 with paths that a generator makes.
const path = require('path');
let seed = 11;
const below = n => { seed = (seed * 1103515245 + 12345) & 0x7fffffff; return (seed >> 8) % n; };
const bits = ['/', '\\', '//', '\\\\', 'a', 'b', 'C:', 'c:', 'd:', '.', '..', '...', 'foo', 'foo.js', '.x', 'x.', 'a.b.c', 'server', 'share', '?', '.\\', './', '../', 'é', 'CON', 'nul:', 'com3:', '\\\\?\\', '\\\\.\\', 'UNC', 'FOO'];
const make = () => { let s = ''; for (let n = below(6); n > 0; n--) { s += bits[below(bits.length)]; } return s; };
const bare = s => s.split(':').join('');
for (let i = 0; i < 150; i++) {
  const a = make(), b = make(), c = make(), suffix = bits[below(bits.length)];
  console.log(JSON.stringify([a, b, c, suffix]));
  for (const [p, base] of [[path.posix, '/base/x'], [path.win32, 'C:\\base\\x']]) {
    const o = p.parse(a);
    console.log(JSON.stringify([
      p.normalize(a), p.join(a, b, c), p.join(b, a), p.resolve(base, bare(a), bare(b)), p.resolve(base, bare(c)), p.relative(p.resolve(base, bare(a)), p.resolve(base, bare(b))),
      p.isAbsolute(a), p.dirname(a), p.basename(a), p.basename(a, suffix), p.extname(a), o, p.format(o), p.format({ dir: a, base: b }), p.format({ root: a, name: b, ext: c }), p.toNamespacedPath(base + bare(a))
    ]));
  }
}
for (const p of [path.posix, path.win32]) {
  for (const f of ['normalize', 'join', 'resolve', 'relative', 'isAbsolute', 'dirname', 'basename', 'extname', 'parse', 'format']) {
    for (const args of [[], [null], [5], [{}], ['x', 5], ['x', 'y', null], [5, 'x']]) {
      try { if (p[f](...args) === undefined) { console.log(f, 'nothing'); } } catch (e) { console.log(f, args, e.code, e.message); }
    }
  }
  console.log([null, undefined, 5, true, ''].map(v => p.toNamespacedPath(v)), p.sep, p.delimiter, p._makeLong === p.toNamespacedPath);
}
console.log(path.win32.relative('C:\\AbC\\d', 'c:\\aBc\\E'), path.win32.relative('c:\\x', 'd:\\y'), path.win32.resolve('c:\\x', 'd:\\y', 'e'), path.win32.resolve('//server/share/', '..', 'a'));
