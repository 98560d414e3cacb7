module.exports = {
  inputs: {
    text: { example: 'abc' }, count: { example: 5 }, yes: { example: true }, list: { example: ['a'] }, pairs: { example: [{ k: 'a', v: 1 }] }, thing: { example: { a: 'x', b: { c: 1 } } }, any: { example: '*' }, raw: { example: '===' }, anyList: { example: ['*'] }, dict: { example: {} },
    typed: { type: 'string', example: 'typed' }
  },
  fn: async function (inputs) { return inputs; }
};
