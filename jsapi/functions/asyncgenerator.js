// Asynchronous generators: what they return is a generator of the engine, which package compile has made of them, with
// other methods. These are those of ECMA-262, 27.6.3.
(function (isGenerator, construct) {
  'use strict';
  const { apply, getPrototypeOf } = Reflect, { defineProperty } = Object;
  const plain = getPrototypeOf(function* () {}).prototype, go = [plain.next, plain.throw, plain.return];
  const { then } = Promise.prototype, resolved = Promise.resolve, Intrinsic = Promise;
  const NEXT = 0, THROW = 1, RETURN = 2;
  const states = new WeakMap(), { get, set, has } = WeakMap.prototype, inherits = Object.prototype.isPrototypeOf;

  // What a function yields where it awaits, where yield* passes a result on, and where that is to end the function. Each
  // says so with the same object, and leaves the value in held, which is read before anything else runs.
  const AWAITED = {}, DELEGATED = {}, RETURNED = {};
  let held;
  function holding(what, value) {
    held = value;
    return what;
  }

  function method(of, name, value) { defineProperty(of, name, { value: value, writable: true, enumerable: false, configurable: true }); }
  function tag(of, text) { defineProperty(of, Symbol.toStringTag, { value: text, writable: false, enumerable: false, configurable: true }); }
  function whenSettled(value, kept, broken) { apply(then, apply(resolved, Intrinsic, [value]), [kept, broken]); }

  // drive serves the requests that wait, one after the other: the function goes on until it yields or ends.
  async function drive(g, s) {
    s.busy = true;
    while (s.requests.length > 0) {
      const request = s.requests[0];
      let { kind, value } = request;
      if (!s.began && kind !== NEXT) {
        s.done = true;
        apply(go[RETURN], g, [undefined]);
      }
      s.began = true;
      if (kind === RETURN) {
        try { value = await value; } catch (e) {
          kind = THROW;
          value = e;
        }
      }
      if (s.done) {
        s.requests.shift();
        if (kind === THROW) { request.reject(value); } else { request.resolve({ value, done: true }); }
        continue;
      }
      if (s.delegates) {
        s.delegates = false;
        value = { kind, value };
        kind = NEXT;
      }
      for (;;) {
        let at;
        try { at = apply(go[kind], g, [value]); } catch (e) {
          s.done = true;
          s.requests.shift();
          request.reject(e);
          break;
        }
        if (!at.done && at.value === AWAITED) {
          kind = NEXT;
          try { value = await held; } catch (e) {
            kind = THROW;
            value = e;
          }
          continue;
        }
        if (!at.done && at.value === RETURNED) {
          kind = RETURN;
          value = held;
          continue;
        }
        s.requests.shift();
        s.done = at.done;
        s.delegates = !at.done && at.value === DELEGATED;
        request.resolve(s.delegates ? { value: held, done: false } : at);
        break;
      }
    }
    s.busy = false;
  }

  function requested(name, kind) {
    return { [name](value) {
      return new Intrinsic((resolve, reject) => {
        if (!isGenerator(this) || !apply(has, states, [this]) && !apply(inherits, generators, [this])) {
          reject(new TypeError('Method [AsyncGenerator].prototype.' + name + ' called on incompatible receiver ' + shown(this)));
          return;
        }
        let s = apply(get, states, [this]);
        if (!s) {
          s = { requests: [], busy: false, began: false, done: false, delegates: false };
          apply(set, states, [this, s]);
        }
        s.requests.push({ kind, value, resolve, reject });
        if (!s.busy) { drive(this, s); }
      });
    } }[name];
  }
  function shown(v) {
    if (v === null || typeof v !== 'object') { return String(v); }
    const made = v.constructor;
    return '#<' + (typeof made === 'function' && made.name || 'Object') + '>';
  }

  // delegate is what yield* goes through.
  function* delegate(iterable) {
    const iterator = iteratorOf(iterable), { next } = iterator;
    let request = { kind: NEXT, value: undefined };
    for (;;) {
      const { kind, value } = request;
      let result;
      if (kind === NEXT) {
        result = yield holding(AWAITED, apply(next, iterator, [value]));
      } else if (kind === THROW) {
        const f = iterator.throw;
        if (f === undefined || f === null) {
          const close = iterator.return;
          if (close !== undefined && close !== null) { object(yield holding(AWAITED, apply(close, iterator, []))); }
          throw new TypeError('The iterator does not provide a \'throw\' method.');
        }
        result = yield holding(AWAITED, apply(f, iterator, [value]));
      } else {
        const f = iterator.return;
        if (f === undefined || f === null) { yield holding(RETURNED, value); }
        result = yield holding(AWAITED, apply(f, iterator, [value]));
      }
      if (object(result).done) {
        if (kind !== RETURN) { return result.value; }
        yield holding(RETURNED, result.value);
      }
      request = yield holding(DELEGATED, result.value);
    }
  }
  function object(result) {
    if (result === null || typeof result !== 'object' && typeof result !== 'function') { throw new TypeError('Iterator result ' + String(result) + ' is not an object'); }
    return result;
  }
  function iteratorOf(iterable, text) {
    if (iterable === undefined || iterable === null) { throw new TypeError('Cannot read properties of ' + iterable + " (reading 'Symbol(Symbol.asyncIterator)')"); }
    let f = iterable[Symbol.asyncIterator], convert = v => v;
    if (f === undefined || f === null) {
      f = iterable[Symbol.iterator];
      convert = fromSync;
    }
    if (typeof f !== 'function') { throw new TypeError((text || shown(iterable)) + ' is not async iterable'); }
    const iterator = apply(f, iterable, []);
    if (iterator === null || typeof iterator !== 'object' && typeof iterator !== 'function') { throw new TypeError('Result of the Symbol.asyncIterator method is not an object'); }
    return convert(iterator);
  }

  // fromSync makes an asynchronous iterator of another one: its values are awaited.
  function fromSync(iterator) {
    const { next } = iterator;
    function settled(result, closes) {
      const { done } = object(result);
      return new Intrinsic((resolve, reject) => {
        const broken = e => {
          if (!done && closes && typeof iterator.return === 'function') {
            try { iterator.return(); } catch (ignored) { /* the first error counts */ }
          }
          reject(e);
        };
        try { whenSettled(result.value, value => resolve({ value, done }), broken); } catch (e) { broken(e); }
      });
    }
    const promised = f => { try { return f(); } catch (e) { return Intrinsic.reject(e); } };
    return {
      next: (...values) => promised(() => settled(apply(next, iterator, values), true)),
      return: (...values) => promised(() => {
        const f = iterator.return;
        return f === undefined || f === null ? { value: values[0], done: true } : settled(apply(f, iterator, values), false);
      }),
      throw: (...values) => promised(() => {
        const f = iterator.throw;
        if (f === undefined || f === null) {
          if (typeof iterator.return === 'function') { iterator.return(); }
          throw new TypeError('The iterator does not provide a \'throw\' method.');
        }
        return settled(apply(f, iterator, values), true);
      })
    };
  }

  const iterators = {};
  method(iterators, Symbol.asyncIterator, { [Symbol.asyncIterator]() { return this; } }[Symbol.asyncIterator]);
  const generators = Object.create(iterators);
  const functions = Object.create(Function.prototype);
  function AsyncGeneratorFunction() {
    return apply(construct, undefined, arguments);
  }
  Object.setPrototypeOf(AsyncGeneratorFunction, Function);
  defineProperty(AsyncGeneratorFunction, 'length', { value: 1, configurable: true });
  defineProperty(AsyncGeneratorFunction, 'prototype', { value: functions, writable: false, enumerable: false, configurable: false });
  const fixed = (of, name, value) => defineProperty(of, name, { value: value, writable: false, enumerable: false, configurable: true });
  fixed(functions, 'constructor', AsyncGeneratorFunction);
  fixed(functions, 'prototype', generators);
  tag(functions, 'AsyncGeneratorFunction');
  fixed(generators, 'constructor', functions);
  method(generators, 'next', requested('next', NEXT));
  method(generators, 'return', requested('return', RETURN));
  method(generators, 'throw', requested('throw', THROW));
  tag(generators, 'AsyncGenerator');

  return [functions, generators, value => holding(AWAITED, value), delegate, iteratorOf];
})
