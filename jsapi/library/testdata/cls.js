// What is asked of both packages; it runs in Node with the genuine ones, too.
(function (cls) {
var ns = cls.createNamespace('app'), out = [];
var say = function (k, v) { out.push([k, v === undefined ? 'undefined' : v]); };
function tried(fn) { try { return fn(); } catch (e) { return e.name + ': ' + e.message; } }
async function main() {
  say('exports', Object.keys(cls).sort().join());
  say('same', [cls.getNamespace('app') === ns, process.namespaces.app === ns, cls.getNamespace('none') === undefined, ns.name]);
  say('outside', [ns.active, ns.get('a'), tried(function () { ns.set('a', 1); })]);
  say('no name', tried(function () { cls.createNamespace(); }));
  var ctx = ns.run(function (c) { ns.set('a', 1); say('in run', [ns.get('a'), c === ns.active, Object.keys(c).sort().join()]); });
  say('after run', [ns.active, ctx.a]);
  say('returned', [ns.runAndReturn(function () { ns.set('b', 2); return ns.get('b'); }), tried(function () { ns.run(function () { throw new Error('inside'); }); })]);
  var error; try { ns.run(function () { ns.set('e', 5); throw (error = new Error('x')); }); } catch (e) { /* kept */ }
  say('from an exception', ns.fromException(error) && ns.fromException(error).e);
  var bound; ns.run(function () { ns.set('c', 4); bound = ns.bind(function (x) { return [this.t, x, ns.get('c')]; }); });
  say('bound', bound.call({ t: 't' }, 'x'));
  var fresh = ns.bind(function () { ns.set('d', 1); return ns.get('d'); });
  say('bound outside', [fresh(), fresh(), ns.active]);
  ns.run(function () { ns.set('o', 1); ns.run(function () { ns.set('i', 2); say('nested', [ns.get('o'), ns.get('i')]); ns.set('o', 9); }); say('after nested', [ns.get('o'), ns.get('i')]); });
  var c1 = ns.createContext(); ns.enter(c1); ns.set('x', 1); var c2 = ns.createContext(); ns.enter(c2); say('entered', [ns.get('x'), ns.active === c2]);
  ns.exit(c2); say('left', ns.active === c1); ns.exit(c1); say('left both', ns.active);
  say('left twice', tried(function () { ns.exit(c1); }).split('\n')[0].slice(0, 60));
  await Promise.all([1, 2, 3].map(function (n) { return new Promise(function (done) { ns.run(function () { ns.set('n', n); setTimeout(function () { setImmediate(function () { process.nextTick(function () { Promise.resolve().then(function () { say('path ' + n, ns.get('n')); done(); }); }); }); }, n); }); }); }));
  var em = new (require('events'))(), heard = [];
  ns.bindEmitter(em);
  var listener = function () { heard.push(ns.get('em')); };
  ns.run(function () { ns.set('em', 'kept'); em.on('x', listener); });
  em.emit('x'); em.removeListener('x', listener); em.emit('x');
  say('emitter', [heard, em.listeners('x').length]);
  say('not an emitter', tried(function () { ns.bindEmitter({}); }));
  if (ns.runPromise) {
    say('no promise', tried(function () { var other = cls.createNamespace('other'); other.runPromise(function () { return 1; }); }));
    await ns.runPromise(async function () { ns.set('p', 3); await null; say('awaited', ns.get('p')); await new Promise(function (r) { setTimeout(r, 2); }); say('after a timer', ns.get('p')); });
  }
  cls.destroyNamespace('app');
  say('destroyed', [cls.getNamespace('app') === undefined || cls.getNamespace('app') === null, tried(function () { cls.destroyNamespace('gone'); }).slice(0, 60)]);
  return out;
}
return main();
})
