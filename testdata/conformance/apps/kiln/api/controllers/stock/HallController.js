module.exports = {
  welcome: { inputs: { n: { type: 'number' } }, exits: { success: { statusCode: 201 } }, fn: async function ({ n }) { return { n, action: this.req.options.action }; } },
  _secret: function (req, res) { return res.send('secret'); },
  plain: (req, res) => res.send('plain')
};
