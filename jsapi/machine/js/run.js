// Runs the function of a definition once, with checked inputs and until one exit.
// Evaluates to its installer.
(function (kit, native) {
  'use strict';

  // failure makes an error with a name and more members.
  const failure = kit.failure = function (name, message, members) {
    const err = new Error(message);
    Object.defineProperty(err, 'name', { value: name, writable: true, configurable: true, enumerable: true });
    // Frames of this package are removed: they do not help the project.
    if (typeof err.stack === 'string') { err.stack = name + ': ' + message + kit.projectFrames(err.stack); }
    own.add(err);
    return Object.assign(err, members);
  };
  // isOwn reports whether an error was made by this package.
  const own = new WeakSet();
  kit.isOwn = function (err) { return own.has(err); };
  const visible = function (err) { return err instanceof Error || Object.prototype.toString.call(err) === '[object Error]'; };
  kit.isError = visible;

  // rejection makes the error that awaiting a failed call throws; see Realm.Rejection.
  kit.rejection = function (err) {
    const out = native.rejection(err);
    if (out !== err) { own.add(out); }
    return out;
  };
  kit.isOperational = function (err) {
    return err instanceof Error && err.isOperational === true && Object.prototype.toString.call(err) !== '[object Error]';
  };

  // checkInputs returns the inputs as defined, or throws the violations. machine is the
  // result of kit.compileDefinition.
  kit.checkInputs = function (machine, given) {
    const out = {};
    let problems = null;
    const inputs = machine.inputs;
    for (let i = 0; i < inputs.length; i++) { // an iterator would be as slow as the rest
      const input = inputs[i];
      let v = given[input.name];
      const problem = v === null && !input.allowsNull ? input.refusesNull : v === '' && input.required ? input.refusesEmpty : '';
      if (problem) { (problems = problems || []).push(problem); continue; }
      if (v === undefined) {
        if (input.required) { (problems = problems || []).push('"' + input.name + '" is required, but it was not defined.'); }
        if (input.hasDefault) { out[input.name] = input.fallback(); }
        continue;
      }
      if (v !== null) {
        const got = input.check(v);
        if (got === kit.types.invalid) {
          const list = Array.isArray(input.type) && typeof v === 'object' ? ' array' : '';
          (problems = problems || []).push('Invalid "' + input.name + '"' + list + ':' + lines(input.check.misses(v)));
          continue;
        }
        v = got;
        if (input.rules) {
          const bad = input.rules(v);
          if (bad.length) { (problems = problems || []).push('Invalid "' + input.name + '":' + lines(bad)); continue; }
        }
      }
      out[input.name] = v;
    }
    if (problems) {
      throw failure('UsageError', 'Could not run ' + machine.title + '() because of ' + (problems.length === 1 ? 'a problem' : problems.length + ' problems') + ':\n' + ruler + '\n' +
        problems.map(function (p) { return '• ' + p; }).join('\n') + '\n' + ruler + '\n\nPlease adjust your usage and try again.' + kit.seek, { code: 'E_INVALID_ARGINS', problems: problems });
    }
    return out;
  };
  const ruler = '-'.repeat(54);
  function lines(list) { return list.map(function (l) { return '\n  · ' + l; }).join(''); }

  // exception makes the error of a named exit.
  function exception(machine, exit, data) {
    const def = machine.exits[exit] || {};
    let message = '`' + machine.title + '` failed ("' + exit + '").';
    if (def.description) { message += '  ' + def.description; }
    const members = { code: exit, exit: exit, traceRef: {} };
    if (data !== undefined) {
      members.raw = data;
      message += visible(data) ? '  (Also got an additional error -- see `.raw`).' : '\n' + (def.outputFriendlyName || 'Additional data') + ':\n\n' + kit.inspect(data);
    }
    return failure('Exception', message, members);
  }
  kit.exception = exception;

  // faulty makes an error from a value that is none.
  function faulty(machine, v) { return placed(machine, unexplained(machine, v)); }

  // placed sets the position of the definition on an error without one.
  function placed(machine, err) {
    if (machine.place && typeof err.stack === 'string' && !kit.projectFrames(err.stack)) { err.stack += '\n    at ' + machine.place; }
    return err;
  }
  kit.placed = placed;

  function unexplained(machine, v) {
    if (v === undefined) {
      return failure('Error', 'Internal error occurred while running `' + machine.title + '`.', {
        raw: failure('ImplementationError', 'Called generic exits.error() callback, but without passing in an Error instance to explain "why".')
      });
    }
    return failure('ImplementationError', 'Internal error occurred while running `' + machine.title + '`.  Got non-Error: ' + kit.inspect(v) +
      '\n\nIf you are the maintainer of "' + machine.title + '", then you can change its implementation to solve the problem (Most of the time, the solution is just to throw ' +
      'an actual Error instance instead.  Alternatively, if the goal was to indicate a particular exception, you could throw any of the special, reserved "exit signals"-- ' +
      'e.g. the code name of any of your defined exits besides "error" or "success").  Otherwise, please file a bug report with the maintainer, or fork your own copy and fix that.' + kit.seek, { raw: v });
  }

  // outer makes the error that the caller gets: an exit of a nested call is not an exit of
  // this one.
  function outer(machine, err) {
    if (kit.isOperational(err)) { err = err.cause; }
    if (!visible(err)) { return faulty(machine, err); }
    const foreign = err.name === 'Exception' && err.exit !== undefined || err.name === 'UsageError' && err.code === 'E_INVALID_ARGINS';
    if (!foreign) { return err; }
    return failure('Error', 'Internal error occurred while running `' + machine.title + '`.  (See `.raw` for more information.)', { code: 'E_INTERNAL_ERROR', raw: err });
  }

  // signal returns the exit that a thrown value names, as [exit, data], or null.
  function signal(machine, v) {
    // .intercept() wraps what is thrown instead in an envelope.
    if (visible(v)) {
      if (v.name !== 'Envelope' || v.code !== 'E_NON_ERROR') { return null; }
      v = v.raw;
    }
    const named = function (name) { return name !== 'error' && name !== 'success' && Object.prototype.hasOwnProperty.call(machine.exits, name); };
    if (typeof v === 'string') { return named(v) ? [v, undefined] : null; }
    if (!kit.types.isDictionary(v)) { return null; }
    const keys = Object.keys(v);
    return keys.length === 1 && named(keys[0]) ? [keys[0], v[keys[0]]] : null;
  }

  // thrownBy makes the error that the caller gets for a thrown value.
  kit.thrownBy = function (machine, v) {
    const named = signal(machine, v);
    return named ? exception(machine, named[0], named[1]) : outer(machine, v);
  };

  // run calls the function of a machine with checked inputs. leave(exit, data) is called
  // once, synchronously or later; for the exit error, data is an error.
  kit.run = function (machine, inputs, meta, leave) {
    let over = false;
    function exit(name, data) {
      if (over) {
        native.warn(machine.title + '() took its exit "' + name + '" after it had finished: that is ignored');
        return;
      }
      over = true;
      leave(name, name === 'error' ? outer(machine, data) : data);
    }
    function failed(v) {
      const named = signal(machine, v);
      if (named) { exit(named[0], named[1]); } else if (over && visible(v)) { native.warn(machine.title + '() failed after it had finished: ' + (v.stack || v)); } else { exit('error', v); }
    }
    let result;
    try {
      if (machine.classical) {
        result = machine.fn.call(meta, inputs);
      } else {
        result = machine.fn.call(meta, inputs, exitsOf(machine, exit), meta);
      }
    } catch (err) {
      failed(err);
      return;
    }
    const then = result !== null && typeof result === 'object' && typeof result.then === 'function';
    if (then && machine.sync && machine.classical) {
      exit('error', notSynchronous(machine));
    } else if (then) {
      result.then(machine.classical ? function (v) { exit('success', v); } : undefined, failed);
    } else if (machine.classical) {
      exit('success', result);
    }
  };

  function notSynchronous(machine) {
    return failure('ImplementationError', 'The function of ' + machine.title + ' is declared `sync: true`, but it had not finished when it returned: take an exit before returning, or leave `sync` out.', { code: 'E_NOT_SYNCHRONOUS' });
  }
  kit.notSynchronous = notSynchronous;

  function exitsOf(machine, exit) {
    const exits = function () {
      throw failure('CompatibilityError', 'Implementor-land switchbacks are no longer supported by default in the machine runner.  Instead of `exits()`, please call ' +
        '`exits.success()` or `exits.error()` from within your machine `fn`.  (For help, visit https://sailsjs.com/support)');
    };
    machine.exitNames.forEach(function (name) { exits[name] = function (data) { exit(name, data); }; });
    return exits;
  }
})
