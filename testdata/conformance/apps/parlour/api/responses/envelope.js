module.exports = function envelope(data, code) {
  var req = this.req, res = this.res;
  res.status(code || 200);
  return res.json({ data: data, from: req.options.controller + '/' + req.options.action, json: !!req.wantsJSON, sails: !!req._sails });
};
