// What the scripts of this folder share: numbers that are the same everywhere, and the
// form of a question with its answer, a line each.
'use strict';
const { inspect } = require('util');

// random is a generator of whole numbers below n, from a seed (xorshift).
exports.random = function random(seed) {
  let x = seed | 0 || 1;
  return (n) => {
    x ^= x << 13; x ^= x >>> 17; x ^= x << 5;
    return (x >>> 0) % n;
  };
};
exports.chooser = function chooser(seed) {
  const below = exports.random(seed);
  return Object.assign((list) => list[below(list.length)], { below, chance: (n) => below(n) === 0 });
};

const out = [];
function line(text) { return text.replace(/[\0-\x1f\x7f-\uffff]/g, (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0')); }
function shown(v) { return typeof v === 'string' ? v : inspect(v, { depth: 5, breakLength: Infinity, compact: true, sorted: false, maxArrayLength: 300, maxStringLength: Infinity }); }
function failure(e) {
  if (e === null || typeof e !== 'object') { return 'throws ' + shown(e); }
  const own = {};
  for (const name of Object.keys(e)) { own[name] = e[name]; }
  return 'throws ' + e.name + ' ' + e.message + ' ' + shown(own);
}
// ask takes a question whose answer is what fn returns or throws.
const questions = [];
exports.ask = function ask(question, fn) { questions.push([question, fn]); };
// askLater takes one whose answer is what the promise of fn gives.
exports.askLater = function askLater(question, fn) { questions.push([question, fn, true]); };
function answer(fn) {
  try { return shown(fn()); } catch (e) { return failure(e); }
}
async function answerLater(fn) {
  try { return shown(await fn()); } catch (e) { return failure(e); }
}
// print answers all questions, some at a time: no turn may take long.
exports.print = () => new Promise((done) => {
  setImmediate(async function next() {
    for (const [question, fn, later] of questions.splice(0, 5)) { out.push(line(question) + '\t' + line(later ? await answerLater(fn) : answer(fn))); }
    if (questions.length) { setImmediate(next); return; }
    process.stdout.write(out.join('\n') + '\n');
    done();
  });
});
