const AsyncFunction = (async () => {}).constructor;
module.exports = {
  run: async function (req, res) { return await new AsyncFunction('req', 'res', 'require', req.param('js')).call(this, req, res, require); },
  word: function (req, res) { return res.view(); },
};
