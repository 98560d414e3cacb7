// calltracker: assert.CallTracker, which counts the calls of functions.
var errors = require('errors'), validate = require('validate');
var Proxy = require('proxy').Proxy;
function nothing() {}
module.exports = class CallTracker {
  #tracked = new Map(); // from what calls returns to what is known of it
  #of(tracked) {
    if (!this.#tracked.has(tracked)) { throw validate.invalidValue('tracked', tracked, 'is not a tracked function'); }
    return this.#tracked.get(tracked);
  }
  reset(tracked) {
    if (tracked === undefined) { this.#tracked.forEach(function (own) { own.calls = []; }); } else { this.#of(tracked).calls = []; }
  }
  getCalls(tracked) { return Object.freeze(this.#of(tracked).calls.slice()); }
  calls(fn, expected = 1) {
    if (typeof fn === 'number') { expected = fn; fn = nothing; } else if (fn === undefined) { fn = nothing; }
    validate.uint32(expected, 'expected', true);
    var own = { name: fn === nothing ? 'calls' : fn.name || 'calls', expected: expected, place: new Error(), calls: [] };
    var tracked = new Proxy(fn, { apply: function (target, self, args) {
      own.calls.push(Object.freeze({ thisArg: self, arguments: Object.freeze(Array.from(args)) }));
      return Reflect.apply(target, self, args);
    } });
    this.#tracked.set(tracked, own);
    return tracked;
  }
  report() {
    var out = [];
    this.#tracked.forEach(function (own) {
      var n = own.calls.length;
      if (n === own.expected) { return; }
      out.push({ message: 'Expected the ' + own.name + ' function to be executed ' + own.expected + ' time(s) but was executed ' + n + ' time(s).', actual: n, expected: own.expected, operator: own.name, stack: own.place });
    });
    return out;
  }
  verify() {
    var list = this.report();
    if (!list.length) { return; }
    throw new (require('assert').AssertionError)({ message: list.length === 1 ? list[0].message : 'Functions were not called the expected number of times', details: list });
  }
};
