// The exports of require('machine') and require('machine-as-action') for projects that
// have not installed them. Evaluates to its installer.
(function (kit, native) {
  'use strict';
  const defaults = { arginStyle: 'named', execStyle: 'deferred', analog: true };

  const machine = kit.machineModule = function (def) { return machine.build(def); };
  machine.build = function (def) { return kit.build(def, defaults); };
  machine.buildWithCustomUsage = function (opts) {
    return kit.build(opts.def, Object.assign({}, defaults, opts, { analog: opts.implementationSniffingTactic !== 'analogOrClassical', loose: opts.extraArginsTactic !== 'doNotCheck' }));
  };
  machine.pack = function (info) { return kit.pack(info, defaults); };
  machine.getMethodName = kit.methodName;
  machine.VERSION = machine.version = '15.2.3';

  kit.actionModule = function (def) {
    return kit.asAction(def, { analog: def && def.implementationSniffingTactic !== 'analogOrClassical' });
  };
})
