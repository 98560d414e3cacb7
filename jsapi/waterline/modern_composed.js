// Methods of modern models that consist of calls of others, as in Waterline. The store does all of it
// at once, except where code of the project has replaced one of the others, as hooks do: then that
// is called.
(function (native, parts) {
  'use strict';

  // replaced reports whether code has replaced one of the methods of a model.
  function replaced(model, names) {
    return names.some(function (name) { return Object.prototype.hasOwnProperty.call(model, name) && !parts.isGiven(model[name]); });
  }

  // withWhere calls back with the criteria of a call as the model understands them, {where};
  // undefined for those that no record matches.
  function withWhere(call, cb, done) {
    native.run(parts.withCriteria(call, 'criteria', parts.criteriaOf(call), { method: call._method }), function (err, criteria) {
      if (err) { cb(err); return; }
      done(criteria ? { where: criteria.where } : undefined);
    });
  }

  function meta(call, more) { return Object.assign({}, call._meta, more); }

  // one changes the one record that matches, by a method for several.
  function one(change) {
    return function (call, cb, atOnce) {
      const model = call._model;
      withWhere(call, cb, function (criteria) {
        if (!criteria) { cb(); return; }
        model.count(Object.assign({}, criteria), function (err, total) {
          if (err) { cb(err); return; }
          if (total > 1) { atOnce(); return; } // which is refused
          function done(err, records) {
            if (err) { cb(err); } else { cb(undefined, records[0]); }
          }
          if (change === 'update') {
            model.update(criteria, call._values, done, meta(call, { fetch: true, skipEncryption: false }));
          } else {
            model[change](criteria, done, meta(call, { fetch: true }));
          }
        }, call._meta);
      });
    };
  }

  function findOrCreate(call, cb) {
    const model = call._model;
    function create() {
      model.create(call._values, function (err, made) {
        if (err) { cb(err); } else { cb(undefined, made, true); }
      }, meta(call, { fetch: true }));
    }
    withWhere(call, cb, function (criteria) {
      if (!criteria) { create(); return; }
      model.findOne(criteria, function (err, record) {
        if (err) { cb(err); } else if (record) { cb(undefined, record, false); } else { create(); }
      }, call._meta);
    });
  }

  // owned is what the members of a collection refer to their record with, where they have one that
  // may be missing: their model, and the name of the attribute.
  function owned(call) {
    const child = native.memberModel(call._model, call._values.alias);
    const attribute = child && call._model.attributes[call._values.alias];
    const inverse = child && attribute.via && child.attributes[attribute.via];
    return inverse && inverse.model && !inverse.required ? { model: child, via: attribute.via } : undefined;
  }

  function keys(v) { return v === undefined ? [] : [].concat(v); }
  function areKeys(list) { return list.every(function (key) { return typeof key === 'string' || typeof key === 'number'; }); }
  function pair(name, v) { const out = {}; out[name] = v; return out; }

  // changing changes members of a collection by updates of these.
  function changing(change) {
    return function (call, cb, atOnce) {
      const held = owned(call), targets = keys(call._values.targets), members = keys(call._values.members);
      if (!targets.length || !areKeys(targets) || !areKeys(members) || call._method !== 'removeFromCollection' && targets.length > 1 && members.length) { atOnce(); return; }
      change(held.model.primaryKey, held.via, targets, members, function (where, values, done) {
        held.model.update({ where: where }, values, function (err) { if (err) { cb(err); } else { done(); } }, call._meta);
      }, function () { cb(); });
    };
  }

  function add(key, via, targets, members, update, done) {
    if (members.length) { update(pair(key, members), pair(via, targets[0]), done); } else { done(); }
  }
  function remove(key, via, targets, members, update, done) {
    if (members.length) { update(Object.assign(pair(key, members), pair(via, targets)), pair(via, null), done); } else { done(); }
  }
  function replace(key, via, targets, members, update, done) {
    if (!members.length) { update(pair(via, targets), pair(via, null), done); return; }
    update(Object.assign(pair(key, { nin: members }), pair(via, targets[0])), pair(via, null), function () {
      update(pair(key, { in: members }), pair(via, targets[0]), done);
    });
  }

  function byModel(names) { return function (call) { return replaced(call._model, names); }; }
  function byMembers(call) {
    const held = owned(call);
    return held !== undefined && replaced(held.model, ['update']);
  }
  const composed = {
    updateOne: { where: byModel(['count', 'update']), run: one('update') },
    destroyOne: { where: byModel(['count', 'destroy']), run: one('destroy') },
    archiveOne: { where: byModel(['count', 'archive']), run: one('archive') },
    findOrCreate: { where: byModel(['findOne', 'create']), run: findOrCreate },
    addToCollection: { where: byMembers, run: changing(add) },
    removeFromCollection: { where: byMembers, run: changing(remove) },
    replaceCollection: { where: byMembers, run: changing(replace) },
  };

  parts.replaced = replaced;

  // composedOf returns how a call is made of others; undefined where the store does it at once.
  parts.composedOf = function (call) {
    const how = Object.prototype.hasOwnProperty.call(composed, call._method) ? composed[call._method] : undefined;
    return how && call._connection === undefined && how.where(call) ? how.run : undefined;
  };
})
