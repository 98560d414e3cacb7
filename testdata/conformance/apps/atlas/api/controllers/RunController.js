// Runs the code of a request, so that one scenario can ask many questions.
function outline(err) {
  if (Array.isArray(err)) { return { list: err.map(outline) }; }
  if (!err || typeof err !== 'object') { return { thrown: String(err) }; }
  var out = { isError: err instanceof Error, details: String(err.message) };
  ['code', 'status', 'invalidAttributes', 'model', 'ValidationError', 'failedTransactions'].forEach(function (k) {
    if (err[k] !== undefined) { out[k] = err[k]; }
  });
  return out;
}
module.exports = {
  _config: { actions: true },
  run: function (req, res) {
    var log = [];
    var over = false;
    function answer(body) { if (!over) { over = true; res.json(body); } }
    function done(err, got) {
      if (err) { return answer({ failed: outline(err), log: log }); }
      answer({ got: got === undefined ? 'undefined' : got, log: log });
    }
    try {
      var f = new Function('req', 'res', 'log', 'done', 'outline', req.body.code);
      var got = f(req, res, log, done, outline);
      if (got && typeof got.then === 'function') { got.then(function (v) { done(null, v); }, done); }
    } catch (err) {
      answer({ threw: outline(err), log: log });
    }
  }
};
