// Reads definitions {inputs, exits, fn, …}. Evaluates to its installer.
(function (kit, native) {
  'use strict';
  const types = kit.types;

  kit.kebab = function (s) {
    return String(s).replace(/([a-z0-9])([A-Z])/g, '$1-$2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2').replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '').toLowerCase();
  };
  kit.camel = function (s) {
    return kit.kebab(s).replace(/-([a-z0-9])/g, function (all, c) { return c.toUpperCase(); });
  };
  kit.methodName = function (identity) { return kit.camel(identity); };

  const validName = /^[A-Za-z_$][A-Za-z0-9_$]*$/;
  const isDictionary = types.isDictionary;

  // parameters returns the source of a function's parameter list.
  function parameters(fn) {
    const source = Function.prototype.toString.call(fn).replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/[^\n]*/g, '');
    const from = source.indexOf('(');
    let depth = 0;
    for (let i = from; i >= 0 && i < source.length; i++) {
      if ('([{'.indexOf(source[i]) >= 0) { depth++; }
      if (')]}'.indexOf(source[i]) >= 0 && --depth === 0) { return source.slice(from + 1, i); }
    }
    return '';
  }
  // takesExits reports whether a function takes its exits as a parameter.
  function takesExits(fn) { return /,\s*exits\s*(,\s*(env|meta)\s*)?,?\s*$/.test(parameters(fn)); }

  // compileDefinition reads a definition. usage has the rules of the release: with analog
  // every function takes exits. The error lists all mistakes of a definition.
  kit.compileDefinition = function (def, usage) {
    if (!isDictionary(def)) {
      throw new Error('a definition is an object {inputs, exits, fn}, not ' + kit.inspect(def));
    }
    const problems = [];
    const identity = def.identity || kit.kebab(def.friendlyName || def.description || '');
    if (!identity) { problems.push('Missing `identity`, and could not infer one.  (No `friendlyName` or `description` either.)'); }
    const machine = {
      def: def, identity: identity, title: usage.title || kit.methodName(identity), fn: def.fn, sync: def.sync === true, timeout: def.timeout,
      inputs: [], byName: {}, exits: {}, exitNames: []
    };
    if (def.fn === undefined) { problems.push('Missing the `fn` property.'); } else if (typeof def.fn !== 'function') { problems.push('Invalid `fn` property.  (Please use a valid JavaScript function.)'); } else {
      machine.classical = def.implementationType ? def.implementationType === 'classical' : !usage.analog && !takesExits(def.fn);
      if (machine.sync && def.fn.constructor && def.fn.constructor.name === 'AsyncFunction') {
        problems.push('Invalid `fn` property.  (Cannot use `async function` since implementation is declared `sync: true`.)');
      }
    }
    if (def.sync !== undefined && typeof def.sync !== 'boolean') { problems.push('Invalid `sync` property.  (If specified, must be boolean: `true` or `false`.)'); }
    if (def.timeout !== undefined && !(typeof def.timeout === 'number' && def.timeout > 0)) { problems.push('Invalid `timeout` property.  (If specified, must be a number greater than zero.)'); }
    if (def.inputs !== undefined && !isDictionary(def.inputs)) {
      problems.push('Invalid `inputs`.  (If specified, must be a dictionary-- i.e. plain JavaScript object like `{}`.)');
    } else {
      Object.keys(def.inputs || {}).forEach(function (name) {
        const input = readInput(name, def.inputs[name], problems);
        if (input) { machine.inputs.push(input); machine.byName[name] = input; }
      });
    }
    if (def.exits !== undefined && !isDictionary(def.exits)) {
      problems.push('Invalid `exits`.  (If specified, must be a dictionary-- i.e. plain JavaScript object like `{}`.)');
    } else {
      Object.keys(def.exits || {}).forEach(function (name) {
        const exit = def.exits[name];
        if (!validName.test(name)) { problems.push('Invalid exit name ("' + name + '").  Please use something else instead, because this contains invalid characters.'); }
        if (!isDictionary(exit)) { problems.push('Invalid exit definition ("' + name + '").  Must be a dictionary-- i.e. plain JavaScript object like `{}`.'); return; }
        if (exit.outputType !== undefined && !types.known(types.resolve(exit.outputType))) { problems.push('Invalid exit definition ("' + name + '").  Unrecognized `outputType`.'); }
        machine.exits[name] = exit;
      });
      ['error', 'success'].forEach(function (name) {
        if (!machine.exits[name]) { machine.exits[name] = name === 'error' ? { description: 'An unexpected error occurred.' } : { description: 'Done.' }; }
      });
      machine.exitNames = Object.keys(machine.exits);
    }
    machine.args = readArgs(def.args, machine, problems);
    if (problems.length) {
      throw kit.failure('ImplementationError', 'The definition of "' + (identity || 'a function without a name') + '" cannot be used:\n' +
        problems.map(function (p) { return '• ' + p; }).join('\n'), { code: 'E_INVALID_DEFINITION', problems: problems });
    }
    return machine;
  };

  // impliedType returns the type that the rules of an input imply; undefined if they
  // imply none.
  function impliedType(def) {
    if (def.isExemplar === true) { return def.readOnly ? 'ref' : 'json'; }
    if (def.custom) { return 'ref'; }
    if (def.isIn && def.isIn.length) { return types.infer(def.isIn[0]); }
    const has = function (rule) { return Boolean(def[rule]); };
    if (['isCreditCard', 'isEmail', 'isHexColor', 'isIP', 'isURL', 'isUUID', 'maxLength', 'minLength', 'regex'].some(has)) { return 'string'; }
    if (['max', 'min', 'isInteger'].some(has)) { return 'number'; }
    return undefined;
  }

  // insteadOf returns the recommendation for a type that is too general, '' for other
  // types.
  function insteadOf(type) {
    switch (type) {
      case 'dictionary': case 'object': return '{}';
      case 'array': return "['ref']";
      case 'function': case 'lamda': case 'lambda': return "'ref'";
    }
    return Array.isArray(type) && !type.length ? "['ref']" : '';
  }

  function readInput(name, def, problems) {
    const wrong = function (what) { problems.push('Invalid input definition ("' + name + '").  ' + what); };
    if (!validName.test(name)) {
      problems.push('Invalid input name ("' + name + '").  Please use something else instead, because this contains invalid characters.');
      return null;
    }
    if (!isDictionary(def)) { wrong('Must be a dictionary-- i.e. plain JavaScript object like `{}`.'); def = {}; }
    let type;
    if (def.type === undefined) {
      const example = def.example !== undefined ? def.example : def.defaultsTo;
      type = example !== undefined ? types.infer(example) : impliedType(def);
      if (type === undefined) {
        wrong("Must have `type`, or at least some more information.  (If you aren't sure what to use, just go with `type: 'ref'.)");
        return null;
      }
    } else {
      type = types.resolve(def.type);
      const instead = insteadOf(def.type);
      if (instead) {
        wrong('Instead of specifying `type: ' + kit.inspect(def.type) + '`, please use `type: ' + instead + '`.');
        return null;
      }
      if (!types.known(type)) {
        wrong("Unrecognized `type`.  (Must be 'string', 'number', 'boolean', 'json' or 'ref', or a schema of them like `[{id: 'number'}]`.)");
        return null;
      }
    }
    const check = types.compile(type);
    if (def.required !== undefined && typeof def.required !== 'boolean') { wrong('Invalid `required` property.  (If specified, must be boolean: `true` or `false`.)'); }
    const anyNull = type === 'json' || type === 'ref';
    if (def.allowNull && anyNull) { wrong('Defined with `allowNull: true`, which is unnecessary in conjunction with this input\'s declared `type`, "' + type + '".'); }
    if (def.type !== undefined && def.example !== undefined && check(def.example) === types.invalid) {
      wrong('Defined with `type: ' + kit.inspect(def.type) + '`, but the specified `example` is not strictly valid for that type.');
    }
    if (def.defaultsTo !== undefined) {
      if (def.required) { problems.push('The `defaultsTo` property cannot be used in conjunction with `required: true`.  (Only optional inputs may have a default value.)'); }
      if (!(def.defaultsTo === null && (anyNull || def.allowNull)) && (def.defaultsTo === null || check(def.defaultsTo) === types.invalid)) {
        wrong('Invalid `defaultsTo` property.  (Input is defined with `type: ' + kit.inspect(type) + '`, but the specified `defaultsTo` is not valid for that type.)');
      }
    }
    const about = [];
    const rules = kit.compileRules(def, type, about);
    about.forEach(wrong);
    const kind = types.noun(type).replace(/^an? /, '');
    return {
      name: name, def: def, type: type, check: check, rules: rules, required: def.required === true,
      allowsNull: anyNull && !def.required || def.allowNull === true,
      refusesNull: def.required ? 'Invalid "' + name + '":  Cannot use `null` for this required input.'
        : 'Invalid "' + name + '":  Cannot use `null`.  Even though this input is optional, it still does not allow `null` to be explicitly passed in, because `null` is not a valid ' + kind +
          '.  Instead, to leave out this value, please omit it altogether or use `undefined`.  (See this input definition for more detailed usage information.  If you are the maintainer ' +
          'of this function, you specifically want to allow setting `null`, and you are sure your implementation already knows how to handle it, then change this input\'s definition ' +
          'to have `allowNull: true`.)',
      refusesEmpty: 'Invalid "' + name + "\":  Cannot use '' (empty string) for a required input.",
      hasDefault: def.defaultsTo !== undefined,
      fallback: fallback(def.defaultsTo, type)
    };
  }

  // fallback returns a default value; a new copy of objects and lists.
  function fallback(v, type) {
    if (v === null || typeof v !== 'object' || type === 'ref') { return function () { return v; }; }
    return function () { return types.json(v); };
  }

  // readArgs returns the names of the inputs in the order of serial arguments; {*} stands
  // for an object with all of them.
  function readArgs(args, machine, problems) {
    if (args === undefined) { return machine.inputs.map(function (i) { return i.name; }); }
    if (!Array.isArray(args)) { problems.push('Invalid `args` property.  (If specified, must be a list of names of inputs.)'); return []; }
    args.forEach(function (name) {
      if (name !== '{*}' && name !== '...' && name !== undefined && !machine.byName[name]) { problems.push('Invalid `args` property: "' + name + '" is none of the inputs.'); }
    });
    return args;
  }
})
