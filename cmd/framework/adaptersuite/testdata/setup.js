// What the suite's own runner sets before it loads the test files. The adapter
// stands for the store that the variable ADAPTER names, unless it is the path of one that
// is JavaScript.
var stand = { identity: process.env.ADAPTER };
stand.drop = function (connection, table, relations, done) { done(); };
stand.teardown = function (connection, done) { done(); };

global.Adapter = require('path').isAbsolute(process.env.ADAPTER) ? require(process.env.ADAPTER) : stand;
global.MemoryAdapter = require('sails-memory');
global.Connections = {
  test: Object.assign({ adapter: 'wl_tests' }, JSON.parse(process.env.CONNECTION)),
  test2: { adapter: 'wl_tests2', schema: false },
};
['Associations', 'Semantic', 'Queryable', 'Migratable', 'Sql'].forEach(function (name) { global[name] = {}; });
global.adapterFeatures = ['unique', 'autoIncrement'];
