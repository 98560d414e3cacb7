// Functions for the other parts of this package. Evaluates to its installer.
(function (kit, native) {
  'use strict';
  // put sets an own member, also one with a special name such as __proto__.
  kit.put = function (o, k, v) {
    if (k === '__proto__') { Object.defineProperty(o, k, { value: v, writable: true, configurable: true, enumerable: true }); } else { o[k] = v; }
  };
  // Promise is that of the engine, whatever the project has made of the global one.
  kit.Promise = (async function () {})().constructor;
  let util;
  kit.inspect = function (v) {
    util = util || native.require('util');
    return util.inspect(v, { depth: 5 });
  };
  // projectFrames returns the lines of a stack that are in files of the project.
  kit.projectFrames = function (stack) {
    return stack.split('\n').filter(function (line) { return /^\s*at /.test(line) && !/framework[:/]|\(native\)/.test(line); })
      .map(function (line) { return '\n' + line; }).join('');
  };
  // errorText returns an error with its position and its own members as text.
  kit.errorText = function (err) {
    const members = Object.keys(err).filter(function (k) { return typeof err[k] !== 'function' && k !== 'name' && k !== 'traceRef'; });
    const stack = String(err) + (typeof err.stack === 'string' ? kit.projectFrames(err.stack) : '');
    if (!members.length) { return stack; }
    return stack + ' {\n' + members.map(function (k) { return '  ' + k + ': ' + kit.inspect(err[k]); }).join(',\n') + '\n}';
  };
  // seek is the last line of messages about definitions and their use.
  kit.seek = '\n [?] See https://sailsjs.com/support for help.';
  // readPack reads the definitions of a machinepack in a folder.
  native.readPack = function (dir) {
    const pkg = native.require(dir + '/package.json'), defs = {}, own = pkg.machinepack || {};
    (own.machines || []).forEach(function (identity) {
      defs[identity] = native.require(dir + '/' + (own.machineDir || 'machines') + '/' + identity);
    });
    return defs;
  };
})
