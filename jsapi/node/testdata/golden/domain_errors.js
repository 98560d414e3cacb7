// Errors that nobody catches, in domains.
const domain = require('domain'), EventEmitter = require('events'), fs = require('fs');
const wait = ms => new Promise(r => setTimeout(r, ms));
const log = [];
const until = async n => { for (const end = log.length + n; log.length < end;) { await wait(1); } };
const name = d => d === null ? 'null' : d === undefined ? 'undefined' : d.label || 'one';
function make(label) {
  const d = domain.create();
  Object.defineProperty(d, 'label', { value: label });
  d.on('error', e => log.push(`${label}: ${e && e.message || e} ${e && e.domain === d} ${e && e.domainThrown} ${Object.keys(Object(e))} now ${name(process.domain)}`));
  return d;
}
process.on('uncaughtException', e => log.push(`process: ${e.message} ${name(process.domain)}`));
console.log(name(process.domain), name(domain.active), EventEmitter.usingDomains);
const a = make('a'), b = make('b'), silent = domain.create();
module.exports = (async () => {
  a.run(() => setTimeout(() => { throw new Error('of a timer'); }, 1));
  await until(1);
  a.run(() => setImmediate(() => { throw new Error('of an immediate'); }));
  await until(1);
  a.run(() => process.nextTick(() => { throw new Error('of a tick'); }));
  await until(1);
  a.run(() => fs.stat(__filename, () => { throw new Error('of a callback'); }));
  await until(1);
  a.run(() => setTimeout(() => { throw 'a text'; }, 1));
  await until(1);
  a.run(() => b.run(() => setTimeout(() => { throw new Error('of the inner one'); }, 1)));
  await until(1);
  a.run(() => { Promise.reject(new Error('rejected')); });
  await until(1);
  silent.run(() => setTimeout(() => { throw new Error('without a listener'); }, 1));
  await until(1);
  setTimeout(() => { throw new Error('outside'); }, 1);
  await until(1);
  // Code after one that throws does not run.
  setTimeout(() => { a.run(() => { throw new Error('at once'); }); log.push('not reached'); }, 1);
  await until(1);
  setTimeout(() => { a.run(() => b.run(() => { throw new Error('nested'); })); }, 1);
  await until(1);

  // Emitters belong to the domain in which they are made, or to which they are added.
  const made = a.run(() => new EventEmitter()), added = new EventEmitter(), free = new EventEmitter();
  b.add(added);
  console.log(name(made.domain), name(added.domain), name(free.domain), Object.keys(free), b.members.length);
  a.add(added);
  console.log(name(added.domain), b.members.length, a.members.length);
  console.log(made.emit('error', new Error('emitted')), added.emit('error'));
  b.run(() => made.emit('error', new Error('in another')));
  made.on('x', () => console.log('in', name(process.domain), name(domain.active)));
  made.emit('x');
  b.run(() => made.emit('x'));
  a.remove(added);
  console.log(name(added.domain), a.members.length);
  try { added.emit('error', new Error('thrown')); } catch (e) { console.log(e.message); }
  made.on('error', e => console.log('listener', e.message, name(process.domain)));
  b.run(() => made.emit('error', new Error('listened to')));
  a.add(b);
  b.add(a);
  console.log(name(a.domain), name(b.domain));
  a.remove(b);

  // bind and intercept.
  const bound = a.bind(function (x) { return [this.y, x, name(process.domain)]; });
  console.log(bound.call({ y: 1 }, 2), name(bound.domain), name(process.domain));
  const got = b.intercept((...all) => console.log('all', all));
  got(null, 1, 2);
  got(undefined, 3);
  got(new Error('intercepted'));
  a.enter();
  b.enter();
  console.log(name(process.domain));
  a.exit();
  console.log(name(process.domain));
  b.exit();
  console.log(log.join('\n'));
})();
