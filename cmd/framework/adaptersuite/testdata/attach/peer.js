// What the peers make of the models of the file models.js, or read of them:
// <adapter> <url> make|read <models.js>
const [, , adapter, url, what, file] = process.argv;
const Waterline = require('waterline');
const utils = require('waterline-utils');

const { shared, models } = require(file);
const columns = { string: '_string', number: '_number', boolean: '_boolean', json: '_json', ref: '_ref' };
for (const identity of Object.keys(models)) {
  const attributes = Object.assign({}, shared.attributes, models[identity].attributes);
  for (const name of Object.keys(attributes)) {
    const a = attributes[name] = Object.assign({}, attributes[name]);
    if (a.collection) { continue; }
    // What the hook of the framework that the peer belongs to fills in.
    a.autoMigrations = { columnType: a.model || name === 'id' ? '_numberkey' : a.autoCreatedAt || a.autoUpdatedAt ? '_numbertimestamp' : columns[a.type] };
    if (a.unique || name === 'id') { a.autoMigrations.unique = true; }
    if (a.autoIncrement) { a.autoMigrations.autoIncrement = true; }
    delete a.unique;
    delete a.autoIncrement;
  }
  models[identity] = Object.assign({}, models[identity], { attributes: attributes });
}

Waterline.start({
  adapters: { [adapter]: require(adapter) },
  datastores: { default: { adapter: adapter, url: url } },
  defaultModelSettings: { schema: true, primaryKey: 'id', datastore: 'default', dataEncryptionKeys: shared.dataEncryptionKeys, attributes: shared.attributes.id && {
    id: { type: 'number', autoMigrations: { columnType: '_numberkey', autoIncrement: true, unique: true } },
  } },
  models: models,
}, async function (err, orm) {
  try {
    if (err) { throw err; }
    const of = identity => Waterline.getModel(identity, orm);
    if (what === 'make') {
      await new Promise((done, failed) => utils.autoMigrations('drop', orm, err => err ? failed(err) : done()));
      await of('user').createEach([
        { name: 'Ada', email: 'ada@x.org', age: 36.5, prefs: { a: [1, null] }, secret: 'tell', pin: 42, active: true },
        { name: 'Bob', email: 'bob@x.org' },
      ]);
      await of('club').createEach([{ name: 'chess' }, { name: 'go' }]);
      await of('pet').create({ name: 'Rex', owner: 1 });
      await of('user').addToCollection(1, 'favClubs', [1, 2]);
      await of('user').addToCollection(1, 'friends', [2]);
      await of('user').addToCollection(2, 'followers', [1]);
    }
    const users = await of('user').find().sort('id ASC').populate('favClubs').populate('friends').populate('following').populate('pets').decrypt();
    const pets = await of('pet').find().sort('id ASC').populate('owner');
    console.log(JSON.stringify({ users: users, pets: pets }));
    await Waterline.stop(orm, function () { process.exit(0); });
  } catch (err) {
    console.error(err);
    process.exit(1);
  }
});
