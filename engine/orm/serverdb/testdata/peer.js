'use strict';

// Does one operation many times with Waterline in Node and prints what it
// cost, as one line of JSON:
//
//   {"op":"findOne","n":1000,"cpuMicrosPerOp":1.5,"wallMicrosPerOp":2.5}
//
//   node peer.js '{"packages":"/folder","generation":"0.12","url":"postgres://…","op":"findOne","first":0,"atOnce":1,"warm":100,"n":1000}'
//
// packages is a folder with node_modules as ../peer_bench_test.go describes it.
// The operations are numbered from first on; atOnce says how many are under
// way at a time. The tables of the models pet, owner and toy have to exist, with their rows:
// nothing is migrated.

const Module = require('module');
const path = require('path');

const run = JSON.parse(process.argv[2]);
const load = Module.createRequire(path.join(run.packages, 'package.json'));
const classic = run.generation === '0.12';
const database = new URL(run.url).protocol.startsWith('postgres') ? 'postgresql' : 'mysql';

const owners = 100;
const pets = 1000;
const toys = 1000;

// Promises of 0.12 are Bluebird's; those of 1.x are made by then() of a
// deferred query. Both are ordinary from here on.
const operations = {
  findOne: (m, i) => m.pet.findOne({ id: petID(i) }).then(expect((r) => r && r.id === petID(i))),
  find30: (m) => m.pet.find({ where: { species: 'dog' }, limit: 30 }).then(expect((r) => r.length === 30)),
  create: (m, i) => returned(m.pet.create(petValues(i))).then(expect((r) => r.id > 0)),
  update: (m, i) => (classic
    ? m.pet.update({ id: petID(i) }, { age: i % 50 })
    : m.pet.update({ id: petID(i) }).set({ age: i % 50 }).fetch()
  ).then(expect((r) => r.length === 1 && r[0].age === i % 50)),
  populate100x10: (m) => m.owner.find().populate('pets')
    .then(expect((r) => r.length === owners && r.every((o) => o.pets.length === 10))),
  add: (m, i, context) => {
    // A pair comes once in 100,000 numbers.
    const toy = Math.floor(i / owners) % toys + 1;
    if (!classic) {
      return m.owner.addToCollection(i % owners + 1, 'toys').members([toy]);
    }
    const owner = context.owners[i % owners];
    owner.toys.add(toy);
    return new Promise((resolve, reject) => owner.save((err) => (err ? reject(err) : resolve())));
  },
  bulk10000: (m) => returned(m.pet.createEach(Array.from({ length: 10000 }, (_, i) => petValues(i))))
    .then(expect((r) => r.length === 10000)),
};

function petID(i) { return i % pets + 1; }

function petValues(i) { return { name: `pet ${i}`, species: 'dog', age: i % 20 }; }

// returned asks 1.x for the records that it made; 0.12 always gives them.
function returned(query) { return classic ? query : query.fetch(); }

function expect(holds) {
  return (result) => {
    if (!holds(result)) {
      throw new Error(`${run.op} came back with ${JSON.stringify(result).slice(0, 300)}`);
    }
    return result;
  };
}

// definitions are the models' settings, the same for both generations but for
// how each writes a key and its timestamps.
function definitions() {
  const stamp = (which) => (classic
    ? 'datetime'
    : { type: 'ref', autoMigrations: { columnType: database === 'mysql' ? 'datetime' : 'timestamptz' }, [which]: true });
  const shared = () => ({
    id: classic ? { type: 'integer', primaryKey: true, autoIncrement: true, unique: true } : { type: 'number', autoMigrations: { autoIncrement: true, columnType: '_numberkey' } },
    createdAt: stamp('autoCreatedAt'),
    updatedAt: stamp('autoUpdatedAt'),
  });
  const models = {
    pet: { name: { type: 'string' }, species: { type: 'string' }, age: { type: classic ? 'integer' : 'number' }, owner: { model: 'owner' } },
    owner: { name: { type: 'string' }, pets: { collection: 'pet', via: 'owner' }, toys: { collection: 'toy', via: 'owners' } },
    toy: { label: { type: 'string' }, owners: { collection: 'owner', via: 'toys' } },
  };
  return Object.keys(models).map((identity) => Object.assign(classic ? { autoCreatedAt: true, autoUpdatedAt: true } : {}, {
    identity,
    tableName: identity,
    [classic ? 'connection' : 'datastore']: 'store',
    primaryKey: 'id',
    migrate: 'safe',
    schema: true,
    attributes: Object.assign(models[identity], shared()),
  }));
}

