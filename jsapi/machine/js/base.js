// What the other parts of the kit share. Evaluates to its installer.
(function (kit, native) {
  'use strict';
  // put sets a member even where its name means something to objects.
  kit.put = function (o, k, v) {
    if (k === '__proto__') { Object.defineProperty(o, k, { value: v, writable: true, configurable: true, enumerable: true }); } else { o[k] = v; }
  };
  let util;
  kit.inspect = function (v) {
    util = util || native.require('util');
    return util.inspect(v, { depth: 5 });
  };
  // readPack reads the definitions of a machinepack in a folder.
  native.readPack = function (dir) {
    const pkg = native.require(dir + '/package.json'), defs = {}, own = pkg.machinepack || {};
    (own.machines || []).forEach(function (identity) {
      defs[identity] = native.require(dir + '/' + (own.machineDir || 'machines') + '/' + identity);
    });
    return defs;
  };
})
