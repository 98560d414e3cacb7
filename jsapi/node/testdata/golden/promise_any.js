const show = (name, p) => p.then((v) => console.log(name, v), (e) => console.log(name, e.name, e.message, e.errors, e.stack.split('\n')[0], Object.keys(e)));
class Own extends Promise {}
module.exports = (async () => {
  await show('rejected', Promise.any([Promise.reject(1), Promise.reject(2)]));
  await show('empty', Promise.any([]));
  await show('first', Promise.any([Promise.reject(1), new Promise((r) => setTimeout(r, 5, 'late')), 'now']));
  await show('values', Promise.any(new Set([3, 4])));
  console.log(Own.any([1]) instanceof Own, Promise.any.name, Promise.any.length, Object.keys(Promise));
  await Promise.any(5).catch((e) => console.log(e.name));
  for (const C of [undefined, {}, function () {}]) { try { Promise.any.call(C, []); console.log('no error'); } catch (e) { console.log(e.name); } }
  let closed = 0;
  const list = { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return: () => { closed++; return {}; } }) };
  class Bad extends Promise { static resolve() { throw new RangeError('bad'); } }
  await Bad.any(list).catch((e) => console.log(e.message, closed));
})();
