// ask.js asks Waterline 0.12 with sails-mongo 0.12 which query they would send to MongoDB for criteria,
// and writes the queries as extended JSON. TestRecordedOperators compares what these find with the store:
//
//     node ask.js /folder/with/node_modules > recorded.json
//
// The adapter is connected to nothing: its own class for queries is called in its place.
'use strict';
var path = require('path'), home = path.resolve(process.argv[2], 'node_modules');
var Waterline = require(path.join(home, 'waterline')), Query = require(path.join(home, 'sails-mongo/lib/query')), cloneDeep = require(path.join(home, '@sailshq/lodash')).cloneDeep;

var questions = require('./criteria.json'), schema, sent;

function extended(v) {
  if (v instanceof RegExp) { return { $regularExpression: { pattern: v.source, options: v.flags } }; }
  if (v instanceof Date) { return { $date: v.toISOString() }; }
  if (v && v._bsontype === 'ObjectID') { return { $oid: v.toHexString() }; }
  if (Array.isArray(v)) { return v.map(extended); }
  if (v === null || typeof v !== 'object') { return v; }
  return Object.keys(v).reduce(function (out, k) { out[k] = extended(v[k]); return out; }, {});
}

var adapter = {
  identity: 'asked',
  registerConnection: function (connection, collections, cb) {
    schema = cloneDeep(collections.pet.definition);
    if (schema.id.type === 'integer') { schema.id.type = 'objectid'; }
    cb();
  },
  find: function (connection, collection, criteria, cb) {
    try { sent = extended(new Query(criteria, schema, {}).criteria.where || {}); } catch (e) { return cb(e); }
    cb(null, []);
  }
};

var waterline = new Waterline();
waterline.loadCollection(Waterline.Collection.extend({
  identity: 'pet', connection: 'asked', migrate: 'safe', schema: true, autoCreatedAt: false, autoUpdatedAt: false,
  attributes: {
    id: { type: 'objectid', primaryKey: true, autoIncrement: false }, name: 'string', number: 'integer', weight: 'float', born: 'datetime', tame: 'boolean', tags: 'array',
    owner: 'objectid'
  }
}));
waterline.initialize({ adapters: { asked: adapter }, connections: { asked: { adapter: 'asked' } } }, function (err, models) {
  if (err) { throw err; }
  var out = {}, left = questions.slice();
  (function next() {
    var criteria = left.shift();
    if (!criteria) { process.stdout.write(JSON.stringify(out, null, 1) + '\n'); process.exit(0); }
    sent = undefined;
    models.collections.pet.find(cloneDeep(criteria)).exec(function (err) {
      out[JSON.stringify(criteria)] = err ? { error: String(err.message || err).split('\n')[0] } : { where: sent };
      next();
    });
  })();
});
