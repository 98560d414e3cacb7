'use strict';
// Questions that a signal ends, errors of the input, and pauses of readline.
const readline = require('readline'), fs = require('fs'), util = require('util');
const { PassThrough } = require('stream');
const log = [], settle = () => new Promise(resolve => setTimeout(resolve, 10));
module.exports = (async () => {
  const input = new PassThrough(), output = new PassThrough(), rl = readline.createInterface({ input, output, prompt: '$ ' });
  for (const name of ['line', 'pause', 'resume', 'close']) { rl.on(name, v => log.push(name + (v === undefined ? '' : ' ' + v))); }
  rl.pause().pause();
  rl.resume().resume();
  rl.pause();
  rl.prompt();
  const quit = new AbortController();
  rl.question('dropped? ', { signal: quit.signal }, v => log.push('never ' + v));
  quit.abort();
  rl.question('never asked ', { signal: quit.signal }, v => log.push('never ' + v));
  rl.question('kept? ', { signal: new AbortController().signal }, v => log.push('answer ' + v));
  input.write('one\ntwo\n');
  await settle();
  const asked = util.promisify(rl.question).bind(rl), other = new AbortController(), reason = new Error('why');
  const first = asked('promise? ', { signal: other.signal }).catch(e => log.push(e.name + ' ' + (e.cause === reason)));
  other.abort(reason);
  await first;
  input.write('three\n');
  await settle();
  await readline.promises.createInterface({ input: new PassThrough() }).question('?', { signal: AbortSignal.abort() }).catch(e => log.push(e.name + ' ' + e.code));
  try { rl.question('?', { signal: 1 }, () => {}); } catch (e) { log.push(e.code + ' ' + e.message); }
  rl.close();
  try { rl.question('?', () => {}); } catch (e) { log.push(e.code + ' ' + e.message); }
  console.log(log.join('\n'), JSON.stringify(String(output.read())));
  const failing = () => readline.createInterface({ input: fs.createReadStream(__dirname + '/missing.txt') });
  await new Promise(resolve => failing().on('error', e => { console.log('error', e.code); resolve(); }));
  try { for await (const line of failing()) { console.log(line); } } catch (e) { console.log('iterated', e.code); }
})();
