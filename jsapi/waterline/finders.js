// Methods with names of attributes: findOneByName, nameContains.
(function (native, parts) {
  'use strict';
  const hide = parts.hide;

  function pair(key, value) {
    const out = {};
    out[key] = value;
    return out;
  }

  function capital(name) { return name.charAt(0).toUpperCase() + name.slice(1); }

  // split returns the attributes in text, which are joined by And; undefined if there are
  // none.
  function split(byCapital, text) {
    for (let end = text.length; end > 0; end = text.lastIndexOf('And', end - 1)) {
      const name = byCapital[text.slice(0, end)];
      if (name === undefined) { continue; }
      if (end === text.length) { return [name]; }
      const rest = split(byCapital, text.slice(end + 3));
      if (rest) { return [name].concat(rest); }
    }
    return undefined;
  }

  const finderName = /^(?:find|findOne|count)By.|.(?:StartsWith|Contains|EndsWith)$/;
  const joinedName = /^(find|findOne|count)By(.+And.+)$/;

  // several returns the method for a key with several attributes; undefined if the key is
  // no such name.
  function several(model, key) {
    const parts = joinedName.exec(key);
    if (!parts) { return undefined; }
    const byCapital = Object.create(null);
    for (const name of native.finders(model)) { byCapital[capital(name)] = name; }
    const attributes = split(byCapital, parts[2]);
    if (!attributes || attributes.length < 2) { return undefined; }
    return function () {
      const criteria = {};
      for (let i = 0; i < attributes.length; i++) { criteria[attributes[i]] = arguments[i]; }
      return this[parts[1]](criteria, arguments[attributes.length], arguments[attributes.length + 1]);
    };
  }

  // given are the methods that reading has made members of models: nobody has replaced them.
  const given = new WeakSet();

  // behind returns the function that makes the prototype of a model, a Proxy that creates
  // members on demand, because most are never used: the query methods, which become
  // members of the model on the first read, bound to it; the finders of attributes; and
  // methods with several attributes, findOneByNameAndAge, which take one value for each.
  // All models share the traps; the handler of each has its model and a cache.
  function behind(methods) {
    function Handler(model) { this.model = model; }
    function own(model, key) {
      const method = methods[key].bind(model);
      given.add(method);
      hide(model, key, method);
    }
    function fill(handler, target, key) {
      if (!handler.filled && typeof key === 'string' && finderName.test(key)) {
        handler.filled = true;
        finders(target, native.finders(handler.model));
      }
    }
    const traps = Handler.prototype;
    traps.get = function (target, key, receiver) {
      if (typeof key !== 'string') { return Reflect.get(target, key, receiver); }
      const model = this.model;
      if (Object.prototype.hasOwnProperty.call(methods, key)) {
        if (!Object.prototype.hasOwnProperty.call(model, key)) { own(model, key); }
        return model[key];
      }
      fill(this, target, key);
      if (key.indexOf('And') > 0 && !(key in target)) {
        const made = this.made || (this.made = Object.create(null));
        if (!(key in made)) { made[key] = several(model, key); }
        return made[key];
      }
      return Reflect.get(target, key, receiver);
    };
    traps.has = function (target, key) {
      fill(this, target, key);
      return Reflect.has(target, key);
    };
    traps.getOwnPropertyDescriptor = function (target, key) {
      fill(this, target, key);
      return Reflect.getOwnPropertyDescriptor(target, key);
    };
    return function (model) { return new Proxy(Object.create(methods), new Handler(model)); };
  }

  // finders defines findByName, nameContains and so on on target.
  function finders(target, names) {
    for (const name of names) {
      const Name = capital(name);
      ['find', 'findOne', 'count'].forEach(function (method) {
        ['', 'In', 'Like'].forEach(function (ending) {
          const key = method + 'By' + Name + ending;
          hide(target, key, finder(method, method + 'By*' + ending, key, function (value) { return pair(name, ending === 'Like' ? { like: value } : value); }));
        });
      });
      ['startsWith', 'contains', 'endsWith'].forEach(function (modifier) {
        const suffix = modifier.charAt(0).toUpperCase() + modifier.slice(1);
        hide(target, name + suffix, finder('find', '*' + suffix, name + suffix, function (value) { return pair(name, pair(modifier, value)); }));
      });
    }
  }

  // finder makes a method that queries for one value. Its mistakes are thrown, or given to
  // the callback as text.
  function finder(method, pattern, key, criteria) {
    return function (value, options, cb) {
      const mistake = value === undefined ? 'No value specified!'
        : options && typeof options === 'object' && options.where ? 'Cannot specify `where` option in a dynamic ' + pattern + '*() query!' : '';
      if (!mistake) { return this[method](criteria(value), options, cb); }
      const line = '\n==============================================\n';
      const text = mistake + line + 'Proper usage :: \n' + capital(this.identity) + '.' + key + '(someValue,[options],callback)' + line;
      const done = typeof options === 'function' ? options : cb;
      if (typeof done === 'function') { return done(text); }
      throw new Error(text);
    };
  }

  parts.behind = behind;
  parts.isGiven = function (method) { return given.has(method); };
})
