// Runs the function of a definition once: checked inputs in, one exit out.
// Evaluates to its installer.
(function (kit, native) {
  'use strict';

  // failure is an error of that name with more members.
  const failure = kit.failure = function (name, message, members) {
    const err = new Error(message);
    Object.defineProperty(err, 'name', { value: name, writable: true, configurable: true, enumerable: false });
    // The frames of the kit itself mean nothing to a project.
    if (typeof err.stack === 'string') { err.stack = name + ': ' + message + kit.projectFrames(err.stack); }
    own.add(err);
    return Object.assign(err, members);
  };
  // isOwn reports whether an error was made by the kit.
  const own = new WeakSet();
  kit.isOwn = function (err) { return own.has(err); };
  const visible = function (err) { return err instanceof Error || Object.prototype.toString.call(err) === '[object Error]'; };
  kit.isError = visible;

  // checkInputs gives the inputs as their definition has them, or throws what
  // is wrong with them. machine is what kit.compileDefinition makes.
  kit.checkInputs = function (machine, given) {
    const out = {};
    let problems = null;
    const inputs = machine.inputs;
    for (let i = 0; i < inputs.length; i++) { // an iterator would cost as much as the rest
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
      throw failure('UsageError', 'Could not run ' + machine.title + '() because of ' + (problems.length === 1 ? 'a problem' : problems.length + ' problems') + ':\n' +
        problems.map(function (p) { return '• ' + p; }).join('\n') + '\nPlease adjust your usage and try again.', { code: 'E_INVALID_ARGINS', problems: problems });
    }
    return out;
  };
  function lines(list) { return list.map(function (l) { return '\n  · ' + l; }).join(''); }

  // exception is the error of a named exit.
  function exception(machine, exit, data) {
    const def = machine.exits[exit] || {};
    let message = '`' + machine.title + '` failed ("' + exit + '").';
    if (def.description) { message += '  ' + def.description; }
    const members = { code: exit, exit: exit };
    if (data !== undefined) {
      members.raw = data;
      message += visible(data) ? '  (Also got an additional error -- see `.raw`).' : '\nAdditional data:\n\n' + kit.inspect(data);
    }
    return failure('Exception', message, members);
  }
  kit.exception = exception;

  // faulty is the error for something that is no error.
  function faulty(machine, v) {
    if (v === undefined) {
      return failure('Error', 'Internal error occurred while running `' + machine.title + '`.', {
        raw: failure('ImplementationError', 'The exit error was taken without an error that says why.')
      });
    }
    return failure('ImplementationError', 'Internal error occurred while running `' + machine.title + '`.  Got non-Error: ' + kit.inspect(v) +
      '\nThrow an Error, or the name of one of its exits.', { raw: v });
  }

  // outer is what a caller gets to see of an error: a signal that another
  // function gave by its exits is none of this one's.
  function outer(machine, err) {
    if (!visible(err)) { return faulty(machine, err); }
    const foreign = err.name === 'Exception' && err.exit !== undefined || err.name === 'UsageError' && err.code === 'E_INVALID_ARGINS';
    if (!foreign) { return err; }
    return failure('Error', 'Internal error occurred while running `' + machine.title + '`.  (See `.raw` for more information.)', { code: 'E_INTERNAL_ERROR', raw: err });
  }

  // signal is the exit that a thrown value names: [exit, data], or null.
  function signal(machine, v) {
    // What .intercept() was told to throw instead arrives in an envelope.
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

  // thrownBy is the error that a caller gets for what a function threw.
  kit.thrownBy = function (machine, v) {
    const named = signal(machine, v);
    return named ? exception(machine, named[0], named[1]) : outer(machine, v);
  };

  // run calls the function of a machine with checked inputs. leave(exit, data)
  // is called once, at once or later; data of the exit error is an error.
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
      throw failure('CompatibilityError', 'exits is not to be called itself: call exits.success() or another exit of ' + machine.title + '.');
    };
    machine.exitNames.forEach(function (name) { exits[name] = function (data) { exit(name, data); }; });
    return exits;
  }
})
