// Makes functions from definitions, and the deferred objects that these return.
// Evaluates to its installer.
(function (kit, native) {
  'use strict';
  const Promise = kit.Promise;
  const failure = kit.failure;

  // Deferred is a call that begins when its result is requested.
  function Deferred(machine, given, problem, callSite) {
    this._machine = machine;
    this._given = given;
    if (problem) { this._problem = problem; } // an error of the inputs, found when the call was made
    if (machine.timeout) { this._limit = machine.timeout; }
    this._callSite = callSite; // where the call was made
  }
  const proto = Deferred.prototype;
  // Members that most calls do not need are on the prototype.
  Object.assign(proto, { _problem: undefined, _meta: undefined, _limit: undefined, _handlers: null, _retries: null, _promise: null });
  kit.Deferred = Deferred;

  // once runs the function once, and calls done(exit, data).
  function once(d, done) {
    let inputs = d._given, over = false, timer;
    if (d._problem) { done('error', d._problem); return; }
    if (d._limit > 0) {
      timer = setTimeout(function () {
        over = true;
        done('error', failure('TimeoutError', 'Took too long to finish executing (timeout of ' + d._limit + 'ms exceeded.)\n' +
          'There is probably an issue in the implementation (might have forgotten to call `exits.success()`, etc.)\n' +
          'If you are the implementor of the relevant logic, and you\'re sure there are no problems, then you\'ll\n' +
          'want to (re)configure the timeout (maximum number of milliseconds to wait for the asynchronous logic to\n' +
          'finish).  Otherwise, you can set the timeout to 0 to disable it.' + kit.seek, { traceRef: {} }));
      }, d._limit);
    }
    kit.run(d._machine, inputs, d._meta || {}, function (exit, data) {
      if (over) { return; }
      if (timer) { clearTimeout(timer); }
      done(exit, data);
    });
  }

  // isPlain reports whether a call only runs its function, without options.
  function isPlain(d) { return !d._handlers && !d._retries && !d._limit && !d._problem; }

  // promised runs a plain call whose function returns its result.
  function promised(d) {
    const machine = d._machine;
    const failed = function (v) {
      const err = kit.thrownBy(machine, v);
      throw kit.rejection(kit.isOwn(err) ? at(d, err) : err);
    };
    let result;
    try { result = machine.fn.call(d._meta || {}, d._given); } catch (v) { return Promise.reject(v).catch(failed); }
    return result !== null && typeof result === 'object' && typeof result.then === 'function' ? Promise.resolve(result).then(undefined, failed) : Promise.resolve(result);
  }

  // immediate runs a call that ends when its function returns.
  function immediate(machine, inputs) {
    if (!machine.classical) { return new Deferred(machine, inputs).now(); }
    let result;
    try { result = machine.fn.call({}, inputs); } catch (v) { throw kit.thrownBy(machine, v); }
    if (result !== null && typeof result === 'object' && typeof result.then === 'function') { throw kit.notSynchronous(machine); }
    return result;
  }

  // exec calls back with (error), or with (undefined, result, …).
  function perform(d, done, raw) {
    if (isPlain(d) && !raw) {
      kit.run(d._machine, d._given, d._meta || {}, function (exit, data) {
        if (exit === 'success') { done(undefined, data, exit); } else { done(exit === 'error' ? data : at(d, kit.exception(d._machine, exit, data)), data, exit); }
      });
      return;
    }
    attempt(0, []);
    function attempt(n, earlier) {
      once(d, function (exit, data) {
        if (exit === 'success') { finish(undefined, data, exit); return; }
        let err = exit === 'error' ? data : null;
        if (raw && !d._handlers && exit !== 'error') { finish(null, data, exit); return; }
        err = err || at(d, kit.exception(d._machine, exit, data));
        const retries = d._retries;
        if (retries && (retries.rule === undefined || matches(retries.rule, err))) {
          if (n < retries.delays.length) {
            setTimeout(function () { attempt(n + 1, earlier.concat(err)); }, retries.delays[n]);
            return;
          }
          const first = earlier.concat(err)[0];
          const members = { raw: earlier.concat(err).slice(1) };
          if (first.code !== undefined) { members.code = first.code; }
          if (first.exit !== undefined) { members.exit = first.exit; }
          err = failure(first.name, 'Even after trying ' + (n + 1) + ' times, ' + d._machine.title + '() has not succeeded.  The first failure was:\n' + first.message, members);
        }
        for (const handler of d._handlers || []) {
          if (handler.rule !== undefined && !matches(handler.rule, err)) { continue; }
          settle(handler, err, function (failed, result, left) { finish(failed && failed !== err && kit.isOwn(failed) ? at(d, failed) : failed, result, left); });
          return;
        }
        finish(err, data, exit);
      });
    }
    function finish(err, result, exit) { done(err, result, exit); }
  }

  // at sets the position of the call on an error of this package.
  function at(d, err) {
    const where = d._callSite && native.where(d._callSite);
    if (where) { err.stack = err.name + ': ' + err.message + where; }
    return err;
  }

  function settle(handler, err, finish) {
    if (handler.tolerates) {
      if (!handler.fn) { finish(undefined, undefined, 'success'); return; }
      let result;
      try { result = handler.fn(err); } catch (thrown) { finish(misused(err, thrown, 'tolerate')); return; }
      if (result && typeof result.then === 'function') {
        result.then(function (v) { finish(undefined, v, 'success'); }, function (thrown) { finish(misused(err, thrown, 'tolerate')); });
        return;
      }
      finish(undefined, result, 'success');
      return;
    }
    if (typeof handler.fn !== 'function') { finish(envelope(err, handler.fn), undefined, 'error'); return; }
    let replaced;
    try { replaced = handler.fn(err); } catch (thrown) { finish(misused(err, thrown, 'intercept'), undefined, 'error'); return; }
    if (replaced && typeof replaced.then === 'function') {
      replaced.then(function (v) { finish(envelope(err, v), undefined, 'error'); }, function (thrown) { finish(misused(err, thrown, 'intercept'), undefined, 'error'); });
      return;
    }
    finish(envelope(err, replaced), undefined, 'error');
  }

  function keep(err, members) {
    ['code', 'exit', 'problems'].forEach(function (k) { if (err[k] !== undefined) { members[k] = err[k]; } });
    return members;
  }

  // misused makes the error for a handler that throws.
  function misused(err, thrown, method) {
    return failure('UsageError', 'The function given to .' + method + '() threw: ' + (thrown && thrown.message || thrown) +
      '\nReturn the new error instead of throwing it.', Object.assign(keep(err, {}), { raw: thrown }));
  }

  // envelope makes an error from the argument of .intercept(). The name of an exit or an
  // object remains a signal, which an action or helper can throw again.
  function envelope(err, v) {
    if (kit.isError(v)) { return v; }
    if (v === undefined) {
      return failure('UsageError', '`.intercept()` handler returned `undefined`, but this should never happen.\nRegardless, here is a summary of the original underlying error:\n' + err.message + kit.seek, Object.assign(keep(err, {}), { raw: err }));
    }
    return failure('Envelope', typeof v === 'string' ? v : kit.inspect(v), Object.assign(keep(err, {}), { code: 'E_NON_ERROR', raw: v }));
  }

  function matches(rule, err) {
    if (typeof rule === 'string') { return err.code === rule; }
    if (Array.isArray(rule)) { return rule.some(function (r) { return matches(r, err); }); }
    return Object.keys(rule).every(function (k) { return err[k] === rule[k]; });
  }
  function isRule(v) {
    return typeof v === 'string' || Array.isArray(v) && v.length > 0 && v.every(isRule) || v !== null && typeof v === 'object' && !Array.isArray(v);
  }
  function misuse(message) { return failure('UsageError', message); }

  const advice = '\n [?] For advice or assistance, come visit https://sailsjs.com/support';
  function badRule(method, rule) { return 'Invalid usage of `.' + method + '()`.  Invalid error negotiation rule: `' + kit.inspect(rule) + '`.' + advice; }

  function handled(d, tolerates, rule, fn, counted) {
    if (counted === 1 && typeof rule === 'function') { fn = rule; rule = undefined; }
    const method = tolerates ? 'tolerate' : 'intercept';
    if (rule !== undefined && !isRule(rule)) { throw misuse(badRule(method, rule)); }
    if (tolerates && rule === undefined && !fn) { 
      throw misuse('Invalid usage of `.tolerate()`.  No handler function was provided, and no\nnegotiation rule was provided either.  It would be unsafe to continue.\n' +
        'It is never a good idea to tolerate *ALL* errors a function might\nencounter, because doing so would make it easy to accidentally swallow\n' +
        'real problems or bugs.  So instead, please provide some way of narrowing\ndown the errors which you\'d like to tolerate, like `.tolerate(\'E_FOOBAR\')`.' + kit.seek);
    }
    if (tolerates && fn !== undefined && typeof fn !== 'function') { throw misuse('Invalid usage of `.tolerate()`.  Provided handler function is invalid.' + advice); }
    if (!tolerates && fn === undefined) { throw misuse('Invalid usage of `.intercept()`.  No handler function provided.' + kit.seek); }
    (d._handlers = d._handlers || []).push({ rule: rule, fn: fn, tolerates: tolerates });
    return d;
  }

  const methods = {
    intercept: function (rule, fn) { return handled(this, false, rule, fn, arguments.length); },
    tolerate: function (rule, fn) { return handled(this, true, rule, fn, arguments.length); },
    retry: function (rule, delays) {
      if (Array.isArray(rule) && typeof rule[0] === 'number') { delays = rule; rule = undefined; }
      if (rule !== undefined && !isRule(rule)) { throw misuse(badRule('retry', rule)); }
      this._retries = { rule: rule, delays: delays || [250, 500, 1000] };
      return this;
    },
    timeout: function (ms) {
      if (typeof ms !== 'number' || !(ms >= 0)) { throw misuse('Invalid usage for `.timeout()`.  Please provide a number of milliseconds\nas the first argument, or use 0 to eliminate the timeout for this invocation.'); }
      this._limit = ms;
      return this;
    },
    meta: function (meta) {
      if (!kit.types.isDictionary(meta)) { throw misuse('.meta() takes an object, not ' + kit.inspect(meta)); }
      this._meta = meta;
      return this;
    },
    setEnv: function (env) { return this.meta(env); },
    cache: function () { return this; },
    exec: function (done) {
      if (done !== undefined && typeof done !== 'function') {
        throw misuse('.exec() takes a function(err, result), not ' + kit.inspect(done) + (kit.types.isDictionary(done) ? ': functions by the names of exits are what .switch() takes' : ''));
      }
      if (!done) { throw misuse('.exec() needs a function(err, result)'); }
      perform(this, function (err, result) { if (err) { done(err); } else { done(undefined, result); } });
    },
    switch: function (handlers) {
      if (!kit.types.isDictionary(handlers)) { throw misuse('.switch() takes functions by the names of exits, not ' + kit.inspect(handlers)); }
      if (typeof handlers.error !== 'function') { throw misuse('.switch() needs a function called error, for whatever has none of its own'); }
      const machine = this._machine;
      perform(this, function (err, result, exit) {
        if (!err && exit === 'success') { if (handlers.success) { handlers.success(result); } return; }
        if (exit !== 'error' && typeof handlers[exit] === 'function') { handlers[exit](result); return; }
        handlers.error(err || kit.exception(machine, exit, result));
      }, true);
    },
    toPromise: function () {
      if (!this._promise && isPlain(this) && this._machine.classical) { this._promise = promised(this); }
      if (!this._promise) {
        const self = this;
        this._promise = new Promise(function (resolve, reject) {
          perform(self, function (err, result) { if (err) { reject(kit.rejection(err)); } else { resolve(result); } });
        });
      }
      return this._promise;
    },
    then: function (good, bad) { return this.toPromise().then(good, bad); },
    // catch(rule, fn) handles only errors that match the rule.
    catch: function (rule, fn) {
      if (arguments.length < 2) { return this.toPromise().catch(rule); }
      return this.toPromise().catch(function (err) {
        if (typeof rule === 'function' ? err instanceof rule : matches(rule, err)) { return fn(err); }
        throw err;
      });
    },
    finally: function (fn) { return this.toPromise().finally(fn); },
    now: function () {
      const machine = this._machine;
      if (!machine.sync) {
        throw misuse(machine.title + '() cannot be called with .now(), for its definition has no `sync: true`: use await or .exec()');
      }
      let left = false, failed, result;
      perform(this, function (err, v) { left = true; failed = err; result = v; });
      if (!left) { throw kit.notSynchronous(machine); }
      if (failed) { throw failed; }
      return result;
    },
    log: function () {
      const title = this._machine.title;
      if (this._machine.sync) { native.print(title + '() finished: ' + kit.inspect(this.now())); return; }
      perform(this, function (err, v) {
        if (err) { native.print(title + '() failed: ' + (err.stack || err)); } else { native.print(title + '() finished: ' + kit.inspect(v)); }
      });
    },
    getInvocationInfo: function () { return { method: this._machine.title, args: [this._given] }; },
    toString: function () { return '[a call of ' + this._machine.title + '() that has not run: await it]'; },
    toJSON: function () { return this.toString(); },
    inspect: function () { return this.toString(); }
  };
  methods.execSync = methods.now;
  Object.keys(methods).forEach(function (name) { Object.defineProperty(proto, name, { value: methods[name], writable: true, configurable: true, enumerable: false }); });
  Object.defineProperty(proto, Symbol.for('nodejs.util.inspect.custom'), { value: methods.toString, enumerable: false });

  // deferring converts a function that returns a promise to one that returns a call with
  // the methods of helpers. A callback as the last argument gets the result instead.
  kit.deferring = function (title, fn) {
    const machine = kit.compileDefinition({ identity: title, fn: function (args) { return fn.apply(undefined, args); } }, { title: title });
    return function () {
      const args = Array.prototype.slice.call(arguments), call = new Deferred(machine, args, undefined, native.captureStack());
      if (typeof args[args.length - 1] !== 'function') { return call; }
      const done = args.pop();
      call.exec(done);
      return undefined;
    };
  };

  // build makes a function from a definition. usage: given.values, defaults of inputs;
  // arginStyle 'serial' or 'named'; execStyle 'natural' (functions declared sync run at
  // once), 'immediate' or 'deferred'; title for messages; analog.
  kit.build = function (def, usage) {
    const machine = kit.compileDefinition(def, usage);
    const style = usage.execStyle || 'deferred', serial = usage.arginStyle === 'serial';
    const atOnce = machine.sync && style !== 'deferred';

    function begin(given) {
      let inputs, problem;
      const fixed = usage.given && usage.given.values; // defaults from the configuration of the pack
      if (fixed) {
        given = Object.assign({}, given);
        machine.inputs.forEach(function (input) {
          if (given[input.name] === undefined && fixed[input.name] !== undefined) { given[input.name] = fixed[input.name]; }
        });
      }
      if (atOnce) { return immediate(machine, kit.checkInputs(machine, given)); }
      try { inputs = kit.checkInputs(machine, given); } catch (err) { problem = err; }
      const d = new Deferred(machine, inputs, problem, native.captureStack());
      return style === 'immediate' ? d.toPromise() : d;
    }
    function named(given) {
      if (given === undefined) { given = {}; }
      if (!kit.types.isDictionary(given)) {
        throw misuse('Sorry, this function doesn\'t know how to handle usage like that.\nIf provided, the 1st argument should be a dictionary like `{...}`\n' +
          'consisting of input values (aka "argins") to pass through to the fn.' + kit.seek);
      }
      known(given);
      return begin(given);
    }
    // known warns of values that belong to no input.
    function known(given) {
      if (usage.loose === false) { return; }
      Object.keys(given).forEach(function (name) {
        if (!machine.byName[name] && given[name] !== undefined) {
          native.warn('a call of ' + machine.title + '() gave "' + name + '", which is none of its inputs: it was left out');
        }
      });
    }
    function listed(values) {
      const given = {};
      for (let i = 0; i < values.length; i++) {
        const name = machine.args[i];
        if (name === undefined) {
          if (i < machine.args.length) { continue; }
          throw new Error('Invalid usage with serial arguments: Received unexpected ' + ordinal(i + 1) + ' argument.');
        }
        if (name === '{*}') { Object.assign(given, values[i]); } else { given[name] = values[i]; }
      }
      return begin(given);
    }
    const callable = serial ? function (...values) { return listed(values); } : function (given) { return named(given); };
    const members = {
      with: named,
      getDef: function () { return describe(machine); },
      toJSON: function () { return describe(machine); },
      toString: function () { return '[Machine: ' + machine.identity + ']'; },
      customize: function (more) { return kit.build(def, Object.assign({}, usage, more)); },
      isWetMachine: true
    };
    Object.keys(members).forEach(function (name) { Object.defineProperty(callable, name, { value: members[name], writable: true, configurable: true, enumerable: false }); });
    Object.defineProperty(callable, 'name', { value: machine.title });
    Object.defineProperty(callable, Symbol.for('nodejs.util.inspect.custom'), { value: function () { return usageText(machine); }, enumerable: false });
    return callable;
  };

  function ordinal(n) { return n === 1 ? 'first' : n === 2 ? 'second' : n === 3 ? 'third' : n + 'th'; }

  function describe(machine) {
    return Object.assign({}, machine.def, machine.def.fn.constructor && machine.def.fn.constructor.name === 'AsyncFunction' ? { _fnIsAsyncFunction: true } : {}, {
      identity: machine.identity, inputs: machine.def.inputs || {}, exits: machine.exits, args: machine.args, implementationType: machine.classical ? 'classical' : 'analog'
    });
  }
  function usageText(machine) {
    const lines = machine.inputs.map(function (input, i) {
      return ' ' + (input.required ? '*' : ' ') + ' ' + (i + 1) + '. ' + input.name + '  (' + (typeof input.type === 'string' ? 'type: ' + input.type : kit.types.noun(input.type)) + ')';
    });
    return '.' + machine.title + '()\n\n Usage:\n     ' + (machine.sync ? '' : 'await ') + machine.title + '(' + (lines.length ? '…' : '') + ');\n' +
      (lines.length ? '\n Arguments:\n' + lines.join('\n') + '\n' : '');
  }
})
