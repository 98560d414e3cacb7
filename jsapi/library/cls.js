// The packages cls-hooked and continuation-local-storage on AsyncLocalStorage. Their own
// code follows the hooks of Node's asynchronous resources, or replaces functions of Node.
(function (require, process, kind) {
  'use strict';
  const AsyncLocalStorage = require('async_hooks').AsyncLocalStorage, assert = require('assert');
  const hooked = kind === 'cls-hooked', failed = 'error@context';

  // A Namespace keeps, for the running asynchronous context, the stack of the contexts
  // that were entered: {context, below}.
  function Namespace(name) {
    this.name = name;
    Object.defineProperty(this, 'storage', { value: new AsyncLocalStorage() });
  }
  const methods = Namespace.prototype;
  Object.defineProperty(methods, 'active', {
    configurable: true, enumerable: true,
    get: function () { const top = this.storage.getStore(); return top ? top.context : null; },
    set: function (context) { this.storage.enterWith(context ? { context: context, below: undefined } : undefined); },
  });

  methods.set = function (key, value) {
    const active = this.active;
    if (!active) { throw new Error('No context available. ns.run() or ns.bind() must be called first.'); }
    active[key] = value;
    return value;
  };
  methods.get = function (key) {
    const active = this.active;
    return active ? active[key] : undefined;
  };
  methods.createContext = function () {
    const context = Object.create(this.active || Object.prototype);
    if (hooked) {
      context._ns_name = this.name;
      context.id = -1; // theirs is the id of an asynchronous resource
    }
    return context;
  };
  methods.enter = function (context) {
    assert.ok(context, 'context must be provided for entering');
    this.storage.enterWith({ context: context, below: this.storage.getStore() });
  };
  methods.exit = function (context) {
    assert.ok(context, 'context must be provided for exiting');
    const top = this.storage.getStore(), above = [];
    let found = top;
    for (; found && found.context !== context; found = found.below) { above.push(found.context); }
    assert.ok(found, "context not currently entered; can't exit" + (hooked ? '. ' : ''));
    this.storage.enterWith(above.reduceRight(function (below, one) { return { context: one, below: below }; }, found.below));
  };

  // within calls fn in a context; what fn throws remembers it.
  function within(namespace, context, fn, self, args) {
    return namespace.storage.run({ context: context, below: namespace.storage.getStore() }, function () {
      try { return fn.apply(self, args); } catch (e) {
        if (e) { e[failed] = context; }
        throw e;
      }
    });
  }
  methods.run = function (fn) {
    const context = this.createContext();
    within(this, context, fn, undefined, [context]);
    return context;
  };
  methods.runAndReturn = function (fn) {
    const context = this.createContext();
    return within(this, context, fn, undefined, [context]);
  };
  if (hooked) {
    methods.runPromise = function (fn) {
      const context = this.createContext(), promise = within(this, context, fn, undefined, [context]);
      if (!promise || !promise.then || !promise.catch) { throw new Error('fn must return a promise.'); }
      return promise.catch(function (e) {
        e[failed] = context;
        throw e;
      });
    };
  }
  methods.bind = function (fn, context) {
    const namespace = this;
    context = context || this.active || this.createContext();
    return function () { return within(namespace, context, fn, this, arguments); };
  };

  // bindEmitter makes the listeners that are added from now on run in the context in which
  // they are added.
  methods.bindEmitter = function (emitter) {
    assert.ok(emitter.on && emitter.addListener && emitter.emit, 'can only bind real EEs');
    const namespace = this;
    ['on', 'addListener', 'prependListener'].forEach(function (name) {
      const original = emitter[name];
      if (typeof original !== 'function') { return; }
      emitter[name] = function (event, listener) {
        if (typeof listener !== 'function' || !namespace.active) { return original.call(this, event, listener); }
        const bound = namespace.bind(listener);
        bound.listener = listener.listener || listener; // by which removeListener finds it
        return original.call(this, event, bound);
      };
    });
  };
  methods.fromException = function (e) { return e[failed]; };

  if (!process.namespaces) { process.namespaces = Object.create(null); }
  const exported = {
    createNamespace: function (name) {
      assert.ok(name, 'namespace must be given a name' + (hooked ? '.' : '!'));
      return (process.namespaces[name] = new Namespace(name));
    },
    getNamespace: function (name) { return process.namespaces[name]; },
    destroyNamespace: function (name) {
      assert.ok(process.namespaces[name], "can't delete nonexistent namespace!" + (hooked ? ' "' + name + '"' : ''));
      process.namespaces[name].storage.disable();
      process.namespaces[name] = null;
    },
    reset: function () {
      Object.keys(process.namespaces).forEach(exported.destroyNamespace);
      process.namespaces = Object.create(null);
    },
  };
  if (hooked) { exported.ERROR_SYMBOL = failed; }
  return exported;
})
