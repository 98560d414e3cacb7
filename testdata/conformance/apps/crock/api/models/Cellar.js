module.exports = { datastore: 'cellar', tableName: 'cellar_rows', attributes: { shelf: { type: 'string' }, jars: { collection: 'jar', via: 'cellar' } } };
