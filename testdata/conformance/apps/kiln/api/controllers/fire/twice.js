module.exports = {
  inputs: { how: { type: 'string' } },
  exits: { other: { statusCode: 402 } },
  fn: async function ({ how }, exits) {
    if (how === 'both') { exits.success('by exit'); return 'by return'; }
    if (how === 'exit-only') { return exits.other('by exit'); }
    if (how === 'two-exits') { exits.other('1'); exits.success('2'); }
    if (how === 'exit-throw') { exits.success('by exit'); throw new Error('late'); }
  }
};
