// An adapter of 0.10 to 0.12 that keeps records in memory, for tests. Text is compared
// without case. A table called faults misbehaves as the name of a record says.
'use strict';
var shelves = {}, stored = {};

function table(connection, name) {
  var shelf = shelves[connection];
  if (!shelf) { throw new Error('the connection ' + connection + ' is not registered'); }
  if (!shelf[name]) { throw new Error('there is no table ' + name); }
  return shelf[name];
}

function fold(v) { return typeof v === 'string' ? v.toLowerCase() : v instanceof Date ? v.getTime() : v === undefined ? null : v; }
function same(a, b) {
  a = fold(a); b = fold(b);
  return a === b || (a !== null && typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}
function matches(text, pattern) {
  var body = String(pattern).split('%').map(function (part) { return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'); }).join('[\\s\\S]*');
  return typeof text === 'string' && new RegExp('^' + body + '$', 'i').test(text);
}
function ordered(a, b) {
  a = fold(a); b = fold(b);
  return a !== null && b !== null && typeof a === typeof b;
}
var operators = {
  '!': function (v, x) { return Array.isArray(x) ? !x.some(function (one) { return same(v, one); }) : !same(v, x); },
  '<': function (v, x) { return ordered(v, x) && fold(v) < fold(x); },
  '<=': function (v, x) { return ordered(v, x) && fold(v) <= fold(x); },
  '>': function (v, x) { return ordered(v, x) && fold(v) > fold(x); },
  '>=': function (v, x) { return ordered(v, x) && fold(v) >= fold(x); },
  like: matches,
  contains: function (v, x) { return matches(v, '%' + x + '%'); },
  startsWith: function (v, x) { return matches(v, x + '%'); },
  endsWith: function (v, x) { return matches(v, '%' + x); }
};
function holds(row, where) {
  return Object.keys(where || {}).every(function (name) {
    var wanted = where[name];
    if (name === 'or') { return wanted.some(function (one) { return holds(row, one); }); }
    if (Array.isArray(wanted)) { return wanted.some(function (one) { return same(row[name], one); }); }
    if (wanted && typeof wanted === 'object' && !(wanted instanceof Date)) {
      return Object.keys(wanted).every(function (operator) {
        if (!operators[operator]) { throw new Error('there is no operator ' + operator); }
        return operators[operator](row[name], wanted[operator]);
      });
    }
    return same(row[name], wanted);
  });
}
function copy(row) {
  var out = {};
  Object.keys(row).forEach(function (name) { out[name] = row[name]; });
  return out;
}
function found(t, criteria) {
  var rows = t.rows.filter(function (row) { return holds(row, criteria.where); });
  var by = Object.keys(criteria.sort || {});
  if (by.length) {
    rows.sort(function (a, b) {
      for (var i = 0; i < by.length; i++) {
        var x = fold(a[by[i]]), y = fold(b[by[i]]), order = x === y ? 0 : x === null ? -1 : y === null ? 1 : x < y ? -1 : 1;
        if (order) { return order * criteria.sort[by[i]]; }
      }
      return 0;
    });
  }
  rows = rows.slice(criteria.skip || 0);
  return criteria.limit ? rows.slice(0, criteria.limit) : rows;
}
function taken(t, values, except) {
  return Object.keys(t.definition).filter(function (name) {
    var v = values[name];
    return t.definition[name].unique && v !== undefined && v !== null && t.rows.some(function (row) { return except.indexOf(row) < 0 && +row[name] === +v && typeof v !== 'string' || except.indexOf(row) < 0 && row[name] === v; });
  });
}
function refusal(names, values) {
  var err = new Error('not unique');
  err.code = 'E_UNIQUE';
  err.invalidAttributes = {};
  names.forEach(function (name) { err.invalidAttributes[name] = [{ rule: 'unique', value: values[name] }]; });
  return err;
}
function later(cb, err, v) { setTimeout(function () { cb(err, v); }, 0); }

var faults = {
  never: function () {},
  twice: function (cb, row) { cb(null, row); cb(null, row); },
  throws: function () { throw new Error('thrown by the adapter'); },
  late: function () { setTimeout(function () { throw new Error('thrown later'); }, 1); },
  refuses: function (cb) { cb(new Error('refused by the adapter')); },
  text: function (cb) { cb('refused with a text'); },
  nothing: function (cb) { cb(); }
};

module.exports = {
  identity: 'shelf',
  syncable: true,
  defaults: { schema: false, colour: 'oak' },

  registerConnection: function (connection, collections, cb) {
    if (shelves[connection.identity]) { return cb(new Error('the connection is registered already')); }
    var shelf = shelves[connection.identity] = stored[connection.identity] = stored[connection.identity] || {};
    Object.keys(collections).forEach(function (name) {
      shelf[name] = shelf[name] || { definition: collections[name].definition, rows: [], last: {}, made: false, colour: connection.colour };
    });
    cb();
  },
  teardown: function (connection, cb) {
    delete shelves[connection];
    if (global.tornDown) { global.tornDown(connection); }
    cb();
  },
  describe: function (connection, name, cb) {
    var t = shelves[connection][name];
    later(cb, null, t && t.made ? t.definition : null);
  },
  define: function (connection, name, definition, cb) {
    shelves[connection][name] = { definition: definition, rows: [], last: {}, made: true, colour: 'oak' };
    later(cb);
  },
  drop: function (connection, name, relations, cb) {
    delete shelves[connection][name];
    later(cb);
  },
  addAttribute: function (connection, name, attribute, definition, cb) {
    table(connection, name).definition[attribute] = definition;
    later(cb);
  },
  find: function (connection, name, criteria, cb) {
    later(cb, null, found(table(connection, name), criteria).map(copy));
  },
  count: function (connection, name, criteria, cb) {
    later(cb, null, found(table(connection, name), criteria).length);
  },
  create: function (connection, name, values, cb) {
    if (name === 'faults' && faults[values.name]) { return faults[values.name](cb, values); }
    var t = table(connection, name), row = copy(values), names = taken(t, row, []);
    if (names.length) { return later(cb, refusal(names, row)); }
    Object.keys(t.definition).forEach(function (column) {
      if (!t.definition[column].autoIncrement) { return; }
      if (row[column] === undefined || row[column] === null) { row[column] = (t.last[column] || 0) + 1; }
      t.last[column] = Math.max(t.last[column] || 0, row[column]);
    });
    t.rows.push(row);
    later(cb, null, copy(row));
  },
  update: function (connection, name, criteria, values, cb) {
    var t = table(connection, name), rows = found(t, criteria), names = taken(t, values, rows.length === 1 ? rows : []);
    if (rows.length > 1) {
      names = Object.keys(values).filter(function (column) { return (t.definition[column] || {}).unique && values[column] !== null; });
    }
    if (rows.length && names.length) { return later(cb, refusal(names, values)); }
    rows.forEach(function (row) { Object.keys(values).forEach(function (column) { row[column] = values[column]; }); });
    later(cb, null, rows.map(copy));
  },
  destroy: function (connection, name, criteria, cb) {
    var t = table(connection, name), rows = found(t, criteria);
    t.rows = t.rows.filter(function (row) { return rows.indexOf(row) < 0; });
    later(cb, null, rows);
  },

  // Methods of models.
  biggest: function (connection, name, attribute, cb) {
    var most = table(connection, name).rows.reduce(function (most, row) { return Math.max(most, row[attribute]); }, -Infinity);
    later(cb, null, { most: most, model: this.identity, table: name, colour: table(connection, name).colour });
  },
  native: function (connection, name, cb) { later(cb, null, table(connection, name).rows); },
  material: 'wood'
};
