module.exports = { inputs: { box: { type: 'string', required: true } }, exits: { heavy: {} }, fn: async function ({ box }) {
  const weight = await sails.helpers.cargo.weigh(box).intercept('tooHeavy', 'heavy');
  return { weight, doubled: sails.helpers.cargo.doubleIt(4) };
} };
