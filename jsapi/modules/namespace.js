// Makes members of the namespaces of modules, and calls functions of Go.
(function () {
  'use strict';
  const { defineProperty, getOwnPropertyDescriptor, getOwnPropertyNames, getPrototypeOf, setPrototypeOf, preventExtensions } = Object;
  const has = Function.prototype.call.bind(Object.prototype.hasOwnProperty);
  // live defines a member that is always what the other object has.
  function live(to, name, from, of, enumerable) {
    defineProperty(to, name, { get: function () { return from[of]; }, enumerable: enumerable, configurable: true });
  }
  return {
    has: has,
    close: preventExtensions,
    // inside calls a function. Jobs of promises wait until the outermost function of
    // JavaScript has returned: this is one.
    inside: function (fn) { fn(); },
    live: live,
    // snapshot gives a namespace the names of a CommonJS module, with the values of now. What
    // an accessor gives is read when it is asked for: it may load something.
    snapshot: function (to, from, names) {
      for (let i = 0; i < names.length; i++) {
        const found = getOwnPropertyDescriptor(from, names[i]);
        if (found !== undefined && has(found, 'value')) {
          defineProperty(to, names[i], { value: found.value, enumerable: true, configurable: true });
        } else {
          live(to, names[i], from, names[i], true);
        }
      }
    },
    // mirror gives an object all members of a CommonJS module, and its prototype.
    mirror: function (to, from, withDefault) {
      setPrototypeOf(to, getPrototypeOf(from));
      const names = getOwnPropertyNames(from);
      for (let i = 0; i < names.length; i++) {
        const name = names[i];
        if (name === 'default' && !withDefault) { continue; }
        const found = getOwnPropertyDescriptor(from, name);
        live(to, name, from, name, found === undefined || found.enumerable);
      }
    }
  };
})()
