module.exports = {
  run: function (req, res) { return new Function('req', 'res', 'require', req.param('js')).call(this, req, res, require); },
  word: function (req, res) { return res.view(); },
};
