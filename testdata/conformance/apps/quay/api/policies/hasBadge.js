module.exports = function (req, res, next) {
  if (req.session && req.session.badge) { return next(); }
  return res.forbidden('no badge');
};
