// An adapter of 1.x that keeps records in memory, for tests. A table called faults
// misbehaves as the name of a record says.
'use strict';

const datastores = {}, stored = {};

function table(datastore, name) {
  const crate = datastores[datastore];
  if (!crate) { throw new Error(`the datastore ${datastore} is not registered`); }
  const t = crate.tables[name];
  if (!t) {
    throw Object.assign(new Error(`there is no table ${name}`), { footprint: { identity: 'noSuchPhysicalModel' } });
  }
  return t;
}

const plain = (v) => v instanceof Date ? v.getTime() : v === undefined ? null : v;
const same = (a, b) => plain(a) === plain(b) || (a !== null && typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
const comparable = (a, b) => a !== null && a !== undefined && typeof plain(a) === typeof plain(b);

function like(text, pattern, insensitive) {
  const parts = pattern.split(/(?<!\\)%/).map((part) => part.replace(/\\%/g, '%').replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return typeof text === 'string' && new RegExp(`^${parts.join('[\\s\\S]*')}$`, insensitive ? 'i' : '').test(text);
}

const operators = {
  '!=': (v, x) => !same(v, x),
  in: (v, x) => x.some((one) => same(v, one)),
  nin: (v, x) => !x.some((one) => same(v, one)),
  '<': (v, x) => comparable(v, x) && plain(v) < plain(x),
  '<=': (v, x) => comparable(v, x) && plain(v) <= plain(x),
  '>': (v, x) => comparable(v, x) && plain(v) > plain(x),
  '>=': (v, x) => comparable(v, x) && plain(v) >= plain(x),
  like,
};

function holds(row, where, meta) {
  const [name] = Object.keys(where);
  if (name === undefined) { return true; }
  if (name === 'and') { return where.and.every((one) => holds(row, one, meta)); }
  if (name === 'or') { return where.or.some((one) => holds(row, one, meta)); }
  const wanted = where[name];
  if (wanted !== null && typeof wanted === 'object' && !(wanted instanceof Date)) {
    const [operator] = Object.keys(wanted);
    if (!operators[operator]) { throw new Error(`there is no operator ${operator}`); }
    return operators[operator](row[name], wanted[operator], meta && meta.makeLikeModifierCaseInsensitive);
  }
  return same(row[name], wanted);
}

function order(a, b) {
  const x = plain(a), y = plain(b);
  return x === y ? 0 : x === null ? -1 : y === null ? 1 : x < y ? -1 : 1;
}

function found(t, query) {
  const { where, sort = [], skip = 0, limit = Infinity } = query.criteria;
  const rows = t.rows.filter((row) => holds(row, where, query.meta));
  rows.sort((a, b) => {
    for (const by of sort) {
      const [name] = Object.keys(by);
      const o = order(a[name], b[name]);
      if (o) { return by[name] === 'DESC' ? -o : o; }
    }
    return 0;
  });
  return rows.slice(skip, skip + limit);
}

function violated(t, values, except) {
  return Object.keys(t.columns).filter((name) => {
    const v = values[name];
    return t.columns[name].unique && v !== undefined && v !== null && t.rows.some((row) => !except.includes(row) && row[name] === v);
  });
}

function refusal(keys) {
  return Object.assign(new Error('a unique value is taken'), { footprint: { identity: 'notUnique', keys } });
}

function insert(t, values) {
  const row = { ...values };
  for (const [name, column] of Object.entries(t.columns)) {
    if (!column.autoIncrement) { continue; }
    if (row[name] === null || row[name] === undefined) { row[name] = t.last + 1; }
    t.last = Math.max(t.last, row[name]);
  }
  const keys = violated(t, row, []);
  if (keys.length) { throw refusal(keys); }
  t.rows.push(row);
  return row;
}

const faults = {
  never() {},
  twice(cb, row) { cb(undefined, row); cb(undefined, row); },
  throws() { throw new Error('thrown by the adapter'); },
  late() { setTimeout(() => { throw new Error('thrown later'); }, 1); },
  refuses(cb) { cb(new Error('refused by the adapter')); },
  text(cb) { cb('refused with a text'); },
  nothing(cb) { cb(); },
  async rejects() { throw new Error('rejected by the adapter'); },
};

// answered makes a method that calls back later with what fn returns or throws; without
// meta.fetch a write answers nothing.
function answered(fn, writes) {
  return (datastore, query, cb) => {
    let err, v;
    try {
      v = fn(table(datastore, query.using), query);
      if (Array.isArray(v)) { v = v.map((row) => ({ ...row })); }
    } catch (e) { err = e; }
    setImmediate(() => cb(err, writes && !(query.meta && query.meta.fetch) ? undefined : v));
  };
}

function sum(rows, name) { return rows.reduce((n, row) => n + (row[name] || 0), 0); }

module.exports = {
  identity: 'crate',
  adapterApiVersion: 1,
  defaults: { schema: false },
  datastores,

  registerDatastore(config, models, cb) {
    if (datastores[config.identity]) { return cb(new Error('the datastore is registered already')); }
    const tables = stored[config.identity] = stored[config.identity] || {};
    for (const [name, model] of Object.entries(models)) {
      const columns = {};
      for (const def of Object.values(model.definition)) {
        if (def.columnName) { columns[def.columnName] = def.autoMigrations || {}; }
      }
      tables[name] = tables[name] || { columns, rows: [], last: 0 };
    }
    datastores[config.identity] = { config, tables, driver: { name: 'crates' }, manager: { crates: 1 } };
    cb();
  },
  teardown(datastore, cb) {
    delete datastores[datastore];
    if (global.tornDown) { global.tornDown(datastore); }
    cb();
  },
  define(datastore, name, columns, cb) {
    datastores[datastore].tables[name] = { columns, rows: [], last: 0 };
    cb();
  },
  drop(datastore, name, unused, cb) {
    delete datastores[datastore].tables[name];
    cb();
  },
  setSequence(datastore, sequence, value, cb) {
    const t = datastores[datastore].tables[sequence.replace(/_[^_]*_seq$/, '')];
    if (t) { t.last = value; }
    cb();
  },
  find: answered((t, query) => {
    const { select } = query.criteria;
    return found(t, query).map((row) => !select ? row : Object.fromEntries(select.filter((name) => name in row).map((name) => [name, row[name]])));
  }),
  count: answered((t, query) => t.rows.filter((row) => holds(row, query.criteria.where, query.meta)).length),
  sum: answered((t, query) => sum(found(t, query), query.numericAttrName)),
  avg: answered((t, query) => {
    const rows = found(t, query);
    return sum(rows, query.numericAttrName) / rows.length;
  }),
  create(datastore, query, cb) {
    const fault = query.using === 'faults' && faults[query.newRecord.name];
    if (fault) { return fault(cb, { ...query.newRecord, id: 1 }); }
    return answered((t) => ({ ...insert(t, query.newRecord) }), true)(datastore, query, cb);
  },
  createEach: answered((t, query) => {
    const before = t.rows.slice();
    try {
      return query.newRecords.map((row) => insert(t, row));
    } catch (err) {
      t.rows = before;
      throw err;
    }
  }, true),
  update: answered((t, query) => {
    const rows = found(t, query), unique = Object.keys(query.valuesToSet).filter((name) => (t.columns[name] || {}).unique && query.valuesToSet[name] !== null);
    const keys = rows.length > 1 ? unique : violated(t, query.valuesToSet, rows);
    if (rows.length && keys.length) { throw refusal(keys); }
    rows.forEach((row) => Object.assign(row, query.valuesToSet));
    return rows;
  }, true),
  destroy: answered((t, query) => {
    const gone = found(t, query);
    t.rows = t.rows.filter((row) => !gone.includes(row));
    return gone;
  }, true),
};
