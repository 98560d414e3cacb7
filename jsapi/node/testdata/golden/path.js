const path = require('path');
const cases = ['/a/b/../c/./d//e', 'a/..', '', '.', '..', './a/', '../a/../..', '/', '//', 'a//b', 'file.tar.gz', '.hidden', '.hidden.txt', 'a/.b/c.', 'dir/', 'a/b/'];
for (const c of cases) { console.log(JSON.stringify(c), path.normalize(c), path.dirname(c), path.basename(c), path.extname(c), path.isAbsolute(c), path.parse(c)); }
console.log(path.join('a', '..', 'b', '/c', ''), path.join(), path.join('', ''), path.join('/a', '../../b'));
console.log(path.resolve('/a', 'b', '../c'), path.resolve('/a', '/b', 'c'), path.resolve('x') === path.join(process.cwd(), 'x'));
console.log(path.relative('/a/b/c', '/a/d'), path.relative('/a', '/a'), path.relative('/a', '/a/b/c'), path.relative('/a/b', '/'));
console.log(path.basename('/a/b.html', '.html'), path.basename('.html', '.html'), path.basename('a.html', 'html'));
console.log(path.format({ dir: '/a', base: 'b.c' }), path.format({ root: '/', name: 'n', ext: '.e' }), path.format({ dir: '/', base: 'x' }), path.sep, path.delimiter);
console.log(path.win32.join('a', 'b'), path.win32.basename('C:\\x\\y.txt'), path.win32.normalize('C:/a/../b'), path.posix === path);
try { path.join(1); } catch (e) { console.log(e.code, e.message); }
console.log(path.normalize('/..'), path.dirname('/..'), path.extname('..'));
