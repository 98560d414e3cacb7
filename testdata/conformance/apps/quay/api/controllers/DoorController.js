module.exports = {
  open: function (req, res) { return res.ok({ open: true }); },
  named: function (req, res) { return res.ok({ named: true }); },
  both: function (req, res) { return res.ok({ noted: req.options.noted, local: res.locals.noted }); },
  thrown: function (req, res) { return res.ok(); },
  shut: function (req, res) { return res.ok(); }
};
