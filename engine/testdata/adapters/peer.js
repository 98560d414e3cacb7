// Runs one kind of query with Waterline and an adapter, and writes the processor time of one in
// microseconds. BenchmarkBridge compares the bridge with it.
'use strict';

const Waterline = require('waterline');
const [op, count, adapter] = [process.argv[2], Number(process.argv[3]), require(process.argv[4])];

Waterline.start({
  adapters: { [adapter.identity]: adapter },
  datastores: { store: { adapter: adapter.identity, inMemoryOnly: true } },
  models: {
    pet: {
      datastore: 'store', primaryKey: 'id', schema: true, fetchRecordsOnCreate: true, fetchRecordsOnUpdate: true,
      attributes: {
        id: { type: 'number', autoMigrations: { columnType: '_number', autoIncrement: true, unique: true } },
        name: { type: 'string' },
        age: { type: 'number' },
      },
    },
  },
}, async function (err, orm) {
  if (err) { throw err; }
  const pet = Waterline.getModel('pet', orm);
  const row = (i) => ({ name: 'Rex ' + i, age: i % 100 });
  for (let i = 0; i < 100; i++) { await pet.create(row(i)).fetch(); }
  const ops = {
    findOne: (i) => pet.findOne({ id: 1 + i % 100 }),
    find30: () => pet.find({ where: { age: { '<': 30 } }, sort: 'age ASC', limit: 30 }),
    update: (i) => pet.update({ id: 1 + i % 100 }).set({ name: 'Max ' + i }).fetch(),
    create: (i) => pet.create(row(i)).fetch(),
  };
  for (let i = 0; i < count / 2; i++) { await ops[op](i); }
  const before = process.cpuUsage();
  for (let i = 0; i < count; i++) { await ops[op](i); }
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(JSON.stringify((user + system) / count));
  process.exit(0);
});
