// Asks the driver of MongoDB for Node: what it answers to each step is in
// mongo_native.txt, as the driver 2.2.25 gave it on the same server. ask(db, ObjectID)
// returns a promise of the text.
module.exports = async function ask(db, ObjectID) {
  const lines = [];
  const show = function (name, v) {
    const plain = v && typeof v === 'object' && !Array.isArray(v) && !(v instanceof Date) && !v._bsontype ? Object.assign({}, v) : v;
    if (plain && typeof plain === 'object') { delete plain.connection; delete plain.message; }
    lines.push(name + ' => ' + (plain === undefined ? 'undefined' : JSON.stringify(plain)).replace(/[0-9a-f]{24}/g, '<id>'));
  };
  const step = async function (name, fn) {
    try { show(name, await fn()); } catch (e) { lines.push(name + ' fails: ' + e.name + ' ' + e.code + ' ' + e.message); }
  };
  const c = db.collection('native');
  const doc = { a: 1 };
  await step('insert', () => c.insert(doc));
  show('the key is added', doc._id instanceof ObjectID);
  await step('insert a list', () => c.insert([{ a: 2 }, { a: 3 }]));
  await step('insertOne', () => c.insertOne({ _id: 'x', a: 4, u: undefined, n: null, d: new Date(0), b: Buffer.from('hi'), half: 0.5, big: 4294967296, l: [1, 2], o: { p: 1 } }));
  await step('insertMany', () => c.insertMany([{ a: 5 }, { _id: 6 }]));
  await step('findOne', () => c.findOne({ _id: 'x' }));
  await step('findOne of undefined', () => c.findOne({ a: undefined, _id: 'x' }));
  await step('findOne none', () => c.findOne({ _id: 'y' }));
  await step('findOne by key', () => c.findOne(doc._id));
  await step('findOne with fields', () => c.findOne({ _id: 'x' }, { a: 1 }));
  await step('findOne with options', () => c.findOne({}, { sort: [['_id', -1]], fields: { a: 1, _id: 0 } }));
  await step('pattern', () => c.insertOne({ _id: 'p', a: 'Ball' }).then(() => c.find({ a: /^bal/i }).toArray()));
  await step('update', () => c.update({ a: 1 }, { $set: { b: 1 } }));
  await step('update several', () => c.update({}, { $set: { m: 1 } }, { multi: true }));
  await step('update upserts', () => c.update({ _id: 'up' }, { $set: { b: 1 } }, { upsert: true }));
  await step('updateOne', () => c.updateOne({ a: 1 }, { $set: { b: 2 } }));
  await step('updateOne upserts', () => c.updateOne({ _id: 'up2' }, { $set: { b: 2 } }, { upsert: true }));
  await step('updateMany', () => c.updateMany({}, { $set: { b: 3 } }));
  await step('replaceOne', () => c.replaceOne({ _id: 'up' }, { z: 1 }));
  await step('save', () => c.save({ _id: 'sv', q: 1 }));
  await step('findAndModify', () => c.findAndModify({ _id: 'sv' }, [['_id', 1]], { $set: { q: 2 } }, { new: true }));
  await step('findOneAndUpdate', () => c.findOneAndUpdate({ _id: 'sv' }, { $set: { q: 3 } }));
  await step('findOneAndUpdate new', () => c.findOneAndUpdate({ _id: 'sv' }, { $set: { q: 4 } }, { returnOriginal: false }));
  await step('findOneAndReplace', () => c.findOneAndReplace({ _id: 'sv' }, { q: 3 }));
  await step('findOneAndDelete', () => c.findOneAndDelete({ _id: 'sv' }));
  await step('findAndRemove', () => c.findAndRemove({ _id: 'up2' }, [['_id', 1]]));
  await step('findOneAndDelete none', () => c.findOneAndDelete({ _id: 'sv' }));
  await step('count', () => c.count({}));
  await step('count some', () => c.count({ a: { $gt: 2 } }));
  await step('distinct', () => c.distinct('a', { a: { $lt: 4 } }));
  await step('aggregate', () => c.aggregate([{ $match: { a: { $lt: 4 } } }, { $project: { a: 1, _id: 0 } }]).toArray());
  await step('stages', () => c.aggregate([]).match({ a: { $lt: 4 } }).sort({ a: -1 }).project({ a: 1, _id: 0 }).limit(1).toArray());
  await step('createIndex', () => c.createIndex({ a: 1, b: -1 }));
  await step('ensureIndex', () => c.ensureIndex('q'));
  await step('createIndex of a list', () => c.createIndex([['k', 1], ['l', -1]]));
  await step('indexes', () => c.indexes());
  await step('indexInformation', () => c.indexInformation());
  await step('indexExists', () => c.indexExists('q_1'));
  await step('dropIndex', () => c.dropIndex('q_1'));
  await step('remove one', () => c.remove({ a: 2 }, { single: true }));
  await step('remove', () => c.remove({ a: 3 }));
  await step('deleteOne', () => c.deleteOne({ a: 4 }));
  await step('deleteMany', () => c.deleteMany({ a: 5 }));
  await step('the same key', () => c.insertOne({ _id: 6 }).catch((e) => { throw Object.assign(e, { message: e.message.replace(/fw_\w+|c_ask/, 'DB') }); }));
  await step('no such operator', () => c.find({ a: { $foo: 1 } }).toArray());
  await step('bulkWrite', () => c.bulkWrite([
    { insertOne: { document: { _id: 'b1' } } }, { updateOne: { filter: { _id: 'b1' }, update: { $set: { x: 1 } } } },
    { updateMany: { filter: { _id: 'b9' }, update: { $set: { x: 1 } }, upsert: true } }, { deleteOne: { filter: { _id: 'b1' } } },
  ]).then((r) => [r.insertedCount, r.matchedCount, r.modifiedCount, r.deletedCount, r.upsertedCount, Object.keys(r.upsertedIds).length, r.insertedIds, r.nMatched, r.ok]));
  const all = () => c.find({}, { _id: 1 }).sort({ _id: 1 });
  await step('toArray', () => all().toArray());
  await step('a window', () => all().skip(1).limit(1).toArray());
  await step('sort by a list', () => c.find({}).sort([['_id', -1]]).limit(1).project({ _id: 1 }).toArray());
  await step('sort by a name', () => c.find({}).sort('_id', -1).limit(1).project({ _id: 1 }).toArray());
  await step('sort by desc', () => c.find({}).sort('_id', 'desc').limit(1).project({ _id: 1 }).toArray());
  await step('count of a cursor', () => all().count());
  await step('next', () => all().next());
  await step('hasNext', () => all().hasNext());
  await step('hasNext none', () => c.find({ a: 99 }).hasNext());
  await step('next none', () => c.find({ a: 99 }).next());
  await step('hasNext and next', async () => { const cur = all(); const out = []; while (await cur.hasNext()) { out.push((await cur.next())._id); } return out; });
  await step('small batches', () => all().batchSize(2).toArray());
  await step('each', () => new Promise((done) => { const l = []; all().each((err, v) => { l.push(v && v._id); if (!v) { done(l); } }); }));
  await step('forEach', () => new Promise((done) => { const l = []; all().forEach((v) => { l.push(v._id); }, (err) => { done([l, err]); }); }));
  await step('map', () => all().map((v) => v._id).toArray());
  await step('events', () => new Promise((done) => { const l = []; all().on('data', (v) => { l.push(v._id); }).on('end', () => { done(l); }); }));
  await step('callbacks', () => new Promise((done) => { c.findOne({ _id: 6 }, (err, v) => { c.count((err2, n) => { c.find().limit(1).toArray((err3, l) => { done([err, v, err2, n, err3, l.length]); }); }); }); }));
  await step('a failure by callback', () => new Promise((done) => { c.find({ a: { $foo: 1 } }).toArray((err, v) => { done([err instanceof Error, err.code, v === undefined]); }); }));
  await step('command', () => db.command({ ping: 1 }));
  await step('no such command', () => db.command({ nonsense: 1 }));
  await step('collections', () => db.collections().then((l) => l.map((x) => x.collectionName).filter((name) => name === 'native')));
  await step('drop', () => c.drop());
  const id = new ObjectID('5f0000000000000000000001');
  show('a key', [String(id) === '5f' + '0'.repeat(21) + '1', id.toHexString() === String(id), id.getTimestamp(), id._bsontype, id.equals(String(id)), id.equals(new ObjectID(String(id))), id.equals(new ObjectID()), typeof id]);
  show('valid keys', ['x', '123456789012', 5, null, undefined, {}, id, String(id)].map(ObjectID.isValid));
  for (const v of ['x', {}]) { await step('no key', () => new ObjectID(v)); }
  await step('keys', () => [5, null, undefined, '123456789012'].map((v) => String(new ObjectID(v)).length));
  return lines.join('\n') + '\n';
};
