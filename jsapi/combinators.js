// Promise.all, allSettled, any and race, as the specification has them. Those of goja keep the
// promise that they return where nobody finds it. Here a function for one of the elements tells it, so
// that stacks go on behind it.
(function (refuse, notConstructor) {
  'use strict';
  const Errors = AggregateError, apply = Reflect.apply, setPrototype = Object.setPrototypeOf, define = Object.defineProperty, isArray = Array.isArray;
  const list = Array.prototype, each = list[Symbol.iterator], steps = Object.getPrototypeOf([][Symbol.iterator]()), step = steps.next;
  const none = [], message = 'All promises were rejected', bind = Function.prototype.bind;
  const ask = {}; // with which a function for an element is called to tell what waits for it

  // capability is NewPromiseCapability.
  function capability(C) {
    let resolve, reject;
    if (notConstructor(C)) { refuse('constructor', C); }
    const promise = new C((a, b) => {
      if (resolve !== undefined || reject !== undefined) { refuse('executor'); }
      resolve = a;
      reject = b;
    });
    if (typeof resolve !== 'function' || typeof reject !== 'function') { refuse('functions'); }
    return { promise, resolve, reject };
  }

  // iterate calls visit for what an object iterates, and closes the iterator if visit fails.
  function iterate(iterable, visit) {
    if (iterable === undefined || iterable === null) { refuse('iterable', iterable); }
    const method = iterable[Symbol.iterator];
    if (method === each && isArray(iterable) && steps.next === step && !('return' in steps)) {
      for (let i = 0; i < iterable.length; i++) { visit(iterable[i]); }
      return;
    }
    if (typeof method !== 'function') { refuse('iterable', iterable); }
    const it = apply(method, iterable, none);
    if (it === null || typeof it !== 'object' && typeof it !== 'function') { refuse('iterator', it); }
    const next = it.next;
    if (typeof next !== 'function') { refuse('function', next); }
    for (;;) {
      const result = apply(next, it, none);
      if (result === null || typeof result !== 'object' && typeof result !== 'function') { refuse('result', result); }
      if (result.done) { return; }
      const value = result.value;
      let done = false;
      try {
        visit(value);
        done = true;
      } finally {
        if (!done) {
          // The error of visit counts, and not those of closing.
          try {
            const close = it.return;
            if (close !== undefined && close !== null) { apply(close, it, none); }
          } catch { }
        }
      }
    }
  }

  // bare is an array that has no setters of its prototype.
  function bare() { return setPrototype([], null); }

  const kinds = {
    all(wrap, iterable, { promise, resolve: fulfil, reject }) {
      const values = bare();
      let count = 0, left = 1;
      const finish = () => { fulfil(setPrototype(values, list)); };
      iterate(iterable, v => {
        let index = count++;
        values[index] = undefined;
        const next = wrap(v);
        left++;
        next.then(x => {
          if (x === ask) { return { name: 'Promise.all', index, promise }; }
          if (index < 0) { return; }
          values[index] = x;
          index = -1;
          if (--left === 0) { finish(); }
        }, reject);
      });
      if (--left === 0) { finish(); }
    },
    allSettled(wrap, iterable, { promise, resolve: fulfil }) {
      const values = bare();
      let count = 0, left = 1;
      const finish = () => { fulfil(setPrototype(values, list)); };
      iterate(iterable, v => {
        let index = count++;
        values[index] = undefined;
        const next = wrap(v);
        left++;
        const settled = outcome => {
          values[index] = outcome;
          index = -1;
          if (--left === 0) { finish(); }
        };
        next.then(value => {
          if (value === ask) { return { name: 'Promise.allSettled', index, promise }; }
          if (index >= 0) { settled({ status: 'fulfilled', value }); }
        }, reason => { if (index >= 0) { settled({ status: 'rejected', reason }); } });
      });
      if (--left === 0) { finish(); }
    },
    any(wrap, iterable, { promise, resolve: fulfil, reject }) {
      const errors = bare();
      let count = 0, left = 1;
      const finish = () => { reject(define(new Errors(setPrototype(errors, list), message), 'stack', { value: 'AggregateError: ' + message, writable: true, configurable: true })); };
      iterate(iterable, v => {
        let index = count++;
        errors[index] = undefined;
        const next = wrap(v);
        left++;
        next.then(fulfil, x => {
          if (x === ask) { return { name: 'Promise.any', index, promise }; }
          if (index < 0) { return; }
          errors[index] = x;
          index = -1;
          if (--left === 0) { finish(); }
        });
      });
      if (--left === 0) { finish(); }
    },
    race(wrap, iterable, { resolve: fulfil, reject }) { iterate(iterable, v => { wrap(v).then(fulfil, reject); }); }
  };

  const run = kind => (C, iterable) => {
    const made = capability(C);
    try {
      const resolve = C.resolve;
      if (typeof resolve !== 'function') { refuse('resolve'); }
      kind(apply(bind, resolve, [C]), iterable, made);
    } catch (e) {
      const { reject } = made;
      reject(e);
    }
    return made.promise;
  };
  return { all: run(kinds.all), allSettled: run(kinds.allSettled), any: run(kinds.any), race: run(kinds.race), ask };
})
