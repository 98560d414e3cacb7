module.exports = {
  friendlyName: 'Weigh', description: 'Weighs a box.',
  inputs: { box: { type: 'string', required: true }, times: { type: 'number', defaultsTo: 1 }, unit: { type: 'string', isIn: ['kg', 't'] } },
  exits: { tooHeavy: { description: 'Nobody can lift that.' }, empty: {} },
  fn: async function ({ box, times, unit }) {
    if (box === 'heavy') { throw { tooHeavy: { kg: 1000 } }; }
    if (box === 'empty') { throw 'empty'; }
    if (box === 'broken') { throw new Error('scales broke'); }
    if (box === 'coded') { const e = new Error('coded'); e.code = 'E_CODED'; throw e; }
    return box.length * times + (unit || '');
  }
};
