const measure = require('../measure');

module.exports = {
  sails: false,
  inputs: { group: { type: 'string', required: true }, only: { type: 'string' } },
  fn: async function ({ group, only }) { return measure(group, only || ''); },
};
