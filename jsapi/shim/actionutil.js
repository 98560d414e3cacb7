// actionUtil for custom blueprints: gets model, key, criteria and values of a request.
// Evaluates to a function that makes the exports; with lists, a body that is a list gives a
// list of values.
(function (lists) {
  'use strict';

  const defaultLimit = 30;

  function isObject(v) { return v !== null && typeof v === 'object' && !Array.isArray(v) && !(v instanceof Date); }

  function options(req) { return req.options || {}; }

  function put(o, k, v) { Object.defineProperty(o, k, { value: v, writable: true, configurable: true, enumerable: true }); }

  // without copies an object, leaving out some keys and all undefined values.
  function without(o, keys) {
    const out = {};
    Object.keys(o || {}).forEach(function (k) {
      if (keys.indexOf(k) < 0 && o[k] !== undefined) { put(out, k, o[k]); }
    });
    return out;
  }

  // over merges one condition into another, at every depth.
  function over(base, top) {
    const out = Object.assign({}, base);
    Object.keys(top || {}).forEach(function (k) {
      put(out, k, isObject(out[k]) && isObject(top[k]) ? over(out[k], top[k]) : top[k]);
    });
    return out;
  }

  function allParams(req) { return req.params && typeof req.params.all === 'function' ? req.params.all() : req.allParams(); }

  // blacklist returns the list of the route, which replaces the default.
  function blacklist(given, usual) {
    if (given === undefined || given === null) { return usual; }
    if (!Array.isArray(given)) { throw new Error('the blacklist in the options of this route has to be an array of names'); }
    return given;
  }

  // callbackName returns the name of the JSONP parameter.
  function callbackName(req) {
    const jsonp = options(req).jsonp;
    return jsonp && jsonp.callback || 'callback';
  }

  function config(req) {
    const sails = req._sails;
    return sails && sails.config && sails.config.blueprints || {};
  }

  function parseModel(req) {
    const name = options(req).model || options(req).controller;
    if (!name) { throw new Error('this route says neither which model nor which controller it belongs to: no blueprint can serve it'); }
    const model = req._sails.models[name];
    if (!model) { throw new Error('the route "' + req.path + '" belongs to the model "' + name + '", which this project does not have'); }
    return model;
  }

  function parsePk(req) {
    const o = options(req);
    const pk = o.id || o.where && o.where.id || req.param('id');
    return isObject(pk) ? undefined : pk;
  }

  function requirePk(req) {
    const pk = parsePk(req);
    if (!pk) {
      const err = new Error("No `id` parameter provided.(Note: even if the model's primary key is not named `id`- " +
        '`id` should be used as the name of the parameter- it will be mapped to the proper primary key name)');
      err.status = 400;
      throw err;
    }
    return pk;
  }

  function parseCriteria(req) {
    const o = options(req);
    const hidden = blacklist(o.criteria && o.criteria.blacklist, ['limit', 'skip', 'sort', 'populate']);
    const all = allParams(req);
    let where = all.where;
    if (typeof where === 'string') {
      try { where = JSON.parse(where); } catch (e) { where = {}; }
    }
    if (!where) { where = without(all, hidden.concat(callbackName(req), 'where')); }
    return over(o.where, where);
  }

  function parseValues(req) {
    const o = options(req);
    const hidden = blacklist(o.values && o.values.blacklist, []).concat(callbackName(req));
    function of(values) { return over(without(o.values, ['blacklist']), without(values, hidden)); }
    return lists && Array.isArray(req.body) ? req.body.map(of) : of(allParams(req));
  }

  function parseSort(req) {
    let sort = req.param('sort') || options(req).sort;
    if (typeof sort === 'string' && /^\s*[{[]/.test(sort)) {
      try { sort = JSON.parse(sort); } catch (e) { return sort; }
    }
    return sort === undefined || sort === null ? undefined : sort;
  }

  function firstSet(values) {
    for (const v of values) { if (v !== undefined && v !== null) { return v; } }
    return undefined;
  }

  function parseLimit(req) {
    const limit = firstSet([req.param('limit'), options(req).limit, config(req).defaultLimit, defaultLimit]);
    return +limit;
  }

  function parseSkip(req) { return +(req.param('skip') || options(req).skip || 0); }

  function associations(req) {
    return options(req).associations || parseModel(req).associations || [];
  }

  // limitOf returns the limit for the records of one association.
  function limitOf(req, alias) {
    const o = options(req);
    return +firstSet([o['populate_' + alias + '_limit'], o.populate_limit, o.limit, config(req).defaultLimit, defaultLimit]);
  }

  // wanted returns the aliases in the request; undefined for all.
  function wanted(req) {
    let names = req.param('populate');
    if (typeof names === 'string') { names = names.replace(/^\[|\]$/g, ''); names = names ? names.split(',') : []; }
    return names ? Object.keys(names).map(function (k) { return String(names[k]).trim(); }) : undefined;
  }

  function populateQuery(query, list, sails) {
    const limit = sails && sails.config && sails.config.blueprints && sails.config.blueprints.defaultLimit || defaultLimit;
    return list.reduce(function (q, a) { return q.populate(a.alias, { limit: limit }); }, query);
  }

  function populateRequest(query, req) {
    const names = wanted(req);
    if (!names && options(req).populate === false) { return query; }
    return associations(req).reduce(function (q, a) {
      return names && names.indexOf(a.alias) < 0 ? q : q.populate(a.alias, { limit: limitOf(req, a.alias) });
    }, query);
  }

  function populateModel(query, model) {
    return (model.associations || []).reduce(function (q, a) { return q.populate(a.alias); }, query);
  }

  // subscribeDeep subscribes the client to the populated records of a record.
  function subscribeDeep(req, record) {
    if (!req.isSocket) { return; }
    associations(req).forEach(function (a) {
      const model = req._sails.models[a[a.type]];
      const held = record[a.alias];
      if (!model || typeof model.subscribe !== 'function' || !held) { return; }
      const key = model.primaryKey || 'id';
      const ids = (Array.isArray(held) ? held : [held])
        .map(function (child) { return child !== null && typeof child === 'object' ? child[key] : child; });
      if (ids.length) { model.subscribe(req, ids); }
    });
  }

  return {
    parseModel: parseModel, parsePk: parsePk, requirePk: requirePk,
    parseCriteria: parseCriteria, parseValues: parseValues,
    parseSort: parseSort, parseLimit: parseLimit, parseSkip: parseSkip,
    populateEach: populateRequest, populateRequest: populateRequest,
    populateModel: populateModel, populateQuery: populateQuery,
    subscribeDeep: subscribeDeep
  };
})
