// The objects of datastores, and of the connections of transactions.
(function (native, parts) {
  'use strict';
  const Promise = parts.Promise; // see promise.js
  const hide = parts.hide, isFunction = parts.isFunction, lazy = parts.lazy;

  // makePool makes the pool of the Sails driver of a database server (pg or mysql):
  // ask(connection, sql, values) sends a query in the style of the driver.
  function makePool(store, driver, ask) {
    // client makes an object with query(statement[, values][, callback]), for one
    // connection or for any free one.
    function client(connection) {
      const c = {};
      hide(c, 'query', function (statement, values, cb) {
        let sql = statement;
        if (statement !== null && typeof statement === 'object') {
          sql = statement.text === undefined ? statement.sql : statement.text;
          if (isFunction(values)) { cb = values; }
          values = Array.isArray(values) ? values : statement.values;
        } else if (isFunction(values)) { cb = values; values = undefined; }
        const d = ask(connection, sql, values);
        if (!isFunction(cb)) { return d.toPromise(); }
        d.exec(driver === 'pg' ? cb : function (err, rows) {
          if (err) { return cb(err); }
          cb(null, rows, Array.isArray(rows) ? Object.keys(rows[0] || {}).map(function (key) { return { name: key }; }) : undefined);
        });
      });
      return c;
    }
    // take leases a connection until it is released.
    function take(cb) {
      const taken = new parts.QueryPromise(function (resolve, reject) {
        store.leaseConnection(function (db) {
          return new Promise(function (release) {
            const c = client(db);
            hide(c, 'release', function () { release(); });
            ['beginTransaction', 'commit', 'rollback'].forEach(function (method) {
              hide(c, method, function () {
                throw parts.coded('E_NOT_SUPPORTED', method + ' of a connection is not there: use transaction of the datastore "' + store.name + '"');
              });
            });
            resolve(c);
          });
        }).exec(function (err) { if (err) { reject(err); } });
      });
      if (!isFunction(cb)) { return taken; }
      taken.then(function (c) { cb(null, c, c.release); }, function (err) { cb(err); });
    }
    const pool = client(undefined);
    hide(store, '_client', client);
    hide(pool, driver === 'pg' ? 'connect' : 'getConnection', take);
    return pool;
  }

  // makeStore makes the object of a datastore. driver is the Sails driver of a database
  // server: pg or mysql. documents are the Db and the library of a database of documents.
  function makeStore(name, within, send, driver, documents) {
    const store = { name: name, identity: name };
    // scoped makes a method (during[, { timeout }][, callback]).
    function scoped(method, lease) {
      hide(store, method, function (during, options, cb) {
        if (isFunction(options)) { cb = options; options = undefined; }
        if (!isFunction(during)) {
          throw new TypeError(method + ' needs a function: async ' + (lease ? 'db' : 'tx') + ' => { … }');
        }
        let limit = options !== null && typeof options === 'object' ? options.timeout : undefined;
        const d = lazy(function (fn) { within(lease, during, limit, this._connection, fn, this._asyncSnapshot); });
        hide(d, 'timeout', function (ms) { limit = ms; return this; });
        return isFunction(cb) ? d.exec(cb) : d;
      });
    }
    // The members with which projects reach a driver of Node.
    function absent(member, instead) {
      Object.defineProperty(store, member, {
        configurable: true, enumerable: false,
        get: function () {
          throw parts.coded('E_NOT_SUPPORTED', 'the datastore "' + name + '" has no ' + member + ': the server talks to the database by itself; use ' + instead);
        },
      });
    }
    if (documents) {
      store.manager = documents.manager;
      hide(store, '_library', documents.library);
      store.driver = { mongodb: documents.library };
    } else if (driver) {
      store.manager = { pool: makePool(store, driver, function (connection, sql, values) {
        const d = lazy(function (fn) { send(sql, values, this._connection, fn, this._asyncSnapshot, true); });
        return connection ? d.usingConnection(connection) : d;
      }) };
      absent('driver', 'sendNativeQuery, leaseConnection or transaction, or manager.pool');
    } else {
      absent('manager', 'sendNativeQuery, leaseConnection or transaction');
      absent('driver', 'sendNativeQuery, leaseConnection or transaction');
    }
    scoped('transaction', false);
    scoped('leaseConnection', true);
    hide(store, 'sendNativeQuery', function (sql, values, cb) {
      if (isFunction(values)) { cb = values; values = undefined; }
      const d = lazy(function (fn) { send(sql, values, this._connection, fn, this._asyncSnapshot); });
      return isFunction(cb) ? d.exec(cb) : d;
    });
    hide(store, 'sendStatement', function (statement, cb) {
      const d = lazy(function (fn) {
        fn(parts.coded('E_NOT_SUPPORTED', 'statements that are objects cannot be sent to the datastore "' + name + '": write SQL for sendNativeQuery, or use the methods of models'));
      });
      return isFunction(cb) ? d.exec(cb) : d;
    });
    return store;
  }

  // giver makes getDatastore for the models of a store.
  function giver(store) {
    return function (name) {
      if (name !== undefined) { throw new Error('getDatastore of a model takes no name: sails.getDatastore("' + name + '") finds a datastore by its name'); }
      return store;
    };
  }

  // makeConnection makes the argument of the function of a transaction.
  function makeConnection(store) {
    const db = { datastore: store.name };
    if (store._client) { hide(db, 'query', store._client(db).query); }
    hide(db, 'sendNativeQuery', function (sql, values, cb) {
      const d = store.sendNativeQuery(sql, isFunction(values) ? undefined : values).usingConnection(db);
      const fn = isFunction(values) ? values : cb;
      return isFunction(fn) ? d.exec(fn) : d;
    });
    hide(db, 'transaction', function (during, options) { return store.transaction(during, options).usingConnection(db); });
    return db;
  }

  // during runs the function of a transaction, and reports its result: the arguments of
  // proceed(err, result) if it has a second parameter, else what it returns.
  function during(fn, db, settle) {
    function refused(err) { settle(err || new Error('the function of the transaction was rejected without a reason')); }
    const steered = fn.length > 1;
    let returned;
    try {
      returned = steered ? fn(db, function (err, v) { settle(err, v); }) : fn(db);
    } catch (err) {
      return refused(err);
    }
    if (returned && isFunction(returned.then)) {
      returned.then(steered ? undefined : function (v) { settle(undefined, v); }, refused);
    } else if (!steered) {
      settle(undefined, returned);
    }
  }

  parts.makeStore = makeStore;
  parts.giver = giver;
  parts.makeConnection = makeConnection;
  parts.during = during;
  // mongoOf is the database of a model that is in MongoDB.
  parts.mongoOf = function (model) {
    const d = Object.getOwnPropertyDescriptor(model.getDatastore(), 'manager'), db = d && d.value; // others have a getter, which throws
    return db && isFunction(db.collection) ? db : undefined;
  };
})
