// random requests to default actions; modern says whether the release is 1.x
var d = require('../../../lib/dsl'), rand = require('./rand');
var q = function (o) { return Object.keys(o).map(function (k) { return encodeURIComponent(k) + '=' + encodeURIComponent(o[k]); }).join('&'); };
module.exports = function (seed, n, modern) {
  var r = rand.from(seed), steps = [];
  var update = modern ? 'PATCH' : 'PUT';
  ['Ada', 'Bob', 'Cy', 'dee'].forEach(function (x, i) { steps.push(d.json('POST /author', { name: x, email: x + '@x.de', age: 20 + i * 7, role: 'abc'[i % 3], tags: i ? ['t' + i, 'z'] : [], active: i % 2 === 0, bio: i === 2 ? null : 'bio ' + i })); });
  ['Red', 'blue', 'Teal'].forEach(function (x) { steps.push(d.json('POST /genre', { name: x })); });
  for (var i = 1; i < 7; i++) steps.push(d.json('POST /book', { title: 'T' + (7 - i), pages: i * 10, isbn: '00' + i, author: i % 4 || null, genres: [1 + i % 3], sequel: i > 2 ? i - 2 : null, likes: i % 2 ? [1, 2] : [] }));
  steps.push(d.json('POST /club', { title: 'C1', owner: 1, members: [1, 2] }), d.json('POST /club', { title: 'C2', owner: 2, members: [2, 3, 4] }));
  var models = { author: { texts: ['name', 'email', 'role', 'bio'], numbers: ['age', 'id'], others: ['active', 'tags'], many: ['books', 'clubs', 'owns'], one: [] }, book: { texts: ['title', 'isbn'], numbers: ['pages', 'id'], others: [], many: ['genres', 'likes'], one: ['author', 'sequel'] }, genre: { texts: ['name'], numbers: ['id'], others: [], many: ['books'], one: [] }, club: { texts: ['title'], numbers: ['id'], others: [], many: ['members'], one: ['owner'] } };
  var names = Object.keys(models);
  var words = ['Ada', 'a', 'B', 'T3', '', 'bio 1', 'b', '00', 'z%', 'T_', 'TRUE', 'null', 'x@x.de', 'Ada@x.de'];
  var nums = [1, 2, 3, 10, 20, 27, 34, 50, 0, -1, 2.5, '3', '20', '1e1', 'x', ''];
  function val(m, a) { return m.numbers.indexOf(a) >= 0 || m.one.indexOf(a) >= 0 ? r.of(nums) : a === 'active' ? r.of([true, false, 'true', 1, 0, 'x', null]) : a === 'tags' ? r.of([[], ['t1', 'z'], 't1', null]) : r.of(words.concat([null, 5])); }
  function cond(m, depth) {
    var attrs = m.texts.concat(m.numbers, m.others, m.one), o = {}, a = r.of(attrs), kind = Math.floor(r() * 10);
    if (kind < 3) o[a] = val(m, a);
    else if (kind < 5) o[a] = [val(m, a), val(m, a)];
    else if (kind < 8) { var c = {}, ops = modern ? ['<', '>', '<=', '>=', '!=', 'in', 'nin', 'contains', 'startsWith', 'endsWith', 'like'] : ['<', '>', '<=', '>=', '!', 'not', 'lessThan', 'greaterThanOrEqual', 'contains', 'startsWith', 'endsWith', 'like']; r.some(ops, r.chance(0.8) ? 1 : 2).forEach(function (op) { c[op] = /in$/.test(op) && op.length < 4 || (/^(!|not|!=)$/.test(op) && r.chance(0.3) && !modern) ? [val(m, a), val(m, a)] : op === 'like' ? r.of(['%a%', 'T%', 'a_a', '%', 'x']) : val(m, a); }); o[a] = c; }
    else if (depth) { o.or = [cond(m, depth - 1), cond(m, depth - 1)]; if (modern && r.chance(0.4)) { o = { and: o.or }; } }
    else o[a] = val(m, a);
    if (r.chance(0.25)) Object.assign(o, cond(m, 0));
    return o;
  }
  function params(m) {
    var p = {}, attrs = m.texts.concat(m.numbers, m.others);
    if (r.chance(0.5)) p.where = JSON.stringify(cond(m, 1));
    if (r.chance(0.2)) { var a = r.of(attrs.concat(m.one)); var v = val(m, a); if (typeof v !== 'object') p[a] = v; }
    if (r.chance(0.4)) p.sort = r.of(attrs) + r.of(['', ' ASC', ' DESC', ' asc', ' desc']) + (r.chance(0.2) && modern ? ', id DESC' : '');
    else if (r.chance(0.15)) { var so = modern ? [{}] : {}; (modern ? so[0] : so)[r.of(attrs)] = modern ? r.of(['ASC', 'DESC']) : r.of([1, -1, 'asc', 'desc', 0]); p.sort = JSON.stringify(so); }
    if (r.chance(0.3)) p.limit = r.of([1, 2, 3, 100]);
    if (r.chance(0.25)) p.skip = r.of([0, 1, 2, 50]);
    if (r.chance(0.35)) p.populate = r.of(['', 'false', m.many[0], m.many.concat(m.one).join(','), m.many.concat(m.one).reverse().join(','), '*', r.of(m.many.concat(m.one)), 'nothing']);
    if (modern && r.chance(0.2)) p[r.of(['select', 'omit'])] = r.some(attrs, 2).join(',');
    return p;
  }
  for (i = 0; i < n; i++) {
    var name = r.of(names), m = models[name], id = 1 + Math.floor(r() * 5), k = r(), s;
    if (k < 0.5) s = d.req('GET /' + name + '?' + q(params(m)));
    else if (k < 0.58) { var pp = params(m); s = d.req('GET /' + name + '/' + id + '?' + q(pp)); }
    else if (k < 0.72) { var as = r.of(m.many.concat(m.one)), other = models[{ books: 'book', clubs: 'club', owns: 'club', genres: 'genre', likes: 'author', author: 'author', sequel: 'book', members: 'author', owner: 'author' }[as]]; s = d.req('GET /' + name + '/' + id + '/' + as + '?' + q(params(other))); }
    else if (k < 0.8) { as = r.of(m.many); s = r.of([d.json('PUT /' + name + '/' + id + '/' + as + '/' + (1 + Math.floor(r() * 4)), {}), d.req('DELETE /' + name + '/' + id + '/' + as + '/' + (1 + Math.floor(r() * 4))), modern ? d.json('PUT /' + name + '/' + id + '/' + as, r.some([1, 2, 3], 2)) : d.json('POST /' + name + '/' + id + '/' + as, r.of([{ id: 1 }, { name: 'N' + i, title: 'N' + i }, { id: 3, name: 'R' + i }])), d.req('GET /' + name + '/' + id + '/' + as + '/' + r.of(['add', 'remove']) + '/' + (1 + Math.floor(r() * 4))), d.req('GET /' + name + '/' + id + '/' + as + '/replace?' + q({}) + as + '=[1,2]')]); }
    else if (k < 0.92) { var body = {}; r.some(m.texts.concat(m.numbers.slice(0, 1), m.others, m.one), 1 + Math.floor(r() * 3)).forEach(function (a) { body[a] = val(m, a); }); if (r.chance(0.3)) { body[m.many[0]] = r.of([[], [1], [1, 2], [{ id: 1 }], null, 2, ['3']]); } if (r.chance(0.1)) body.extra = 'x'; s = r.chance(0.6) ? d.json(update + ' /' + name + '/' + id, body) : r.chance(0.7) ? d.json('POST /' + name, body) : d.req('GET /' + name + '/' + r.of(['create', 'update/' + id]) + '?' + q(Object.keys(body).reduce(function (o, x) { if (typeof body[x] !== 'object') o[x] = body[x]; return o; }, {}))); }
    else if (k < 0.95) s = d.req('DELETE /' + name + '/' + (3 + Math.floor(r() * 6)));
    else s = d.req('GET /' + name + '/' + r.of(['find', 'destroy/9', 'find/2', 'find/x', '0', '-1', '1.5', 'null', 'undefined']));
    steps.push(s);
  }
  return steps;
};
