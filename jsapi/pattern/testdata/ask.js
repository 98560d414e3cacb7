// Writes ../properties.txt.gz: which characters have the Unicode properties of names.txt, as Node says. A line has the
// kind and the names of a property, and after a colon the gaps and lengths of its ranges, in base 36.
// Run it with Node 20: node ask.js
'use strict';
const fs = require('fs'), path = require('path'), zlib = require('zlib');
const last = 0x10ffff, firstSurrogate = 0xd800, lastSurrogate = 0xdfff;
const pieces = [];
for (let c = 0; c <= last; c++) { if (c < firstSurrogate || c > lastSurrogate) { pieces.push(String.fromCodePoint(c)); } }
const all = pieces.join(''), surrogates = lastSurrogate - firstSurrogate + 1;
// pointAt is the code point at an offset of all.
function pointAt(offset) {
  const low = offset < 0x10000 - surrogates ? offset : 0x10000 - surrogates + (offset - (0x10000 - surrogates)) / 2;
  return low < firstSurrogate ? low : low + surrogates;
}
function ranges(name) {
  const list = [];
  const add = (from, to) => { if (to < from) { return; } const end = list[list.length - 1]; if (end && end[1] + 1 === from) { end[1] = to; } else { list.push([from, to]); } };
  const alone = new RegExp('^\\p{' + name + '}$', 'u').test('\ud800');
  for (const m of all.matchAll(new RegExp('\\p{' + name + '}+', 'gu'))) {
    const from = pointAt(m.index), to = pointAt(m.index + m[0].length) - 1;
    if (from < firstSurrogate && to >= lastSurrogate) { add(from, firstSurrogate - 1); add(lastSurrogate + 1, to); } else { add(from, to === lastSurrogate ? firstSurrogate - 1 : to); }
  }
  if (alone) {
    list.push([firstSurrogate, lastSurrogate]);
    list.sort((a, b) => a[0] - b[0]);
    for (let i = list.length - 1; i > 0; i--) { if (list[i - 1][1] + 1 === list[i][0]) { list[i - 1][1] = list[i][1]; list.splice(i, 1); } }
  }
  let next = 0;
  return list.map(([from, to]) => { const text = (from - next).toString(36) + ' ' + (to - from).toString(36); next = to + 1; return text; }).join(' ');
}
const lines = [];
for (const line of fs.readFileSync(path.join(__dirname, 'names.txt'), 'utf8').trim().split('\n')) {
  const [kind, name] = line.split(' ');
  const key = { binary: '', category: 'gc=', script: 'sc=' }[kind];
  lines.push(line + ':' + ranges(key + name));
  if (kind === 'script') { lines.push('extensions' + line.slice(kind.length) + ':' + ranges('scx=' + name)); }
}
fs.writeFileSync(path.join(__dirname, '..', 'properties.txt.gz'), zlib.gzipSync(lines.join('\n') + '\n', { level: 9 }));
