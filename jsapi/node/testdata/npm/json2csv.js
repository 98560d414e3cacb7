const { parse, Transform } = require('json2csv'), { Readable } = require('stream');
assert.strictEqual(parse([{ a: 1, b: { c: 'x,"y"' } }], { fields: ['a', { label: 'C', value: 'b.c' }] }), '"a","C"\n1,"x,""y"""');
let text = '';
for await (const c of Readable.from([JSON.stringify([{ a: 1 }, { a: 2 }])], { objectMode: false }).pipe(new Transform({ fields: ['a'] }))) { text += c; }
assert.strictEqual(text, '"a"\n1\n2');
