module.exports = {
  inputs: {
    s: { type: 'string' }, n: { type: 'number' }, b: { type: 'boolean' }, j: { type: 'json' }, r: { type: 'ref' },
    ls: { type: ['string'] }, ln: { type: ['number'] }, lb: { type: ['boolean'] }, lj: { type: ['json'] }, lr: { type: ['ref'] }, o: { type: {} },
    od: { type: { a: 'number', b: { c: 'string' } } }, lo: { type: [{ a: 'string', n: 'number' }] }, ll: { type: [['number']] }
  },
  exits: { success: { outputType: 'ref' } },
  fn: async function (inputs) { return Object.keys(inputs).sort().map((k) => [k, inputs[k] === undefined ? 'undefined' : inputs[k]]); }
};
