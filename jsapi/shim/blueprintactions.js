// The default actions of 0.10 to 0.12 as functions (req, res), for code that calls them with a res of
// its own. Evaluates to a function of actionUtil. Routes lead to those of the server.
(function (util) {
  'use strict';
  const gone = 'No record found with the specified `id`.';

  function pubsub(req) { return req._sails.hooks.pubsub; }
  function json(record) { return record && typeof record.toJSON === 'function' ? record.toJSON() : record; }
  function subscribe(req, model, records) {
    if (!pubsub(req) || !req.isSocket) { return; }
    model.subscribe(req, records);
    [].concat(records).forEach(function (record) { util.subscribeDeep(req, record); });
  }
  function others(req) { return !(req.options || {}).mirror && req; }

  // one finds a record with what the request populates, and answers where there is none.
  function one(req, res, key, missing, done) {
    const model = util.parseModel(req);
    util.populateRequest(model.findOne(key), req).exec(function (err, record) {
      if (err) { res.serverError(err); return; }
      if (!record) { res.notFound(missing); return; }
      done(record, model);
    });
  }

  function find(req, res) {
    const model = util.parseModel(req);
    if (util.parsePk(req)) { findOne(req, res); return; }
    const query = model.find().where(util.parseCriteria(req)).limit(util.parseLimit(req)).skip(util.parseSkip(req)).sort(util.parseSort(req));
    util.populateRequest(query, req).exec(function (err, records) {
      if (err) { res.serverError(err); return; }
      subscribe(req, model, records);
      if (pubsub(req) && req.isSocket && (req.options || {}).autoWatch) { model.watch(req); }
      res.ok(records);
    });
  }

  function findOne(req, res) {
    one(req, res, util.requirePk(req), gone, function (record, model) {
      subscribe(req, model, record);
      res.ok(record);
    });
  }

  function create(req, res) {
    const model = util.parseModel(req);
    model.create(util.parseValues(req)).exec(function (err, made) {
      if (err) { res.negotiate(err); return; }
      if (pubsub(req)) {
        if (req.isSocket) { model.subscribe(req, made); model.introduce(made); }
        model.publishCreate(Array.isArray(made) ? made.map(json) : json(made), others(req));
      }
      (typeof res.created === 'function' ? res.created : res.ok).call(res, made);
    });
  }

  function update(req, res) {
    const key = util.requirePk(req), values = util.parseValues(req);
    one(req, res, key, undefined, function (previous, model) {
      values[model.primaryKey] = key;
      const before = json(previous);
      model.update(key, values).exec(function (err, records) {
        if (err) { res.negotiate(err); return; }
        if (pubsub(req)) {
          if (req.isSocket) { model.subscribe(req, records); }
          model.publishUpdate(key, Object.assign({}, values), others(req), { previous: before });
        }
        one(req, res, records.length ? records[0][model.primaryKey] : key, undefined, function (record) { res.ok(record); });
      });
    });
  }

  function destroy(req, res) {
    const key = util.requirePk(req);
    one(req, res, key, gone, function (record, model) {
      model.destroy(key).exec(function (err) {
        if (err) { res.negotiate(err); return; }
        if (pubsub(req)) {
          model.publishDestroy(key, others(req), { previous: record });
          if (req.isSocket) { model.unsubscribe(req, record); model.retire(record); }
        }
        res.ok(record);
      });
    });
  }

  function populate(req, res) {
    const model = util.parseModel(req), alias = (req.options || {}).alias, key = req.param('parentid');
    if (!alias) { res.serverError(new Error('the option alias of the route is to name the association')); return; }
    req.options.criteria = req.options.criteria || {};
    req.options.criteria.blacklist = req.options.criteria.blacklist || ['limit', 'skip', 'sort', 'id', 'parentid'];
    const child = util.parsePk(req);
    const wanted = { where: child ? { id: [child] } : util.parseCriteria(req), skip: util.parseSkip(req), limit: util.parseLimit(req), sort: util.parseSort(req) };
    Object.keys(wanted).forEach(function (k) { if (wanted[k] === undefined) { delete wanted[k]; } });
    model.findOne(key).populate(alias, wanted).exec(function (err, record) {
      if (err) { res.serverError(err); return; }
      if (!record) { res.notFound('No record found with the specified id.'); return; }
      if (!record[alias]) { res.notFound('Specified record (' + key + ') is missing relation `' + alias + '`'); return; }
      subscribe(req, model, record);
      res.ok(record[alias]);
    });
  }

  // member changes the collection of a record, and answers with the record.
  function member(req, res, change, publish, missing) {
    const model = util.parseModel(req), alias = (req.options || {}).alias, key = req.param('parentid');
    model.findOne(key).exec(function (err, parent) {
      if (err) { res.serverError(err); return; }
      if (!parent) { missing(); return; }
      const child = change(parent[alias]);
      parent.save(function (err) {
        if (err) { res.negotiate(err); return; }
        if (pubsub(req)) { model[publish](parent[model.primaryKey], alias, child, others(req)); }
        model.findOne(key).populate(alias).exec(function (err, record) {
          if (err) { res.serverError(err); return; }
          if (!record) { res.serverError(); return; }
          res.ok(record);
        });
      });
    });
  }

  function add(req, res) {
    function lost() { res.negotiate({ status: 404 }); }
    const child = util.parsePk(req), alias = (req.options || {}).alias;
    if (child) { member(req, res, function (list) { list.add(child); return child; }, 'publishAdd', lost); return; }
    const held = util.parseModel(req).associations.find(function (each) { return each.alias === alias; });
    const values = util.parseValues(req);
    delete values.parentid;
    req._sails.models[held.collection].create(values).exec(function (err, made) {
      if (err) { res.negotiate(err); return; }
      const key = made[req._sails.models[held.collection].primaryKey];
      member(req, res, function (list) { list.add(key); return key; }, 'publishAdd', lost);
    });
  }

  function remove(req, res) {
    const child = util.requirePk(req);
    member(req, res, function (list) { list.remove(child); return child; }, 'publishRemove', function () { res.notFound(); });
  }

  return { add: add, remove: remove, find: find, findone: findOne, create: create, update: update, destroy: destroy, populate: populate };
})
