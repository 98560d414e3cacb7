// The flag m: four characters end a line.
const show = (...v) => console.log(...v.map((x) => JSON.stringify(x)));
show(/^A: (.*)$/m.exec('A: b\r\nC: d'), /^C: (.*)$/m.exec('A: b\rC: d').slice(), 'a\r\nb\u2028c\rd'.match(/^.$/gm), 'a\r\nb'.split(/$/m));
show(/b$/m.test('b\u2029'), /^b/m.test('\rb'), /(?<=^)b/m.test('\u2028b'), 'x\r\n'.replace(/\r?$/gm, '!'), /^Connection: close\r\n$/m.test('Connection: close\r\n\r\n'));
show(/^$/m.test('\r'), 'a\r\nb'.replace(/^/gm, '>'), /[^]$/m.exec('a\r'), /a$/.test('a\r'), /^b/.test('a\rb'), /(a)\1$/m.exec('aa\r\n'), /[$^]/m.exec('a^'), /\$\^/m.exec('$^'));
for (const r of [/^a$/m, /^a\/b$/gm, new RegExp('^x$', 'im'), new RegExp(/^y$/m), new RegExp(/^y$/m, 'g'), RegExp('(?<n>^a)$', 'gm'), /^\p{L}$/mu, /^[a[$]$/m]) {
  show(r.source, r.flags, String(r), r.multiline, r.global, Object.getOwnPropertyNames(r), r.constructor === RegExp, r instanceof RegExp);
}
const sticky = /^b$/my;
sticky.lastIndex = 3;
show(sticky.test('a\r\nb\r\n'), sticky.lastIndex, [...'a\r\nb'.matchAll(/^(.)$/gm)].map((m) => [m[1], m.index]), 'k: v\r\nl: w\r\n'.split(/\r?\n^/m));
show(/^(\w+):\s*(?<value>.*)$/m.exec('x\r\nname: value\r\n').groups.value, 'ab\r\ncd'.search(/^c/m), RegExp('^a$', 'm').test('b\ra'));
(function (RegExp) { show(/^a$/m.test('b\ra')); })(null);
for (const bad of ['(', '^(?:$']) { try { new RegExp(bad, 'm'); show('fine', bad); } catch (e) { console.log(e.name, e.message); } }
const text = Array.from({ length: 2000 }, (_, i) => 'key' + i + ': value ' + i).join('\r\n');
show((text.match(/^key\d+: value \d+$/gm) || []).length, text.replace(/^(\w+): /gm, '$1=').length, text.replace(/\s+$/gm, '').length);
