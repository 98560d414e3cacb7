// The default actions of 1.x as functions (req, res, asked), for models whose methods code of the
// project has replaced. Evaluates to a function of actionUtil. Asked has the plan of the request, as
// parseBlueprintOptions gives it, and how errors of usage are explained to the client.
(function (util) {
  'use strict';

  function modelOf(req, asked) { return req._sails.models[asked.plan.using]; }
  function pubsub(req) { return req._sails.hooks.pubsub; }
  function others(req, asked) { return !asked.mirror && req; }

  // copy makes criteria that a method may change.
  function copy(v) {
    if (Array.isArray(v)) { return v.map(copy); }
    if (v === null || typeof v !== 'object' || Object.getPrototypeOf(v) !== Object.prototype) { return v; }
    const out = {};
    Object.keys(v).forEach(function (k) { out[k] = copy(v[k]); });
    return out;
  }

  function pick(from, names) {
    const out = {};
    names.forEach(function (name) { if (from && from[name] !== undefined) { out[name] = from[name]; } });
    return out;
  }

  // refuse answers an error; unique says that a value which another record has is the client's.
  function refuse(res, asked, err, unique) {
    if (err.name === 'UsageError') {
      err.toJSON = function () { return Object.assign(pick(err, ['code', 'details']), { message: asked.explained }); };
      res.badRequest(err);
    } else if (unique && err.name === 'AdapterError' && err.code === 'E_UNIQUE') {
      res.badRequest(err);
    } else {
      res.serverError(err);
    }
  }

  // keyed is the condition of a plan that is about one record.
  function keyed(model, asked) {
    const where = {};
    where[model.primaryKey] = asked.plan.criteria.where[model.primaryKey];
    return where;
  }

  function find(req, res, asked) {
    const model = modelOf(req, asked), plan = asked.plan;
    model.find(plan.criteria, plan.populates).meta(plan.meta).exec(function (err, records) {
      if (err) { refuse(res, asked, err); return; }
      if (pubsub(req) && req.isSocket) {
        model.subscribe(req, records.map(function (record) { return record[model.primaryKey]; }));
        if (asked.autoWatch) { model._watch(req); }
        records.forEach(function (record) { util.subscribeDeep(req, record); });
      }
      res.ok(records);
    });
  }

  function findOne(req, res, asked) {
    const model = modelOf(req, asked), plan = asked.plan, criteria = pick(plan.criteria, ['select', 'omit']);
    criteria.where = pick(plan.criteria.where, [model.primaryKey]);
    model.findOne(criteria, plan.populates).meta(plan.meta).exec(function (err, record) {
      if (err) { refuse(res, asked, err); return; }
      if (!record) { res.notFound(); return; }
      if (pubsub(req) && req.isSocket) {
        model.subscribe(req, [record[model.primaryKey]]);
        util.subscribeDeep(req, record);
      }
      res.ok(record);
    });
  }

  // parted calls back with the members that values take away from other records: those of
  // collections whose members have one.
  function parted(req, model, values, done) {
    const found = [], aliases = Object.keys(model.attributes).filter(function (name) {
      const attribute = model.attributes[name], given = values[name];
      return attribute.collection && attribute.via && Array.isArray(given) && given.length > 0 &&
        req._sails.models[attribute.collection].attributes[attribute.via].model;
    });
    (function next(i) {
      if (i === aliases.length) { done(undefined, found); return; }
      const alias = aliases[i], via = model.attributes[alias].via, child = req._sails.models[model.attributes[alias].collection];
      const criteria = {};
      criteria[child.primaryKey] = values[alias];
      child.find(criteria).exec(function (err, members) {
        if (err) { done(err); return; }
        members.forEach(function (member) {
          if (member[via]) { found.push({ id: member[via], alias: alias, member: member[child.primaryKey] }); }
        });
        next(i + 1);
      });
    })(0);
  }

  function create(req, res, asked) {
    const model = modelOf(req, asked), plan = asked.plan;
    parted(req, model, plan.newRecord, function (err, taken) {
      if (err) { res.serverError(err); return; }
      model.create(plan.newRecord).meta(plan.meta).exec(function (err, made) {
        if (err) { refuse(res, asked, err, true); return; }
        if (!made) { res.ok(); return; }
        model.findOne(made[model.primaryKey], plan.populates).exec(function (err, record) {
          if (err) { res.serverError(err); return; }
          if (!record) { res.serverError('Could not find record after creating!'); return; }
          if (pubsub(req)) {
            if (req.isSocket) {
              model.subscribe(req, [record[model.primaryKey]]);
              model._introduce(record);
            }
            model._publishCreate(record, others(req, asked));
            taken.forEach(function (each) { model._publishRemove(each.id, each.alias, each.member, others(req, asked), { noReverse: true }); });
          }
          res.ok(record);
        });
      });
    });
  }

  function update(req, res, asked) {
    const model = modelOf(req, asked), plan = asked.plan, key = keyed(model, asked);
    model.findOne(copy(key), copy(plan.populates)).exec(function (err, before) {
      if (err) { refuse(res, asked, err); return; }
      if (!before) { res.notFound(); return; }
      model.updateOne(copy(key)).set(plan.valuesToSet).meta(plan.meta).exec(function (err, updated) {
        if (err) { refuse(res, asked, err, true); return; }
        if (!updated) { res.notFound(); return; }
        if (pubsub(req)) {
          if (req.isSocket) { model.subscribe(req, [updated[model.primaryKey]]); }
          model._publishUpdate(updated[model.primaryKey], copy(plan.valuesToSet), others(req, asked), { previous: Object.assign({}, before) });
        }
        model.findOne(copy(key), copy(plan.populates)).exec(function (err, record) {
          if (err) { res.serverError(err); return; }
          if (!record) { res.serverError('Could not find record after updating!'); return; }
          res.ok(record);
        });
      });
    });
  }

  function destroy(req, res, asked) {
    const model = modelOf(req, asked), plan = asked.plan, key = keyed(model, asked);
    model.findOne(copy(key), plan.populates).meta(plan.meta).exec(function (err, record) {
      if (err) { refuse(res, asked, err); return; }
      if (!record) { res.notFound('No record found with the specified `id`.'); return; }
      model.destroy(copy(key)).meta(plan.meta).exec(function (err) {
        if (err) { refuse(res, asked, err); return; }
        if (pubsub(req)) {
          model._publishDestroy(key[model.primaryKey], others(req, asked), { previous: record });
          if (req.isSocket) {
            model.unsubscribe(req, [record[model.primaryKey]]);
            model._retire(record);
          }
        }
        res.ok(record);
      });
    });
  }

  function populate(req, res, asked) {
    const model = modelOf(req, asked), plan = asked.plan;
    model.findOne(plan.criteria.where[model.primaryKey], plan.populates).meta(plan.meta).exec(function (err, record) {
      if (err) { refuse(res, asked, err); return; }
      if (!record || !record[plan.alias]) { res.notFound(); return; }
      if (pubsub(req) && req.isSocket) {
        model.subscribe(req, [record[model.primaryKey]]);
        util.subscribeDeep(req, record);
      }
      res.ok(record[plan.alias]);
    });
  }

  function childOf(req, model, plan) { return req._sails.models[model.attributes[plan.alias].collection]; }

  // answer answers with the record whose collection was changed.
  function answer(res, model, plan, publish) {
    model.findOne(plan.targetRecordId, plan.populates).meta(plan.meta).exec(function (err, record) {
      if (err) { res.serverError(err); return; }
      if (!record || !record[plan.alias]) { res.serverError(); return; }
      if (publish) { publish(record); }
      res.ok(record);
    });
  }

  // member finds the record and the one that is to be added to its collection, or taken out of it.
  function member(req, res, asked, done) {
    const model = modelOf(req, asked), plan = asked.plan;
    model.findOne(plan.targetRecordId).meta(plan.meta).exec(function (err, parent) {
      if (err) { res.serverError(err); return; }
      if (!parent) { res.notFound(); return; }
      childOf(req, model, plan).findOne(plan.associatedIds[0]).exec(function (err, child) {
        if (err) { res.serverError(err); return; }
        if (!child) { res.notFound(); return; }
        done(model, plan, child);
      });
    });
  }

  function add(req, res, asked) {
    member(req, res, asked, function (model, plan, child) {
      const parent = plan.targetRecordId, key = plan.associatedIds[0], via = model.attributes[plan.alias].via;
      model.addToCollection(parent, plan.alias, key).exec(function (err) {
        // A member that is one already stays one.
        if (err && !(err.name === 'AdapterError' && err.code === 'E_UNIQUE')) { refuse(res, asked, err); return; }
        if (pubsub(req)) {
          if (req.isSocket) { model.subscribe(req, [parent]); }
          model._publishAdd(parent, plan.alias, key, others(req, asked));
          if (via && childOf(req, model, plan).attributes[via].model && child[via] !== null) {
            model._publishRemove(child[via], plan.alias, key, others(req, asked), { noReverse: true });
          }
        }
        answer(res, model, plan);
      });
    });
  }

  function remove(req, res, asked) {
    member(req, res, asked, function (model, plan) {
      const key = plan.associatedIds[0];
      model.removeFromCollection(plan.targetRecordId, plan.alias, key).exec(function (err) {
        if (err) { refuse(res, asked, err); return; }
        answer(res, model, plan, function (record) {
          if (pubsub(req)) { model._publishRemove(record[model.primaryKey], plan.alias, key, others(req, asked)); }
        });
      });
    });
  }

  // membership calls back with the keys of the members that a record has, and with those of the given
  // ones that another record has to give up for it.
  function membership(req, model, plan, done) {
    const child = childOf(req, model, plan), alias = plan.alias, parent = plan.targetRecordId;
    const via = model.attributes[alias].via, single = via && child.attributes[via].model;
    const there = [], taken = [];
    function keys(record) { there.push(record[child.primaryKey]); }
    if (!single) {
      const criteria = {};
      criteria[model.primaryKey] = parent;
      model.findOne(criteria).populate(alias, { select: [child.primaryKey] }).exec(function (err, record) {
        if (err) { done(err); return; }
        (record && record[alias] || []).forEach(keys);
        done(undefined, there, taken);
      });
      return;
    }
    const foreign = {}, own = { where: {}, select: [child.primaryKey] };
    foreign[child.primaryKey] = plan.associatedIds;
    foreign[via] = { '!=': parent };
    own.where[via] = parent;
    let left = 2;
    function read(err) {
      if (left > 0 && (err || --left === 0)) { left = 0; done(err, there, taken); }
    }
    child.stream(foreign).select([via]).eachRecord(function (record, next) {
      if (record[via] !== null) { taken.push({ id: record[via], member: record[child.primaryKey], noReverse: true }); }
      next();
    }).exec(read);
    child.stream(own).eachRecord(function (record, next) { keys(record); next(); }).exec(read);
  }

  function replace(req, res, asked) {
    const model = modelOf(req, asked), plan = asked.plan, given = plan.associatedIds;
    membership(req, model, plan, function (err, there, taken) {
      if (err) { res.serverError(err); return; }
      model.replaceCollection(plan.targetRecordId, plan.alias, given).exec(function (err) {
        if (err) { refuse(res, asked, err); return; }
        if (pubsub(req)) {
          const list = [].concat(given);
          if (req.isSocket) { model.subscribe(req, [plan.targetRecordId]); }
          list.filter(function (key) { return !there.includes(key); }).forEach(function (key) {
            model._publishAdd(plan.targetRecordId, plan.alias, key, others(req, asked));
          });
          there.filter(function (key) { return !list.includes(key); }).forEach(function (key) {
            taken.push({ id: plan.targetRecordId, member: key, noReverse: false });
          });
          taken.forEach(function (each) { model._publishRemove(each.id, plan.alias, each.member, others(req, asked), { noReverse: each.noReverse }); });
        }
        answer(res, model, plan);
      });
    });
  }

  return {
    find: find, findone: findOne, create: create, update: update, destroy: destroy, populate: populate, add: add, remove: remove, replace: replace,
  };
})
