// Symbols as keys of WeakMap and WeakSet, in WeakRef and FinalizationRegistry.
const s = Symbol('a'), m = new WeakMap([[s, 1], [Symbol.iterator, 2]]), w = new WeakSet([s]);
console.log(m.get(s), m.has(s), m.get(Symbol.iterator), m.has(Symbol('a')), m.delete(s), m.has(s), w.has(s), w.delete(s), w.has(s));
for (const f of [() => m.set(Symbol.for('x'), 1), () => w.add(Symbol.for('x')), () => m.set(1, 2), () => w.add('x'), () => new WeakMap([[1, 2]]), () => new WeakSet([1]), () => WeakMap.prototype.set.call({}, s, 1), () => WeakMap.prototype.get.call({}, s), () => new WeakRef(Symbol.for('x'))]) { try { console.log(f()); } catch (e) { console.log(e.name + ': ' + e.message); } }
console.log(m.has(Symbol.for('x')), m.get(Symbol.for('x')), m.delete(Symbol.for('x')), w.has(1));
const r = new WeakRef(s); console.log(r.deref() === s);
const registry = new FinalizationRegistry(() => {}); registry.register(s, 1, s); console.log(registry.unregister(s), registry.unregister(s));
console.log(m.set(s, 5) === m, w.add(s) === w, WeakMap.prototype.set.name, WeakMap.prototype.set.length, WeakSet.prototype.add.name, WeakSet.prototype.add.length, Object.getOwnPropertyNames(WeakMap.prototype).sort().join());
const o = {}, p = new WeakMap([[o, 1]]); console.log(p.get(o), String(WeakMap.prototype.set));
class Sub extends WeakMap { set(k, v) { return super.set(k, v + 1); } } console.log(new Sub([[s, 1]]).get(s));
