// A custom blueprint: how many records a model has. config/routes.js binds it.
module.exports = function census(req, res) {
  framework.models[req.options.model].count().exec(function (err, count) {
    if (err) { return res.serverError(err); }
    return res.json({ model: req.options.model, count: count });
  });
};
