// Seeds: records that a file names are created unless they are there.
(function (native) {
  'use strict';

  // How long one file may take: longer than the limit of a transaction.
  var LIMIT = 10 * 60 * 1000;

  // mistake is an error of the file: the place in this script says nothing.
  function mistake(text) {
    var err = new Error(text);
    err.code = 'E_SEED';
    return err;
  }

  function isPlain(v) { return v !== null && typeof v === 'object' && Object.getPrototypeOf(v) === Object.prototype; }

  function isValue(v) { return v === null || ['string', 'number', 'boolean'].indexOf(typeof v) >= 0; }

  function modelOf(app, name) {
    var model = app.models && app.models[String(name).toLowerCase()];
    if (!model) {
      throw mistake('there is no model "' + name + '"' + native.near(String(name), Object.keys(app.models || {})));
    }
    return model;
  }

  function attributesOf(model) { return model.attributes || {}; }

  // resolve puts keys in the place of criteria for records of other models.
  async function resolve(app, model, values, place) {
    var out = {};
    for (var name of Object.keys(values)) {
      var v = values[name], attribute = attributesOf(model)[name];
      if (!attribute && model.schema !== false) {
        throw mistake(place + ': there is no attribute "' + name + '"' + native.near(name, Object.keys(attributesOf(model))));
      }
      if (attribute && attribute.model && isPlain(v)) {
        var other = modelOf(app, attribute.model), found = await other.find(v).limit(2);
        if (found.length !== 1) {
          throw mistake(place + '.' + name + ': ' + (found.length ? 'more than one record' : 'no record') + ' of ' + attribute.model + ' has ' + JSON.stringify(v) +
            (found.length ? ': name more of its attributes' : ': create it in a file or a line above'));
        }
        v = found[0][other.primaryKey];
      }
      out[name] = v;
    }
    return out;
  }

  // keyOf are the values by which a record is found: its key, a unique attribute, or all of them.
  function keyOf(model, values, place) {
    var attributes = attributesOf(model), given = Object.keys(values).filter(function (name) { return isValue(values[name]); });
    var unique = given.filter(function (name) { return name === model.primaryKey; })
      .concat(given.filter(function (name) { return attributes[name] && (attributes[name].unique || attributes[name].autoMigrations && attributes[name].autoMigrations.unique); }));
    var key = {};
    (unique.length ? unique.slice(0, 1) : given).forEach(function (name) { key[name] = values[name]; });
    if (!Object.keys(key).length) {
      throw mistake(place + ': it has no value to find it by, so that it would be created each time');
    }
    return key;
  }

  async function create(model, values) {
    var query = model.create(values);
    return await (typeof query.fetch === 'function' ? query.fetch() : query);
  }

  // Several datastores: a transaction of each that has them.
  async function within(stores, work) {
    if (!stores.length) { return await work(); }
    var began = false;
    try {
      return await stores[0].transaction(async function () {
        began = true;
        return await within(stores.slice(1), work);
      }, { timeout: LIMIT });
    } catch (err) {
      if (began || err.code !== 'E_NOT_SUPPORTED') { throw err; }
      return await within(stores.slice(1), work);
    }
  }

  function storesOf(models) {
    var out = [];
    models.forEach(function (model) {
      var store = typeof model.getDatastore === 'function' && model.getDatastore();
      if (store && out.indexOf(store) < 0) { out.push(store); }
    });
    return out;
  }

  // run fills models as a file says: replace empties them first.
  async function run(app, def, replace) {
    var counts = { created: 0, kept: 0, records: {} };

    async function seed(name, key, values, place) {
      var model = modelOf(app, name);
      place = place || name;
      if (!isPlain(key)) { throw mistake(place + ': a record is an object: { name: \'Rex\' }'); }
      var all = await resolve(app, model, Object.assign({}, key, values), place);
      if (!replace) {
        var by = {};
        if (values) { Object.keys(key).forEach(function (k) { by[k] = all[k]; }); } else { by = keyOf(model, all, place); }
        var found = await model.find(by).limit(1);
        if (found.length) {
          counts.kept++;
          return found[0];
        }
      }
      counts.created++;
      return await create(model, all);
    }

    if (typeof def === 'function') {
      await within(storesOf(Object.keys(app.models || {}).map(function (name) { return app.models[name]; })), function () {
        return def.call(app, function (name, key, values) { return seed(name, key, values); });
      });
      return counts;
    }
    if (!isPlain(def)) {
      throw mistake('the file exports neither records, { user: [{ name: \'Ann\' }] }, nor a function');
    }
    var names = Object.keys(def), models = names.map(function (name) { return modelOf(app, name); });
    await within(storesOf(models), async function () {
      if (replace) {
        for (var model of models.slice().reverse()) { await model.destroy({}); }
      }
      for (var name of names) {
        var list = Array.isArray(def[name]) ? def[name] : [def[name]], made = [];
        for (var i = 0; i < list.length; i++) { made.push(await seed(name, list[i], undefined, name + '[' + i + ']')); }
        counts.records[name] = made;
      }
    });
    return counts;
  }

  // fixturesOf is the function fixtures of tests: the models of the named files, by default
  // of all, have their records and no others.
  function fixturesOf(app, load) {
    return async function fixtures() {
      var out = {};
      for (var def of load(Array.prototype.slice.call(arguments).map(String))) {
        Object.assign(out, (await run(app, def, true)).records);
      }
      return out;
    };
  }

  return { run: run, fixturesOf: fixturesOf };
})
