// Lets a request pass that says it means it: ?confirm=yes
module.exports = function (req, res, next) {
  if (req.param('confirm') === 'yes') { return next(); }
  return res.forbidden('Add confirm=yes to delete for good.');
};
