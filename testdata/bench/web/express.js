// The benchmarked routes on Express: node express.js host:port
'use strict';
var addr = process.argv[2].split(':'), path = require('path'), express = require('express'), rows = require('./rows');
var app = express();
app.set('views', path.join(__dirname, 'views'));
app.set('view engine', 'ejs');
app.use(require('express-session')({ secret: 'bench', resave: false, saveUninitialized: false, name: 'sid' }));
app.get('/web/hello', function (req, res) { res.json({ hello: 'world', list: [1, 2, 3], nested: { ok: true } }); });
app.get('/web/login', function (req, res) { req.session.user = { id: 7, name: 'Ann' }; res.json({ ok: true }); });
app.get('/web/session', function (req, res) { res.json({ user: req.session.user }); });
function one(req, res, next) { req.one = 1; next(); }
function two(req, res, next) { if (req.one) { req.two = 2; return next(); } res.sendStatus(403); }
function three(req, res, next) { if (req.get('x-nothing')) { return res.sendStatus(403); } req.three = req.one + req.two; next(); }
app.get('/web/chain', one, two, three, function (req, res) { res.json({ sum: req.three }); });
app.get('/web/page', function (req, res, next) {
  res.render('page', { title: 'Things', rows: rows }, function (err, body) {
    if (err) { return next(err); }
    res.render('layout', { body: body });
  });
});
app.listen(+addr[1], addr[0]);
