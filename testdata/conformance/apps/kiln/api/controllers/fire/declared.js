module.exports = {
  inputs: { kind: { type: 'string' } },
  exits: { success: { outputType: { a: 'string' } }, listed: { outputType: ['number'], statusCode: 202 }, example: { outputExample: 'abc' } },
  fn: async function ({ kind }) {
    if (kind === 'right') { return { a: 'x' }; }
    if (kind === 'wrong') { return { a: 5, b: 1 }; }
    if (kind === 'listed') { throw { listed: ['1', 'x'] }; }
    if (kind === 'example') { throw { example: { no: 'text' } }; }
  }
};
