// fs.watch, fs.promises.watch and fs.watchFile. How many events there are depends on the system: what is
// waited for is that some have come.
const fs = require('fs');
const os = require('os');
const path = require('path');
const util = require('util');

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'watched-'));
const at = (...names) => path.join(root, ...names);
const bare = (text) => String(text).split(root).join('ROOT');
const attempt = (name, f) => {
  try {
    console.log(name, f());
  } catch (e) {
    console.log(name, e.name, bare(e.message), e.code, e.errno, e.syscall, bare(e.path), bare(e.filename), Object.keys(e).sort().join());
  }
};
// until resolves when what is watched has told each of the events; act does what leads to
// them.
function until(watcher, wanted, act) {
  return new Promise((resolve) => {
    const left = new Set(wanted);
    watcher.on('change', function heard(type, name) {
      left.delete(type + ' ' + (Buffer.isBuffer(name) ? name.toString('hex') : name));
      if (left.size === 0) {
        watcher.removeListener('change', heard);
        resolve(wanted.join(', '));
      }
    });
    act();
  });
}
const closed = (w) => new Promise((resolve) => { w.once('close', resolve); w.close(); });

module.exports = (async () => {
  attempt('missing', () => fs.watch(at('nope')));
  attempt('missing tree', () => fs.watch(at('nope'), { recursive: true }));
  attempt('path', () => fs.watch());
  for (const o of [5, { recursive: 1 }, { encoding: 'x' }, { signal: 5 }]) { attempt('options', () => fs.watch(root, o)); }
  attempt('listener', () => fs.watch(root, {}, 5));
  attempt('watchFile', () => fs.watchFile(at('x')));
  attempt('interval', () => fs.watchFile(at('x'), { interval: 'a' }, () => {}));

  fs.writeFileSync(at('old'), '');
  fs.mkdirSync(at('sub'));
  const w = fs.watch(root), file = fs.watch(at('old')), raw = fs.watch(root, { encoding: 'buffer' }), hex = fs.watch(root, 'hex');
  console.log(w.constructor.name, w.ref() === w, w.unref() === w, w.ref() === w, fs.watch.length);
  console.log('new', ...await Promise.all([
    until(w, ['rename a', 'change a'], () => fs.writeFileSync(at('a'), 'x')), until(raw, ['rename 61'], () => {}), until(hex, ['rename 61'], () => {})]));
  console.log('file', await until(file, ['change old'], () => fs.appendFileSync(at('old'), 'x')));
  console.log('moved', await until(w, ['rename a', 'rename b'], () => fs.renameSync(at('a'), at('b'))));
  console.log('mode', await until(w, ['change b'], () => fs.chmodSync(at('b'), 0o600)));
  console.log('folder', await until(w, ['rename dir'], () => fs.mkdirSync(at('dir'))));
  console.log('gone', await until(file, ['rename old'], () => fs.unlinkSync(at('old'))));
  let sync = true;
  w.once('close', () => console.log('closed', sync ? 'at once' : 'later'));
  w.close();
  w.close();
  sync = false;
  await Promise.all([file, raw, hex].map(closed));

  const tree = fs.watch(root, { recursive: true });
  console.log('below', await until(tree, ['rename sub/n'], () => fs.writeFileSync(at('sub', 'n'), '1')));
  console.log('changed', await until(tree, ['change b'], () => fs.appendFileSync(at('b'), '1')));
  console.log('folders', await until(tree, ['rename x', 'rename x/y'], () => fs.mkdirSync(at('x', 'y'), { recursive: true })));
  console.log('in them', await until(tree, ['rename x/y/q'], () => fs.writeFileSync(at('x', 'y', 'q'), '1')));
  console.log('removed', await until(tree, ['rename x/y/q'], () => fs.unlinkSync(at('x', 'y', 'q'))));
  await closed(tree);

  const stop = new AbortController();
  const stopped = fs.watch(root, { signal: stop.signal }), dead = fs.watch(root, { signal: AbortSignal.abort() });
  stop.abort();
  await Promise.all([stopped, dead].map((x) => new Promise((resolve) => x.once('close', resolve))));
  console.log('stopped');

  const names = fs.promises.watch(root);
  console.log(names);
  const first = names.next();
  fs.writeFileSync(at('p'), '');
  console.log(util.inspect(await first), await names.return(7), await names.next());
  for (const [p, o] of [[at('nope')], [1], [root, 5], [root, { encoding: 'x' }], [root, { signal: AbortSignal.abort('early') }]]) {
    try {
      for await (const e of fs.promises.watch(p, o)) { console.log(e); }
    } catch (e) { console.log(e.name, e.code, bare(e.message), e.cause); }
  }
  const late = new AbortController();
  setImmediate(() => late.abort('late'));
  try {
    for await (const e of fs.promises.watch(at('b'), { signal: late.signal })) { console.log(e); }
  } catch (e) { console.log(e.name, e.code, e.message, e.cause); }

  for (const bigint of [false, true]) {
    const seen = [];
    await new Promise((resolve) => {
      const s = fs.watchFile(at('later' + bigint), { interval: 5, bigint }, (now, was) => {
        seen.push([now.size, was.size, now.ino > 0, was.ino > 0, now instanceof fs.Stats, was.mtime.getTime() > 0]);
        if (seen.length === 1) { fs.writeFileSync(at('later' + bigint), ''); } else if (seen.length === 2) { fs.unlinkSync(at('later' + bigint)); } else {
          s.once('stop', resolve);
          fs.unwatchFile(at('later' + bigint));
        }
      });
    });
    console.log('watchFile', bigint, seen);
  }
  const one = () => {}, two = () => {}, s = fs.watchFile(at('b'), one);
  console.log(s.constructor.name, s === fs.watchFile(at('b'), two), s.listenerCount('change'), s.ref() === s, s.unref() === s);
  fs.unwatchFile(at('b'), () => {});
  fs.unwatchFile(at('b'), one);
  console.log(s.listenerCount('change'));
  fs.unwatchFile(at('b'));
  fs.rmSync(root, { recursive: true });
  setTimeout(() => process.exit(), 100).unref(); // Node may leave the watch of a folder that was new in a tree
})();
