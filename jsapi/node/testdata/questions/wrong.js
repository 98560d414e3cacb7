// What the scripts of wrong arguments share: each argument of a function, and each option,
// takes values of all kinds, one after the other.
'use strict';
const { ask, askLater, print } = require('./ask.js');

const values = {
  undefined, null: null, one: 1, minus: -1, half: 1.5, NaN: NaN, big: 2 ** 40, x: 'x', empty: '', object: {}, array: [], yes: true, no: false,
  fn: function named() {}, symbol: Symbol('s'), bigint: 1n, date: new Date(0), buffer: Buffer.from('ab'),
};
exports.kinds = Object.keys(values);

// told is what a question says of a result: all of it; its type ('type'); or its class, once
// the function end has closed it.
function told(v, end) {
  if (v && typeof v.catch === 'function') { v.catch(() => {}); }
  if (end === undefined) { return v; }
  if (end !== 'type') { end(v); }
  return 'returns ' + (v === null ? 'null' : typeof v === 'object' && end !== 'type' ? (v.constructor || {}).name : typeof v);
}
function without(skip, each) { Object.keys(values).forEach((kind) => { if (!skip || !skip.includes(kind)) { each(kind); } }); }

// wrong calls a function with fewer and fewer of its good arguments, and with wrong ones,
// without the kinds in skip.
exports.wrong = function wrong(name, fn, good, end, skip) {
  for (let n = 0; n <= good.length; n++) { ask(name + ' of ' + n, () => told(fn(...good.slice(0, n)), end)); }
  good.forEach((_, i) => without(skip, (kind) => ask(name + ' ' + i + '=' + kind, () => told(fn(...good.map((g, k) => (k === i ? values[kind] : g))), end))));
};
// wrongLater does so with a function that returns a promise, whose value is told.
exports.wrongLater = function wrongLater(name, fn, good, skip) {
  const asked = (question, args) => askLater(question, () => Promise.race([fn(...args), new Promise((done) => setTimeout(done, 50, 'is pending'))]));
  for (let n = 0; n <= good.length; n++) { asked(name + ' later of ' + n, good.slice(0, n)); }
  good.forEach((_, i) => without(skip, (kind) => asked(name + ' later ' + i + '=' + kind, good.map((g, k) => (k === i ? values[kind] : g)))));
};
// wrongOptions does so with the options of a function, beside those that it has anyway.
exports.wrongOptions = function wrongOptions(name, fn, base, options, end, skip) {
  options.forEach((k) => without(skip, (kind) => ask(name + ' ' + k + '=' + kind, () => told(fn({ ...base, [k]: values[kind] }), end))));
};
exports.ask = (question, fn, end) => ask(question, () => told(fn(), end));
exports.print = print;
