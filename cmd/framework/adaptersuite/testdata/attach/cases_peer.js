// The answers of the peer: <cases.js>
const [, , file] = process.argv;
const Waterline = require('waterline');
console.warn = () => {};
const key = { type: 'number', autoMigrations: { columnType: '_numberkey', autoIncrement: true, unique: true } };
Waterline.start({
  adapters: { 'sails-disk': require('sails-disk') },
  datastores: { default: { adapter: 'sails-disk', inMemoryOnly: true } },
  defaultModelSettings: { schema: true, primaryKey: 'id', datastore: 'default', attributes: {}, archiveModelIdentity: false },
  models: {
    t: { attributes: {
      id: key, s: { type: 'string' }, n: { type: 'number' }, b: { type: 'boolean' }, j: { type: 'json' },
      sn: { type: 'string', allowNull: true }, nn: { type: 'number', allowNull: true }, bn: { type: 'boolean', allowNull: true },
      owner: { model: 'p' }, req: { type: 'string', required: true }, pets: { collection: 'p', via: 't' },
    } },
    p: { attributes: { id: key, name: { type: 'string' }, t: { model: 't' } } },
  },
}, async function (err, orm) {
  try {
    if (err) { throw err; }
    await new Promise((done, failed) => require('waterline-utils').autoMigrations('drop', orm, err => err ? failed(err) : done()));
    const answers = await require(file)(Waterline.getModel('t', orm), Waterline.getModel('p', orm));
    process.stdout.write('\n' + JSON.stringify(answers), () => process.exit(0));
  } catch (err) {
    console.error(err);
    process.exit(1);
  }
});
