module.exports = {
  sync: true,
  inputs: { how: { type: 'string', required: true } },
  exits: { cold: { statusCode: 409 } },
  fn: function ({ how }) {
    if (how === 'return') { return { v: 1 }; }
    if (how === 'cold') { throw 'cold'; }
    if (how === 'error') { throw new Error('at once'); }
    return undefined;
  }
};
