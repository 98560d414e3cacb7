module.exports = function craneHook(sails) {
  return {
    defaults: { crane: { height: 12 } },
    registerActions: function (cb) {
      sails.registerAction(function (req, res) { return res.json({ hooked: true, notes: req.notes || null, crane: req.crane || null }); }, 'hooked/act');
      return cb();
    },
    initialize: async function () {
      sails.registerAction({ friendlyName: 'From a hook', inputs: { n: { type: 'number', defaultsTo: 4 } }, fn: async function ({ n }) { return { n, height: sails.config.crane.height, crane: this.req.crane || null }; } }, 'hooked/machine');
      sails.registerActionMiddleware(function (req, res, next) { req.crane = (req.crane || []).concat('all hooked'); return next(); }, 'hooked/*');
      sails.registerActionMiddleware([function (req, res, next) { req.crane = (req.crane || []).concat('one'); return next(); }], 'hooked/machine');
      sails.registerActionMiddleware(function (req, res, next) { req.crane = (req.crane || []).concat('not act'); return next(); }, 'hooked/*, !hooked/act');
      this.weight = await sails.helpers.cargo.weigh('hook', 3);
    },
    routes: { before: { 'GET /crane': function (req, res) { return res.json({ before: true, weight: sails.hooks.crane.weight }); } }, after: { 'GET /crane-after': function (req, res) { return res.json({ after: true }); } } }
  };
};
