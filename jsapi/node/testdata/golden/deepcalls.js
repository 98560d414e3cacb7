// Calls of five thousand levels through functions and two thousand through built-in ones: as deep as packages go that call back at once.
function down(n) { return n ? 1 + down(n - 1) : 0; }
function through(n) { return n ? 1 + [n - 1].map(through)[0] : 0; }
function applied(n) { return n ? 1 + applied.apply(null, [n - 1]) : 0; }
function replaced(n) { return n ? '' + (1 + +'a'.replace('a', () => replaced(n - 1))) : '0'; }
const chain = { get: (n) => (n ? 1 + new Proxy(chain, { get: () => chain.get(n - 1) }).next : 0) };
class Nested { constructor(n) { this.depth = n ? 1 + new Nested(n - 1).depth : 0; } }
console.log(down(8000), through(2200), applied(5000), replaced(500), chain.get(500), new Nested(3000).depth);
const next = (list, done, i = 0) => (i === list.length ? done() : list[i](() => next(list, done, i + 1)));
next(Array(3000).fill((done) => done()), () => console.log('done'));
try { (function endless() { endless(); })(); } catch (e) { console.log(e.name, e.message); }
try { (function endless() { [1].forEach(endless); })(); } catch (e) { console.log(e.name, e.message); }
