// Errors of built-in functions: what they say, which frames they have, and that nothing of the server shows on them.
const t = (f) => { try { return f(); } catch (e) { return String(e); } };
for (const list of [[5], ['a'], [undefined], [null], [Symbol.iterator], [[5, 1]], [[{}, 1], 'b'], [[Symbol.for('x'), 1]]]) {
  console.log(t(() => new WeakMap(list).constructor.name), t(() => new Map(list).size), t(() => new WeakSet(list).constructor.name));
}
console.log(t(() => new WeakMap(5)), t(() => new WeakMap().set(5, 1)), t(() => new WeakSet().add('x')));
// The stack is the one thing that an error has beside its message.
const keys = (e) => console.log(Reflect.ownKeys(e).sort(), Object.getOwnPropertySymbols(e));
keys(new Error('a'));
keys(new TypeError());
keys(Object.create(new Error('b')));
try { null.x; } catch (e) { keys(e); }
try { JSON.parse('{'); } catch (e) { keys(e); }
const taken = { a: 1 };
Error.captureStackTrace(taken);
keys(taken);
console.log(Object.create(new Error('inherited')).stack.split('\n')[0], t(() => { const e = Object.freeze(new Error('frozen')); return e.stack.split('\n')[0]; }));
class Own extends Error { constructor(m) { super(m); Object.defineProperty(this, 'name', { value: 'Own' }); } }
keys(new Own('c'));
console.log(new Own('c').stack.split('\n')[0]);
// Functions that are called through call and apply.
const frames = (f) => { try { f(); } catch (e) { console.log(e.stack.split('\n').slice(1, 4).map((l) => l.trim().replace(/\(.*[\\/]/, '(').replace(/at [\\/].*[\\/]/, 'at ')).join(' | ')); } };
const fail = () => { throw new Error('q'); };
frames(() => [1].forEach(fail));
frames(() => [].forEach.call([1], fail));
frames(() => Array.prototype.map.apply([1], [fail]));
frames(() => Reflect.apply([].map, [1], [fail]));
frames(() => String.prototype.replace.call('a', 'a', fail));
frames(() => fail.call());
frames(() => Reflect.apply(fail, null, []));
frames(() => Array.from.call(Array, [1], fail));
frames(() => new Map([[1, 2]]).forEach.call(new Map([[1, 2]]), fail));
