// An adapter of 1.x that does nothing but answer: with one row where a key is asked for, else with
// thirty. BenchmarkBridge measures with it what is spent around an adapter.
'use strict';

const rows = Array.from({ length: 30 }, (_, i) => ({ id: i + 1, name: 'Rex ' + i, age: i }));

module.exports = {
  identity: 'hollow', adapterApiVersion: 1, defaults: {}, datastores: {},
  registerDatastore: (config, models, cb) => {
    module.exports.datastores[config.identity] = { config: config, driver: {} };
    cb();
  },
  teardown: (identity, cb) => cb(),
  define: (datastore, table, definition, cb) => cb(),
  drop: (datastore, table, unused, cb) => cb(),
  find: (datastore, query, cb) => cb(undefined, (query.criteria.limit === 30 ? rows : rows.slice(0, 1)).map((row) => Object.assign({}, row))),
  create: (datastore, query, cb) => cb(undefined, Object.assign({}, query.newRecord, { id: 1 })),
  update: (datastore, query, cb) => cb(undefined, [Object.assign({}, rows[0], query.valuesToSet)]),
  destroy: (datastore, query, cb) => cb(undefined, []),
  count: (datastore, query, cb) => cb(undefined, rows.length),
};
