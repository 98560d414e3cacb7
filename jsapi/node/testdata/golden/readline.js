const readline = require('readline'), { Readable, PassThrough } = require('stream'), { once } = require('events');
module.exports = (async () => {
  const r = readline.createInterface({ input: Readable.from(['one\ntw', 'o\r\nthr\u00e4e', '\n\nlast'], { objectMode: false }), crlfDelay: Infinity });
  const lines = [];
  r.on('line', l => lines.push(l));
  await once(r, 'close');
  console.log(lines);
  const all = [];
  for await (const l of readline.createInterface({ input: Readable.from([Buffer.from('a\nb\n')], { objectMode: false }) })) { all.push(l); }
  console.log(all);
  const input = new PassThrough(), output = new PassThrough(), asked = readline.createInterface({ input, output });
  asked.question('name? ', a => { console.log('answer', a); asked.close(); });
  const closed = once(asked, 'close');
  input.write('me\n');
  await closed;
  console.log(String(output.read()), asked.closed);
  const p = require('readline/promises').createInterface({ input: Readable.from(['yes\n'], { objectMode: false }) });
  console.log(await p.question('sure? '));
})();
