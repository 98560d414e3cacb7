// Names and folders of paths with roots, drives and repeated separators.
const path = require('path');
const all = ['', '/', '//', '///', 'a', '/a', '/a/', 'a/b', '//a', '///a', '///a//b', 'a//', '//a/b', 'x/./y', 'a/', './a', '..', 'é/ü', '/a//b///'];
for (const p of all) { console.log(JSON.stringify(p), path.dirname(p), path.basename(p), JSON.stringify(path.parse(p)), path.format(path.parse(p))); }
for (const p of ['C:', 'C:\\', 'c:a', 'C:..', 'C:a.txt', 'C:\\fakepath\\photo.jpg', 'C:/x/y.z', '\\\\srv\\share\\f.txt', 'a\\b/c', 'file.txt', 'C:\\a\\', '1:a']) { console.log(p, path.win32.basename(p), path.win32.basename(p, '.txt'), path.win32.extname(p)); }
for (const p of [null, 5, {}, undefined]) { try { path.dirname(p); } catch (e) { console.log(e.message); } }
