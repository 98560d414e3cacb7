// Runs a definition from a command line. Evaluates to its installer.
(function (kit, native) {
  'use strict';
  const Promise = kit.Promise;

  function usage(message) { return kit.failure('UsageError', message, { code: 'E_INVALID_ARGINS' }); }

  // read parses the words of a command line to inputs: --name=value, --name value,
  // --flag, and the inputs in args by position.
  function read(machine, words) {
    const given = {}, serial = [];
    for (let i = 0; i < words.length; i++) {
      const word = words[i];
      if (word === '--') { serial.push.apply(serial, words.slice(i + 1)); break; }
      if (!/^--./.test(word)) { serial.push(word); continue; }
      const at = word.indexOf('='), written = word.slice(2, at < 0 ? undefined : at);
      const input = machine.byName[written] || machine.byName[kit.camel(written)];
      if (!input) { throw usage('There is no --' + written + '.' + known(machine)); }
      let text = at < 0 ? undefined : word.slice(at + 1);
      if (text === undefined && input.type !== 'boolean' && i + 1 < words.length && !/^--./.test(words[i + 1])) { text = words[++i]; }
      given[input.name] = value(input, text === undefined ? 'true' : text);
    }
    const names = machine.def.args || [];
    if (serial.length > names.length && names.indexOf('{*}') < 0) {
      throw usage('There is no place for ' + serial.slice(names.length).map(kit.inspect).join(', ') + '.' + known(machine));
    }
    serial.forEach(function (text, i) {
      const input = machine.byName[names[i]];
      if (input && given[input.name] === undefined) { given[input.name] = value(input, text); }
    });
    fromVariables(machine, given);
    return { given: given, serial: serial };
  }

  // fromVariables reads the other inputs from environment variables, ___name unless the
  // definition sets envVarNamespace.
  function fromVariables(machine, given) {
    const prefix = typeof machine.def.envVarNamespace === 'string' ? machine.def.envVarNamespace : '___';
    machine.inputs.forEach(function (input) {
      const text = process.env[prefix + input.name];
      if (text !== undefined && given[input.name] === undefined) { given[input.name] = value(input, text); }
    });
  }

  function known(machine) {
    const words = (machine.def.args || []).map(function (n) { return '<' + n + '>'; })
      .concat(machine.inputs.map(function (i) { return '--' + i.name + (i.type === 'boolean' ? '' : '=…'); }));
    return words.length ? '  It takes: ' + words.join(' ') : '  It takes no inputs.';
  }

  // value converts text to the type of an input; objects and lists are JSON.
  function value(input, text) {
    if (input.type === 'string' || input.type === 'number' || input.type === 'boolean') { return text; }
    try { return JSON.parse(text); } catch (err) { return text; }
  }

  // script runs the definition, and returns a promise of the text of its output.
  kit.script = async function (def, name, words, sails) {
    if (!kit.types.isDictionary(def) || typeof def.fn !== 'function') {
      throw new Error('a script is module.exports = { description: …, inputs: {…}, fn: async function (inputs) {…} }');
    }
    const machine = kit.compileDefinition(Object.assign({ identity: name }, def), { title: name });
    const line = read(machine, words);
    let inputs;
    try {
      inputs = kit.checkInputs(machine, line.given);
    } catch (err) {
      if (!err.problems) { throw err; }
      throw usage(err.problems.join('\n') + '\n' + known(machine).trim());
    }
    const meta = { serialCommandLineArgs: line.serial };
    if (sails) { meta.sails = sails; }
    return new Promise(function (resolve, reject) {
      kit.run(machine, inputs, meta, function (exit, data) {
        if (exit === 'success') { resolve(data === undefined ? '' : typeof data === 'string' ? data : kit.inspect(data)); return; }
        reject(exit === 'error' ? data : kit.exception(machine, exit, data));
      });
    });
  };
})
