module.exports = function (sails) { return { initialize: async function () {
  sails.registerAction(function (req, res) { return res.json({ made: req.options.action }); }, 'made/up');
  sails.registerAction({ inputs: { n: { type: 'number', required: true } }, fn: async function ({ n }) { return { n }; } }, 'made/Upper');
} }; };
