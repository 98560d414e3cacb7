// run() does what a step of the scenario says; a step is a few lines of a project's own code
function shape(v) {
  if (v === undefined) { return 'undefined'; }
  if (typeof v === 'function') { return 'function'; }
  if (v && typeof v === 'object' && !Array.isArray(v) && (v.handshake || v.namespace)) { return 'socket'; }
  if (Array.isArray(v)) { return v.map(shape); }
  return v;
}
var held = {};
module.exports = {
  run: function (req, res) {
    var answered = false;
    function answer(v) { if (!answered) { answered = true; res.json({ out: shape(v) }); } }
    function named(id) { return Object.keys(held).filter(function (k) { return held[k] === id; })[0] || 'nobody'; }
    try {
      var v = new Function('req', 'res', 'held', 'answer', 'named', req.param('js')).call(this, req, res, held, answer, named);
      if (v !== module.exports) { answer(v); }
    } catch (e) { answer({ error: e.message, code: e.code, status: e.status }); }
  },
  later: function (req, res) {
    function answer(v) { res.json({ out: shape(v) }); }
    function named(id) { return Object.keys(held).filter(function (k) { return held[k] === id; })[0] || 'nobody'; }
    try { new Function('req', 'res', 'held', 'answer', 'named', req.param('js')).call(this, req, res, held, answer, named); } catch (e) { answer({ error: e.message, code: e.code, status: e.status }); }
  },
  plain: function (req, res) { return res.send('plain'); },
  params: function (req, res) { return res.json({ all: req.params.all(), path: req.params, query: req.query, body: req.body, a: req.param('a'), url: req.url }); },
  echo: function (req, res) { return res.json({ method: req.method, body: req.body, query: req.query, tag: req.headers['x-tag'], type: req.headers['content-type'], all: req.params.all() }); }
};