// withCurrentDriver lets sails-postgresql 0.12, whose pg 4 never connects on
// today's Node, run on pg 8. Until the returned function is called, the one
// query of the adapter for columns that PostgreSQL 12 dropped is put right.
function withCurrentDriver() {
  const pg = load('pg');
  const pools = new Map();
  const shim = Object.assign(Object.create(pg), {
    connect(config, callback) {
      const key = typeof config === 'string' ? config : JSON.stringify(config);
      if (!pools.has(key)) {
        pools.set(key, new pg.Pool(typeof config === 'string' ? { connectionString: config } : config));
      }
      pools.get(key).connect(callback);
    },
  });
  const original = Module._load;
  Module._load = function (request) {
    return request === 'pg' ? shim : original.apply(this, arguments);
  };
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (text, ...rest) {
    if (typeof text === 'string') {
      text = text.replace('r.consrc', 'NULL AS consrc').replace('d.adsrc', 'pg_get_expr(d.adbin, d.adrelid)');
    }
    return query.call(this, text, ...rest);
  };
  return () => {
    pg.Client.prototype.query = query;
    Module._load = original;
  };
}

async function open() {
  if (database === 'postgresql') {
    // The driver reads BIGINT as text, but the tables have it for integers.
    load('pg').types.setTypeParser(20, Number);
  }
  const suffix = classic ? '-0.12' : '';
  const settle = classic && database === 'postgresql' ? withCurrentDriver() : () => {};
  const Waterline = load(`waterline${suffix}`);
  const adapter = load(`sails-${database}${suffix}`);
  const orm = new Waterline();
  for (const definition of definitions()) {
    if (classic) {
      orm.loadCollection(Waterline.Collection.extend(definition));
    } else {
      orm.registerModel(Waterline.Model.extend(definition));
    }
  }
  const url = new URL(run.url);
  const store = classic ? {
    adapter: 'main',
    host: url.hostname,
    port: Number(url.port) || (database === 'mysql' ? 3306 : 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
  } : { adapter: adapter.identity, url: `${url.protocol}//${url.username}${url.password && ':' + url.password}@${url.host}${url.pathname}` };
  const adapters = classic ? { main: adapter } : { [adapter.identity]: adapter };
  const made = await new Promise((resolve, reject) => {
    orm.initialize({ adapters, [classic ? 'connections' : 'datastores']: { store } }, (err, result) => (err ? reject(err) : resolve(result)));
  });
  settle();
  return made.collections;
}

async function main() {
  const models = await open();
  const operation = operations[run.op];
  const context = {};
  if (classic && run.op === 'add') {
    context.owners = await models.owner.find().sort('id');
  }
  // during runs the operations numbered from and up, so many at once.
  const during = async (from, n) => {
    let next = from;
    const chain = async () => {
      while (next < from + n) {
        await operation(models, next++, context);
      }
    };
    await Promise.all(Array.from({ length: run.atOnce }, chain));
  };
  await during(run.first, run.warm);
  const cpu = process.cpuUsage();
  const start = process.hrtime.bigint();
  await during(run.first + run.warm, run.n);
  const wall = Number(process.hrtime.bigint() - start) / 1000;
  const spent = process.cpuUsage(cpu);
  console.log(JSON.stringify({ op: run.op, n: run.n, cpuMicrosPerOp: (spent.user + spent.system) / run.n, wallMicrosPerOp: wall / run.n }));
}

main().then(() => process.exit(0), (err) => {
  console.error(err);
  process.exit(1);
});
