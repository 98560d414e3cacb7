// run() does what a step of the scenario says; a step is a few lines of a project's own code
function shape(v) {
  if (v === undefined) { return 'undefined'; }
  if (typeof v === 'function') { return 'function'; }
  if (v && typeof v === 'object' && !Array.isArray(v) && (v.handshake || v.namespace)) { return 'socket'; }
  if (Array.isArray(v)) { return v.map(shape); }
  return v;
}
var held = {};
async function run(req, res) {
  function named(id) { return Object.keys(held).filter(function (k) { return held[k] === id; })[0] || 'nobody'; }
  function answer(v) { res.json({ out: shape(v) }); }
  var body = 'return (async function () { ' + req.param('js') + ' })();';
  try {
    var v = await new Function('req', 'res', 'held', 'answer', 'named', body).call(this, req, res, held, answer, named);
    if (!res.headersSent && v !== 'later') { answer(v); }
  } catch (e) { answer({ error: e.message, code: e.code, name: e.name }); }
}
module.exports = {
  run: run,
  later: async function (req, res) {
    function answer(v) { res.json({ out: shape(v) }); }
    var body = 'return (async function () { ' + req.param('js') + ' })();';
    await new Function('req', 'res', 'held', 'answer', body).call(this, req, res, held, answer);
  },
  plain: function (req, res) { return res.send('plain'); },
  params: function (req, res) { return res.json({ all: req.allParams(), path: req.params, query: req.query, body: req.body, a: req.param('a'), url: req.url }); },
  echo: function (req, res) { return res.json({ method: req.method, body: req.body, query: req.query, tag: req.get('x-tag'), type: req.get('content-type'), all: req.allParams() }); }
};
