// The collection of the compared records, which everybody may use, and the two records
// that are asked for by their id.
migrate(function (app) {
  // PocketBase asks for an owner in a browser where it has none.
  const owner = new Record(app.findCollectionByNameOrId('_superusers'));
  owner.set('email', 'bench@localhost.example');
  owner.set('password', 'of a server that only this machine reaches');
  app.save(owner);
  const settings = app.settings();
  settings.logs.maxDays = 0; // the other servers log no requests
  app.save(settings);
  const items = new Collection({
    type: 'base', name: 'item', listRule: '', viewRule: '', createRule: '', updateRule: '',
    fields: [
      { name: 'name', type: 'text' }, { name: 'price', type: 'number' }, { name: 'count', type: 'number' },
      { name: 'active', type: 'bool' }, { name: 'note', type: 'text' }, { name: 'code', type: 'text' },
      { name: 'createdAt', type: 'autodate', onCreate: true }, { name: 'updatedAt', type: 'autodate', onCreate: true, onUpdate: true }
    ]
  });
  app.save(items);
  ['000000000000007', '000000000000009'].forEach(function (id) {
    const record = new Record(items);
    record.load({ id: id, name: 'a thing', price: 12.5, count: 3, active: true, note: 'some words about it', code: 'c-100' });
    app.save(record);
  });
});
